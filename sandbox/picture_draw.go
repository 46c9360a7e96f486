package sandbox

import (
	"image"
	"image/color"
	"math"
)

// pictureSize is the width and height of a picture in pixels; the interface
// wants more than 900.
const pictureSize = 1000

// palette is the colours of one look: the two ends of the ground, the bowl,
// its rim, the broth and the noodles.
type palette struct{ top, bottom, bowl, rim, broth, noodle color.RGBA }

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255} //nolint:gosec // bytes of it
}

var palettes = [...]palette{
	{rgb(0x0b6b57), rgb(0x0f8f74), rgb(0xf6f5f1), rgb(0xd9d3c3), rgb(0xc8713a), rgb(0xf4d58a)},
	{rgb(0xf7d9b0), rgb(0xf0b27a), rgb(0xb3261e), rgb(0x7d1a15), rgb(0xe08f4f), rgb(0xffe6ae)},
	{rgb(0x1d3557), rgb(0x457b9d), rgb(0xf1faee), rgb(0xa8dadc), rgb(0xb5651d), rgb(0xf6dc9c)},
	{rgb(0xfbe9e7), rgb(0xf5c6bd), rgb(0x1c4b5a), rgb(0x12343f), rgb(0xd9803f), rgb(0xffe2a3)},
	{rgb(0x3f2a56), rgb(0x7a4f8f), rgb(0xfff4dc), rgb(0xe4cfa2), rgb(0xa9502a), rgb(0xf9d888)},
	{rgb(0xe3f2ec), rgb(0xb4dccb), rgb(0x24406b), rgb(0x182c4b), rgb(0xcf7a37), rgb(0xffe9b5)},
	{rgb(0xffd166), rgb(0xf4a83a), rgb(0x22333b), rgb(0x0f191d), rgb(0xb85c2b), rgb(0xfff0c2)},
	{rgb(0x2b2d42), rgb(0x545878), rgb(0xef8354), rgb(0xb95a31), rgb(0xd98e4a), rgb(0xffedc4)},
}

// canvas paints shapes with soft edges.
type canvas struct{ *image.RGBA }

// fill paints c where inside is below zero; inside is a distance in pixels.
func (p canvas) fill(area image.Rectangle, c color.RGBA, inside func(x, y float64) float64) {
	area = area.Intersect(p.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			cover := 0.5 - inside(float64(x)+0.5, float64(y)+0.5)
			if cover <= 0 {
				continue
			}
			cover = min(cover, 1)
			at := p.Pix[p.PixOffset(x, y):]
			for i, v := range [3]uint8{c.R, c.G, c.B} {
				at[i] = uint8(float64(at[i])*(1-cover) + float64(v)*cover + 0.5)
			}
		}
	}
}

// ellipse is about the distance from an ellipse's edge.
func ellipse(cx, cy, rx, ry float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		x, y = (x-cx)/rx, (y-cy)/ry
		return (math.Sqrt(x*x+y*y) - 1) * min(rx, ry)
	}
}

// line is the distance from a line with round ends.
func line(x1, y1, x2, y2, width float64) func(x, y float64) float64 {
	dx, dy := x2-x1, y2-y1
	return func(x, y float64) float64 {
		t := min(max(((x-x1)*dx+(y-y1)*dy)/(dx*dx+dy*dy), 0), 1)
		x, y = x-x1-t*dx, y-y1-t*dy
		return math.Sqrt(x*x+y*y) - width/2
	}
}

func both(a, b func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return max(a(x, y), b(x, y)) }
}

