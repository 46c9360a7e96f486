package components

import "testing"

func TestCheckboxMarkup(t *testing.T) {
	t.Parallel()
	root := render(t, &Checkbox{ID: "tue", Label: "Tuesday", Hint: "Closed now", Invalid: true})
	root.First(t, "input").Attributes(
		t, map[string]string{"checked": "false", "aria-invalid": "true", "aria-describedby": "tue-hint"},
	)
	if got := root.First(t, "label").Words(); got != "Tuesday" {
		t.Errorf("label is %q", got)
	}
}
