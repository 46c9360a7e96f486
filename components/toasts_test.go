package components

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestToastsRegionIsAlwaysThere(t *testing.T) {
	t.Parallel()
	root := render(t, &Toasts{Label: "Messages"})
	root.First(t, "[role=status]").Attributes(t, map[string]string{"aria-live": "polite", "aria-atomic": "false"})
}

func TestToastTellsItsID(t *testing.T) {
	t.Parallel()
	var told []string
	r := &toastRow{
		Toast:     Toast{ID: "copied"},
		OnAction:  func(_ app.Context, id string) { told = append(told, "act "+id) },
		OnDismiss: func(_ app.Context, id string) { told = append(told, "dismiss "+id) },
	}
	r.act(app.Context{})
	r.dismiss(app.Context{})
	if diff := cmp.Diff([]string{"act copied", "dismiss copied"}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if r.CompoID() != "copied" {
		t.Error("a message that takes another's place would keep its state")
	}
}
