package picture

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// qualities are tried one after the other until the file is light enough.
var qualities = []float64{.9, .8, .7, .55, .4}

var errCanvas = errors.New("picture: the browser draws none")

// Encoded is a picture ready to be sent.
type Encoded struct {
	Type  string
	Bytes int64

	blob app.Value
}

// Encode cuts a part out, brings it to a size, and encodes it as a JPEG on
// white ground.
func (p *Picture) Encode(x, y, w, h int) (*Encoded, error) {
	toW, toH := Size(w, h)
	canvas := app.Window().Get("document").Call("createElement", "canvas")
	canvas.Set("width", toW)
	canvas.Set("height", toH)
	pen := canvas.Call("getContext", "2d")
	if !pen.Truthy() || p.bitmap == nil {
		return nil, errCanvas
	}
	pen.Set("fillStyle", "white")
	pen.Call("fillRect", 0, 0, toW, toH)
	pen.Set("imageSmoothingQuality", "high")
	pen.Call("drawImage", p.bitmap, x, y, w, h, 0, 0, toW, toH)
	defer canvas.Set("width", 0) // gives its memory back
	for _, quality := range qualities {
		blob := toBlob(canvas, quality)
		if !blob.Truthy() {
			return nil, errCanvas
		}
		if size := int64(blob.Get("size").Float()); size < platform.PictureBytes {
			return &Encoded{Type: rules.TypeJPEG, Bytes: size, blob: blob}, nil
		}
	}
	return nil, ErrHuge
}

func toBlob(canvas app.Value, quality float64) app.Value {
	done := make(chan app.Value, 1)
	callback := device.Func(func(args []app.Value) {
		done <- args[0]
	})
	defer callback.Release()
	canvas.Call("toBlob", callback, rules.TypeJPEG, quality)
	return <-done
}
