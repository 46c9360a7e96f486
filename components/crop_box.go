package components

// CropBox is a part of a picture, in its pixels.
type CropBox struct{ X, Y, W, H int }

// CropRatio is a width and height in proportion; the zero value is free.
type CropRatio struct{ W, H int }

// Corners of a box, as the frame's handles name them.
const (
	cornerNW = "nw"
	cornerNE = "ne"
	cornerSW = "sw"
	cornerSE = "se"
)

// CropArea is what boxes are cut from: a picture's size, the shape they must
// have, and the least that both of their sides must measure.
type CropArea struct {
	Width, Height int
	Ratio         CropRatio
	Least         int
}

// high is the height of a box of that width, and wide the other way round.
func (a CropArea) high(width int) int { return (width*a.Ratio.H + a.Ratio.W/2) / a.Ratio.W }

// bounds are the least and the most width that a box of the shape can have.
func (a CropArea) bounds() (least, most int) {
	least, most = a.Least, a.Width
	if a.Ratio.W == 0 {
		return least, most
	}
	for least <= a.Width && a.high(least) < a.Least {
		least++
	}
	for most > 0 && a.high(most) > a.Height {
		most--
	}
	return least, most
}

// Fits reports whether there is a box of the shape that is large enough.
func (a CropArea) Fits() bool {
	least, most := a.bounds()
	return least <= most && a.Height >= a.Least
}

// Whole is the largest box of the shape, in the middle.
func (a CropArea) Whole() CropBox {
	if a.Ratio.W == 0 {
		return CropBox{W: a.Width, H: a.Height}
	}
	_, w := a.bounds()
	h := a.high(w)
	return CropBox{X: (a.Width - w) / 2, Y: (a.Height - h) / 2, W: w, H: h}
}

// Shape is the box of the shape around the middle of b, about as large.
func (a CropArea) Shape(b CropBox) CropBox {
	if a.Ratio.W == 0 {
		return a.inside(b)
	}
	w := b.W
	if a.high(w) > b.H {
		w = b.H * a.Ratio.W / a.Ratio.H
	}
	return a.around(b, w, 0)
}

// Move shifts a box, as far as the picture goes.
func (a CropArea) Move(b CropBox, dx, dy int) CropBox {
	b.X, b.Y = b.X+dx, b.Y+dy
	return a.inside(b)
}

// Grow makes a box wider by d around its middle, or narrower below zero.
func (a CropArea) Grow(b CropBox, d int) CropBox {
	if a.Ratio.W == 0 {
		return a.around(b, b.W+d, b.H+d*b.H/max(1, b.W))
	}
	return a.around(b, b.W+d, 0)
}

// around is a box of that size whose middle is b's, as far as may be.
func (a CropArea) around(b CropBox, w, h int) CropBox {
	w, h = a.size(w, h)
	return a.inside(CropBox{X: b.X + (b.W-w)/2, Y: b.Y + (b.H-h)/2, W: w, H: h})
}

// size brings a size within bounds.
func (a CropArea) size(w, h int) (int, int) {
	least, most := a.bounds()
	w = max(least, min(w, most))
	if a.Ratio.W != 0 {
		return w, a.high(w)
	}
	return w, max(a.Least, min(h, a.Height))
}

// Pull moves one corner of a box to a place; the one across stays.
func (a CropArea) Pull(b CropBox, corner string, x, y int) CropBox {
	x, y = max(0, min(x, a.Width)), max(0, min(y, a.Height))
	west, north := corner == cornerNW || corner == cornerSW, corner == cornerNW || corner == cornerNE
	w, h, roomW, roomH := x-b.X, y-b.Y, a.Width-b.X, a.Height-b.Y
	if west {
		w, roomW = b.X+b.W-x, b.X+b.W
	}
	if north {
		h, roomH = b.Y+b.H-y, b.Y+b.H
	}
	if a.Ratio.W != 0 {
		w = max(w, h*a.Ratio.W/a.Ratio.H)
	}
	// The room beside the corner that stays bounds the box like a picture.
	room := a
	room.Width, room.Height = roomW, roomH
	w, h = room.size(w, h)
	next := CropBox{X: b.X, Y: b.Y, W: w, H: h}
	if west {
		next.X = b.X + b.W - w
	}
	if north {
		next.Y = b.Y + b.H - h
	}
	return a.inside(next)
}

// inside shifts a box into the picture.
func (a CropArea) inside(b CropBox) CropBox {
	b.X = max(0, min(b.X, a.Width-b.W))
	b.Y = max(0, min(b.Y, a.Height-b.H))
	return b
}
