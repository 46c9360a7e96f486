package build

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"

	"golang.org/x/image/vector"

	"github.com/shopdesk/shopdesk/web/asset"
)

const pngType = "image/png"

// mark is what icon.svg holds: a rounded ground and a path on it.
type mark struct {
	ViewBox string `xml:"viewBox,attr"`
	Ground  struct {
		Width  float64 `xml:"width,attr"`
		Radius float64 `xml:"rx,attr"`
		Fill   string  `xml:"fill,attr"`
	} `xml:"rect"`
	Path struct {
		Data string `xml:"d,attr"`
		Fill string `xml:"fill,attr"`
	} `xml:"path"`
}

// drawIcons draws the pictures that systems without SVG icons want.
func drawIcons(svg []byte) ([]source, error) {
	var m mark
	if err := xml.Unmarshal(svg, &m); err != nil {
		return nil, fmt.Errorf("build: icon: %w", err)
	}
	icons := []struct {
		name  string
		size  int
		bleed bool    // the ground fills the square: the system cuts the shape
		scale float64 // of the path around the middle
	}{
		{asset.Icon192, 192, false, 1},
		{asset.Icon512, 512, false, 1},
		{asset.Maskable, 512, true, .8}, // inside the circle every shape leaves
		{asset.Touch, 180, true, .9},
	}
	var files []source
	for _, icon := range icons {
		picture, err := m.draw(icon.size, icon.bleed, icon.scale)
		if err != nil {
			return nil, err
		}
		var body bytes.Buffer
		if err := png.Encode(&body, picture); err != nil {
			return nil, fmt.Errorf("build: icon: %w", err)
		}
		files = append(files, source{icon.name, pngType, body.Bytes()})
	}
	return files, nil
}

func (m mark) draw(size int, bleed bool, scale float64) (image.Image, error) {
	ground, err := hexColour(m.Ground.Fill)
	if err != nil {
		return nil, err
	}
	ink, err := hexColour(m.Path.Fill)
	if err != nil {
		return nil, err
	}
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	width := m.Ground.Width
	if width <= 0 {
		return nil, fmt.Errorf("build: icon: no ground")
	}
	if bleed {
		draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	} else {
		r := strconv.FormatFloat(m.Ground.Radius, 'f', -1, 64)
		inner := strconv.FormatFloat(width-2*m.Ground.Radius, 'f', -1, 64)
		corner := func(dx, dy string) string { return "a" + r + " " + r + " 0 0 1 " + dx + " " + dy }
		outline := "M" + r + " 0h" + inner + corner(r, r) + "v" + inner + corner("-"+r, r) +
			"h-" + inner + corner("-"+r, "-"+r) + "v-" + inner + corner(r, "-"+r) + "z"
		if err := fill(picture, outline, ground, width, 1); err != nil {
			return nil, err
		}
	}
	return picture, fill(picture, m.Path.Data, ink, width, scale)
}

// fill draws path data given in units of a square of the given width.
func fill(picture draw.Image, data string, c color.Color, width, scale float64) error {
	size := picture.Bounds().Dx()
	r := vector.NewRasterizer(size, size)
	unit := float64(size) / width * scale
	if err := tracePath(data, scaledPen{r, unit, float64(size) * (1 - scale) / 2}); err != nil {
		return err
	}
	r.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{})
	return nil
}

// scaledPen turns a drawing's units into pixels.
type scaledPen struct {
	r            *vector.Rasterizer
	unit, offset float64
}

var _ pen = scaledPen{}

func (p scaledPen) at(v float64) float32 { return float32(v*p.unit + p.offset) }
func (p scaledPen) MoveTo(x, y float64)  { p.r.MoveTo(p.at(x), p.at(y)) }
func (p scaledPen) LineTo(x, y float64)  { p.r.LineTo(p.at(x), p.at(y)) }
func (p scaledPen) ClosePath()           { p.r.ClosePath() }

// hexColour reads "#rgb" or "#rrggbb".
func hexColour(s string) (color.Color, error) {
	if len(s) == 4 {
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	if len(s) != 7 || s[0] != '#' {
		return nil, fmt.Errorf("build: icon: colour %q", s)
	}
	v, err := strconv.ParseUint(s[1:], 16, 24)
	if err != nil {
		return nil, fmt.Errorf("build: icon: colour %q", s)
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}, nil
}