// drawBowl draws a bowl of noodles; look gives its colours, its toppings and
// the way its chopsticks lie. A logo has a plain ground and no steam.
func drawBowl(look int, logo bool) image.Image {
	colours := palettes[look%len(palettes)]
	variant := look / len(palettes)
	p := canvas{image.NewRGBA(image.Rect(0, 0, pictureSize, pictureSize))}
	p.ground(colours, logo)

	lower := image.Rect(90, 470, 910, 920)
	p.fill(lower, shade(colours.bottom, 0.8), ellipse(500, 875, 300, 32))
	p.fill(lower, colours.rim, both(ellipse(500, 850, 130, 40), func(_, y float64) float64 { return 800 - y }))
	p.fill(lower, colours.bowl, both(ellipse(500, 520, 380, 335), func(_, y float64) float64 { return 520 - y }))
	top := image.Rect(90, 380, 910, 660)
	p.fill(top, colours.rim, ellipse(500, 520, 390, 118))
	p.fill(top, colours.broth, ellipse(500, 520, 352, 92))
	p.noodles(colours, variant)
	p.toppings(variant)
	tilt := float64(variant-2) * 25
	sticks := image.Rect(540, 170, 1000, 530)
	p.fill(sticks, rgb(0x7a4a21), line(560, 500, 830+tilt, 190, 20))
	p.fill(sticks, rgb(0x93592a), line(605, 515, 890+tilt, 230, 20))
	if !logo {
		p.steam(colours)
	}
	return p.RGBA
}

// ground lays broad bands from the one colour to the other: they compress
// well.
func (p canvas) ground(c palette, plain bool) {
	const bands = 10
	for y := range pictureSize {
		t := float64(y*bands/pictureSize) / (bands - 1)
		if plain {
			t = 0
		}
		mixed := mix(c.top, c.bottom, t)
		row := p.Pix[p.PixOffset(0, y):p.PixOffset(0, y+1)]
		copy(row, []byte{mixed.R, mixed.G, mixed.B, mixed.A})
		for done := 4; done < len(row); done *= 2 {
			copy(row[done:], row[:done])
		}
	}
}

// noodles are rings of the broth's ellipse, moved apart.
func (p canvas) noodles(c palette, variant int) {
	for i := range 7 {
		x := 330 + float64(i)*52 + float64(variant%3)*10
		ring := ellipse(x, 524, 96-float64(i%3)*14, 44-float64(i%2)*8)
		p.fill(image.Rect(150, 430, 850, 610), shade(c.noodle, 1-0.05*float64(i%3)), both(
			func(x, y float64) float64 { return math.Abs(ring(x, y)) - 7 },
			ellipse(500, 520, 348, 88)))
	}
}

// toppings are an egg, spring onion and a slice of fish cake or meat.
func (p canvas) toppings(variant int) {
	area := image.Rect(180, 420, 820, 610)
	p.fill(area, rgb(0xfffaf0), ellipse(360, 500, 78, 44))
	p.fill(area, rgb(0xf2a33a), ellipse(360, 498, 38, 22))
	meat := [...]color.RGBA{rgb(0x9c4a2f), rgb(0xf6c5cf), rgb(0x6b8e3d)}[variant%3]
	p.fill(area, meat, ellipse(620, 540, 84, 36))
	p.fill(area, shade(meat, 1.12), ellipse(614, 532, 56, 20))
	for i := range 9 {
		x, y := 440+float64(i%3)*36+float64(i*7%11), 478+float64(i/3)*30
		p.fill(area, rgb(0x4f9d45), ellipse(x, y, 13, 8))
	}
}

func (p canvas) steam(c palette) {
	for i := range 3 {
		middle := 330 + float64(i)*120
		p.fill(image.Rect(int(middle)-60, 150, int(middle)+60, 400), mix(c.top, rgb(0xffffff), 0.45),
			func(x, y float64) float64 {
				bend := 26 * math.Sin((y-150)/45+float64(i))
				return max(math.Abs(x-middle-bend)-8, 170+float64(i%2)*40-y, y-380)
			})
	}
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(float64(x)*(1-t) + float64(y)*t + 0.5) }
	return color.RGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 255}
}

// shade makes a colour darker, or lighter above 1.
func shade(c color.RGBA, by float64) color.RGBA {
	part := func(x uint8) uint8 { return uint8(min(float64(x)*by, 255)) }
	return color.RGBA{R: part(c.R), G: part(c.G), B: part(c.B), A: 255}
}
