package photo

import (
	"errors"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// edit is a picture being prepared. Uploaded is where it stands on our server
// once it does; any change of the frame makes another picture of it.
type edit struct {
	picture  *picture.Picture
	shape    string // a key of shapes
	box      components.CropBox
	uploaded string
	kept     bool   // the browser keeps the picture's file
	file     string // names that file
}

// free is the shape that has none.
const free = "free"

// shapes are the shapes on offer, in order.
var shapes = []struct {
	key   string
	ratio components.CropRatio
}{
	{free, components.CropRatio{}},
	{"5-4", components.CropRatio{W: 5, H: 4}},
	{"1-1", components.CropRatio{W: 1, H: 1}},
	{"16-9", components.CropRatio{W: 16, H: 9}},
}

// begin starts with all of a picture.
func begin(p *picture.Picture) *edit {
	e := &edit{picture: p, shape: free}
	e.box = e.area().Whole()
	return e
}

// again goes on with a picture that was kept. A frame that another tab drew on
// another picture doesn't count.
func again(p *picture.Picture, d draft) *edit {
	e := begin(p)
	e.kept, e.file = true, d.File
	if b := d.Box; e.areaOf(d.Shape).Fits() && min(b.X, b.Y) >= 0 && min(b.W, b.H) >= platform.MinPictureSide &&
		b.X+b.W <= p.Width && b.Y+b.H <= p.Height {
		e.shape, e.box = d.Shape, b
	}
	return e
}

// area is what the frame may cover.
func (e *edit) area() components.CropArea { return e.areaOf(e.shape) }

func (e *edit) areaOf(shape string) components.CropArea {
	a := components.CropArea{Width: e.picture.Width, Height: e.picture.Height, Least: platform.MinPictureSide}
	for _, s := range shapes {
		if s.key == shape {
			a.Ratio = s.ratio
		}
	}
	return a
}

// choices are the shapes that a part of this picture can have.
func (e *edit) choices() []components.Option {
	var list []components.Option
	for _, s := range shapes {
		if e.areaOf(s.key).Fits() {
			list = append(list, components.Option{Value: s.key, Label: text.T("photo.shape." + s.key)})
		}
	}
	return list
}

// cut moves the frame.
func (e *edit) cut(box components.CropBox) {
	if box != e.box {
		e.box, e.uploaded = box, ""
	}
}

// choose gives the frame another shape. From the free shape it starts anew,
// with as much as there is.
func (e *edit) choose(shape string) {
	before := e.shape
	e.shape = shape
	if before == free {
		e.cut(e.area().Whole())
		return
	}
	e.cut(e.area().Shape(e.box))
}

// result says what would be sent: "2400 × 1920".
func (e *edit) result() string { return pixels(picture.Size(e.box.W, e.box.H)) }

func pixels(w, h int) string { return text.LTR(strconv.Itoa(w) + " × " + strconv.Itoa(h)) }

// judge says what keeps an opened picture from being used, "" for nothing. Its
// weight doesn't: it is made lighter.
func judge(width, height int) string {
	return text.Problems(rules.Picture(rules.PictureFacts{Type: rules.TypeJPEG, Width: width, Height: height}))
}

// openWords say why a file can't be opened.
func openWords(err error) string {
	switch {
	case errors.Is(err, picture.ErrType):
		return text.Problem(rules.Problem{Code: rules.CodePictureType})
	case errors.Is(err, picture.ErrHuge):
		return text.T("photo.huge")
	}
	return text.T("photo.broken")
}

// inReview reports whether there is a picture that the platform hasn't decided on.
func inReview(shop *platform.Shop) bool {
	return shop != nil && slices.ContainsFunc(shop.MainPictures, func(p platform.Picture) bool {
		return p.Status == platform.PicturePending
	})
}

// holds reports whether the platform has the picture, in whatever state.
func holds(shop *platform.Shop, url string) bool {
	return slices.ContainsFunc(shop.MainPictures, func(p platform.Picture) bool { return p.URL == url })
}

// parts is how far an upload is, in percent.
func parts(sent, total int64) int {
	if total <= 0 {
		return 0
	}
	return int(min(100, sent*100/total))
}
