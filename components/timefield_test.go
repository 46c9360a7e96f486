package components

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestTimeFieldMarkup(t *testing.T) {
	t.Parallel()
	render(t, &TimeField{ID: "fri-1-opens", Label: "Friday opens", Text: "25:00", Invalid: true,
		DescribedBy: "fri-error"}).
		First(t, "input").
		Attributes(t, map[string]string{
			"id": "fri-1-opens", "type": "text", "dir": "ltr", "aria-label": "Friday opens",
			"aria-invalid": "true", "aria-describedby": "fri-error", "autocomplete": "off", "value": "25:00",
			"inputmode": "numeric",
		})
}

// The buttons for a finger are there while the field has the keyboard and can step.
func TestTimeFieldSteps(t *testing.T) {
	t.Parallel()
	step := func(app.Context, int) {}
	for _, tt := range []struct {
		name  string
		field TimeField
		want  bool
	}{
		{"elsewhere", TimeField{OnStep: step, LaterLabel: "Later"}, false},
		{"here", TimeField{OnStep: step, LaterLabel: "Later", near: true}, true},
		{"no steps", TimeField{LaterLabel: "Later", near: true}, false},
	} {
		if got := strings.Contains(app.HTMLString(&tt.field), `aria-label="Later"`); got != tt.want {
			t.Errorf("%s: shown %t, want %t", tt.name, got, tt.want)
		}
	}
}
