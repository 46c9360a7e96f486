package components

import "testing"

func TestSwitchMarkup(t *testing.T) {
	t.Parallel()
	root := render(t, &Switch{ID: "mon", Label: "Open on Monday", HideLabel: true, On: true, DescribedBy: "mon-hint"})
	root.First(t, "input").Attributes(
		t, map[string]string{"role": "switch", "type": "checkbox", "checked": "true", "aria-describedby": "mon-hint"},
	)
	root.First(t, "span").Attributes(t, map[string]string{"class": "hidden"})
}
