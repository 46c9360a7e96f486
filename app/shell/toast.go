package shell

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// How long a message stays; one that offers something gives time to decide.
const (
	toastLife  = 6 * time.Second
	actionLife = 20 * time.Second
)

// mostToasts is how many messages are on screen at once. Those that offer something or are in use stay beyond that.
const mostToasts = 4

// toasts are the messages on screen, the newest last.
type toasts struct {
	last  int
	items []components.Toast
	does  map[string]func(app.Context) // by id
}

// messages shows them.
type messages struct {
	app.Compo

	Root  *Root
	Items []components.Toast
	Lang  string
}

// Render draws their region.
func (m *messages) Render() app.UI {
	return &components.Toasts{
		Label: text.T("toasts"), DismissLabel: text.T("toast.dismiss"), Items: m.Items,
		OnAction: m.Root.actToast, OnDismiss: m.Root.dropToast,
	}
}

func (t *toasts) add(toast pages.Offer, inUse func(id string) bool) (id string) {
	t.last++
	id = "toast-" + strconv.Itoa(t.last)
	t.items = append(t.items, components.Toast{
		ID: id, Tone: cmp.Or(toast.Tone, components.ToneOK), Text: toast.Text, Action: toast.Action,
	})
	if toast.Do != nil {
		if t.does == nil {
			t.does = map[string]func(app.Context){}
		}
		t.does[id] = toast.Do
	}
	if old := t.items[:len(t.items)-1]; len(old) >= mostToasts {
		spare := func(item components.Toast) bool { return t.does[item.ID] == nil && !inUse(item.ID) }
		if i := slices.IndexFunc(old, spare); i >= 0 {
			t.drop(old[i].ID)
		}
	}
	return id
}

func (t *toasts) drop(id string) {
	// In a new list: the old one is a prop that was rendered.
	t.items = slices.DeleteFunc(slices.Clone(t.items), func(item components.Toast) bool { return item.ID == id })
	delete(t.does, id)
}

func (r *Root) showToast(_ app.Context, a app.Action) {
	toast, ok := a.Value.(pages.Offer)
	if !ok {
		return
	}
	life := toastLife
	if toast.Do != nil {
		life = actionLife
	}
	r.expire(r.toasts.add(toast, components.ToastInUse), life, components.ToastInUse)
}

// expire drops a message after its time. While the keyboard or the pointer is on any message, all stay for longer.
func (r *Root) expire(id string, life time.Duration, inUse func(id string) bool) {
	r.ctx.After(life, func(ctx app.Context) {
		if inUse("") {
			ctx.PreventUpdate()
			r.expire(id, toastLife, inUse)
			return
		}
		r.toasts.drop(id)
	})
}

// reachToast puts the keyboard on the newest message at Alt+T: its buttons come after all others in the page.
func (r *Root) reachToast(e app.Value) {
	if components.Letter(e) == "t" && e.Get("altKey").Truthy() && !e.Get("ctrlKey").Truthy() && components.ReachToast() {
		e.Call("preventDefault")
	}
}

func (r *Root) dropToast(_ app.Context, id string) { r.toasts.drop(id) }

// actToast does what a message offers, once.
func (r *Root) actToast(_ app.Context, id string) {
	do := r.toasts.does[id]
	r.toasts.drop(id)
	if do != nil {
		do(r.ctx)
	}
}
