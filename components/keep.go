package components

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Typed is where fields keep what is typed in them, until the browser's tab is closed; nil for nowhere. A field has
// that again when its page is loaded anew, by an update or because the device had thrown the page away; not when the
// field has gone meanwhile, or stood for something else.
var Typed interface {
	Get(key string) (string, bool)
	Set(key, value string) error
	Remove(key string)
}

// Kept is what a field or a form keeps, under a key that is "" for nothing.
type Kept struct {
	before string // what stood there
	typed  string
}

// Mount looks for what was typed in place of a value.
func (k *Kept) Mount(ctx app.Context, key, value string, found func(app.Context, string)) {
	if k.before = value; key == "" || Typed == nil {
		return
	}
	text, _ := Typed.Get(key)
	if before, typed, ok := strings.Cut(text, "\x00"); ok && before == value && typed != value {
		k.typed = typed
		ctx.Dispatch(func(ctx app.Context) { found(ctx, typed) })
	}
}

// Heard keeps what is typed. A browser that keeps nothing has it typed again.
func (k *Kept) Heard(key, typed string) {
	if k.typed = typed; key != "" && Typed != nil {
		_ = Typed.Set(key, k.before+"\x00"+typed)
	}
}

// shows drops what was typed when something else is shown.
func (k *Kept) shows(key, value string) {
	if value != k.typed {
		k.Drop(key)
	}
}

// Drop forgets what was typed.
func (k *Kept) Drop(key string) {
	if key != "" && Typed != nil {
		Typed.Remove(key)
	}
}
