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

// kept is what a field keeps, under a key that is "" for nothing.
type kept struct {
	before string // what stood there
	typed  string
}

// mount looks for what was typed in place of a value.
func (k *kept) mount(ctx app.Context, key, value string, found func(app.Context, string)) {
	if k.before = value; key == "" || Typed == nil {
		return
	}
	text, _ := Typed.Get(key)
	if before, typed, ok := strings.Cut(text, "\x00"); ok && before == value && typed != value {
		k.typed = typed
		ctx.Dispatch(func(ctx app.Context) { found(ctx, typed) })
	}
}

// heard keeps what is typed. A browser that keeps nothing has it typed again.
func (k *kept) heard(key, typed string) {
	if k.typed = typed; key != "" && Typed != nil {
		_ = Typed.Set(key, k.before+"\x00"+typed)
	}
}

// shows drops what was typed when something else is shown.
func (k *kept) shows(key, value string) {
	if value != k.typed {
		k.drop(key)
	}
}

func (k *kept) drop(key string) {
	if key != "" && Typed != nil {
		Typed.Remove(key)
	}
}
