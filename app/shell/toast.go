package shell

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
)

// toastLife is how long a message stays.
const toastLife = 6 * time.Second

// toasts are the messages on screen, the newest last.
type toasts struct {
	last  int
	items []components.Toast
}

func (t *toasts) add(text string) (id string) {
	t.last++
	id = "toast-" + strconv.Itoa(t.last)
	t.items = append(t.items, components.Toast{ID: id, Tone: components.ToneOK, Text: text})
	return id
}

func (t *toasts) drop(id string) {
	var kept []components.Toast // a new list: the old one is a prop that was rendered
	for _, item := range t.items {
		if item.ID != id {
			kept = append(kept, item)
		}
	}
	t.items = kept
}

func (r *Root) showToast(_ app.Context, a app.Action) {
	toast, ok := a.Value.(state.Toast)
	if !ok {
		return
	}
	id := r.toasts.add(toast.Text)
	r.ctx.After(toastLife, func(app.Context) { r.toasts.drop(id) })
}

func (r *Root) dropToast(_ app.Context, id string) { r.toasts.drop(id) }
