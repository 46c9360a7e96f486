package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestDialogHasContentOnlyWhileOpen(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		root := render(
			t,
			&Dialog{
				ID: "d", Title: "Review", Open: open, CloseLabel: "Close", Body: words("Text"),
				Actions: row(button("Save", KindGo)),
			},
		)
		dialog := root.First(t, "dialog")
		dialog.Attributes(t, map[string]string{"id": "d", "aria-labelledby": when(open, "d-title"), "open": ""})
		for _, class := range []string{"dialog-title", "dialog-body", "dialog-foot", "dialog-close"} {
			if got := dialog.Has("." + class); got != open {
				t.Errorf("open %v: %s is there: %v", open, class, got)
			}
		}
		if !open {
			continue
		}
		buttons := dialog.All("button")
		if last := buttons[len(buttons)-1]; last.Get("aria-label") != "Close" {
			t.Error("the closing button isn't last")
		}
	}
}

func TestDialogAsksItsOwner(t *testing.T) {
	t.Parallel()
	asked := 0
	d := &Dialog{ID: "d", OnClose: func(app.Context) { asked++ }}
	d.closed(app.Context{}, app.Event{})
	if asked != 0 {
		t.Error("a dialog that its owner closed asked to be closed")
	}
	d.Open = true
	d.closed(app.Context{}, app.Event{})
	d.cancel(app.Context{}, app.Event{Value: app.Window()})
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}
