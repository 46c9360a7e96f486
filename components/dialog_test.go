package components

import (
	"testing"
	"time"

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

// Two presses of Enter on "Pause orders…" paused the shop: the second met the first control of the question.
func TestSecondPressOfTheKeyThatOpenedADialogIsMissed(t *testing.T) {
	t.Parallel()
	page := app.Window()
	first, second := control{page, 1}, control{page, 2}
	for name, c := range map[string]struct {
		keys []string
		on   control
		age  time.Duration
		want bool
	}{
		"Enter at once":          {[]string{"Enter"}, first, 0, true},
		"three times":            {[]string{"Enter", "Enter"}, first, 0, true},
		"the space bar":          {[]string{" "}, first, 0, true},
		"a moment later":         {[]string{"Enter"}, first, twice, false},
		"on another control":     {[]string{"Enter"}, second, 0, false},
		"after something typed":  {[]string{"5", "Enter"}, first, 0, false},
		"a key of another sense": {[]string{"ArrowDown"}, first, 0, false},
	} {
		d := &Dialog{shown: time.Now().Add(-c.age), first: first}
		missed := false
		for _, key := range c.keys {
			missed = false
			d.pressed(app.Context{}, app.Event{Value: press{page, key, c.on, &missed}})
		}
		if missed != c.want {
			t.Errorf("%s: missed %v, want %v", name, missed, c.want)
		}
	}
}

// press is the press of a key on a control.
type press struct {
	app.Value
	key    string
	on     control
	missed *bool
}

func (p press) Get(name string) app.Value {
	if name == "target" {
		return p.on
	}
	return p
}
func (p press) String() string { return p.key }
func (p press) Call(string, ...any) app.Value {
	*p.missed = true
	return p
}

type control struct {
	app.Value
	n int
}

func (c control) Equal(other app.Value) bool { return c == other }
