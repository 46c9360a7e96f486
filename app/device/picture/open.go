package picture

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Why a file can't be opened.
var (
	ErrType   = errors.New("picture: not a JPEG, PNG or WebP")
	ErrBroken = errors.New("picture: damaged")
	ErrHuge   = errors.New("picture: too large for this device")
)

// maxFile bounds what is opened, in bytes. What is sent is far smaller.
const maxFile = 60_000_000

// Accept is what a file chooser offers. Phones that take pictures of another
// kind hand them over as one of these.
const Accept = rules.TypeJPEG + "," + rules.TypePNG + "," + rules.TypeWebP

// Picture is a file opened in the browser. Its size is that of the upright
// picture. Close it when done.
type Picture struct {
	URL           string // of the page's own, to show it
	Width, Height int

	file, bitmap app.Value
}

// Open reads a File or Blob: its first bytes tell what it is, not its name.
func Open(file app.Value) (*Picture, error) {
	if file.Get("size").Float() > maxFile {
		return nil, ErrHuge
	}
	head, err := device.Await(file.Call("slice", 0, rules.PictureHead).Call("arrayBuffer"))
	if err != nil {
		return nil, ErrBroken
	}
	bytes := app.Window().Get("Uint8Array").New(head)
	first := make([]byte, bytes.Length())
	app.CopyBytesToGo(first, bytes)
	if rules.PictureType(first) == "" {
		return nil, ErrType
	}
	bitmap, err := device.Await(app.Window().Call("createImageBitmap", file,
		map[string]any{"imageOrientation": "from-image"}))
	if err != nil {
		return nil, ErrBroken
	}
	return &Picture{
		URL:   app.Window().Get("URL").Call("createObjectURL", file).String(),
		Width: bitmap.Get("width").Int(), Height: bitmap.Get("height").Int(), file: file, bitmap: bitmap,
	}, nil
}

// Close gives the picture's memory back.
func (p *Picture) Close() {
	if p.bitmap == nil {
		return
	}
	p.bitmap.Call("close")
	app.Window().Get("URL").Call("revokeObjectURL", p.URL)
	p.bitmap = nil
}
