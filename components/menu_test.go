package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestMenuMarkup(t *testing.T) {
	t.Parallel()
	items := []MenuItem{{ID: "copy", Label: "Copy"}, {ID: "paste", Label: "Paste", Disabled: true}}
	closed := render(t, &Menu{ID: "m", Label: "More", Items: items})
	closed.First(t, "button").Attributes(
		t, map[string]string{"aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": ""},
	)
	if closed.Has("[role=menuitem]") {
		t.Error("a closed menu shows its actions")
	}
	open := render(t, &Menu{ID: "m", Label: "More", Items: items, open: true})
	open.First(t, "button").Attributes(t, map[string]string{"aria-expanded": "true", "aria-controls": "m-menu"})
	rows := open.All(`[role="menuitem"]`)
	rows[0].Attributes(t, map[string]string{"id": "m-item-copy", "tabindex": "-1", "aria-disabled": ""})
	rows[1].Attributes(t, map[string]string{"aria-disabled": "true"})
}

func TestDisabledMenuItemIsNotChosen(t *testing.T) {
	t.Parallel()
	for _, disabled := range []bool{false, true} {
		chosen := ""
		r := &menuRow{Item: MenuItem{ID: "a", Disabled: disabled}, OnChoose: func(_ app.Context, id string) { chosen = id }}
		r.choose(app.Context{}, app.Event{})
		if want := when(!disabled, "a"); chosen != want {
			t.Errorf("disabled %v: chose %q, want %q", disabled, chosen, want)
		}
	}
}
