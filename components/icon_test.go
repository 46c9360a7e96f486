package components

import (
	"strings"
	"testing"
)

func TestIconsAreComplete(t *testing.T) {
	t.Parallel()
	names := IconNames()
	if len(names) != len(iconPaths) {
		t.Errorf("%d icons are listed, %d are drawn", len(names), len(iconPaths))
	}
	for _, name := range names {
		if !strings.HasPrefix(iconPaths[name], "M") {
			t.Errorf("icon %s has no drawing", name)
		}
	}
}

func TestIconMarkup(t *testing.T) {
	t.Parallel()
	render(t, &Icon{Name: IconBack}).First(t, "svg").
		Attributes(t, map[string]string{"aria-hidden": "true", "role": "", "data-flip": "true"})
	render(t, &Icon{Name: IconHours}).First(t, "svg").Attributes(t, map[string]string{"data-flip": ""})
}
