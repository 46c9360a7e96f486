package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestFieldDescription(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ hint, err, want string }{
		{"", "", ""},
		{"hint", "", "a-hint"},
		{"", "error", "a-error"},
		{"hint", "error", "a-hint a-error"},
	} {
		if got := FieldDescription("a", tt.hint, tt.err); got != tt.want {
			t.Errorf("hint %q, error %q: %q, want %q", tt.hint, tt.err, got, tt.want)
		}
	}
}

// TestFieldOrder keeps what is read before the control before it.
func TestFieldOrder(t *testing.T) {
	t.Parallel()
	root := render(t, &Field{ID: "a", Label: "Label", Hint: "Hint", Error: "Error", Body: func() []app.UI {
		return []app.UI{app.Span().Text("Control")}
	}})
	if got, want := root.Words(), "Label Hint Error Control"; got != want {
		t.Errorf("reads %q, want %q", got, want)
	}
}

func TestFieldGroupIsAFieldset(t *testing.T) {
	t.Parallel()
	set := render(t, &Field{ID: "a", Label: "Days", Error: "Choose one", Group: true}).First(t, "fieldset")
	set.Attributes(t, map[string]string{"id": "a", "aria-describedby": "a-error", "tabindex": "-1"})
	if got := set.First(t, "legend").Words(); got != "Days" {
		t.Errorf("legend is %q", got)
	}
}
