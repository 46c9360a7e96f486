package device

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// addressLife is how long a file's address lasts: some browsers read it only
// after the press.
const addressLife = time.Minute

// Download hands content to the browser as a file to keep; kind is its media
// type.
func Download(ctx app.Context, name, kind, content string) {
	if app.IsServer {
		return
	}
	window := app.Window()
	// As bytes: a text on its way to the browser loses its byte order mark.
	bytes := window.Get("Uint8Array").New(len(content))
	app.CopyBytesToJS(bytes, []byte(content))
	blob := window.Get("Blob").New([]any{bytes}, map[string]any{"type": kind})
	address := window.Get("URL").Call("createObjectURL", blob)
	link := window.Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	ctx.After(addressLife, func(app.Context) { window.Get("URL").Call("revokeObjectURL", address) })
}
