package components

import "testing"

func TestIconButtonHasNameAndTooltip(t *testing.T) {
	t.Parallel()
	button := render(t, &IconButton{Icon: IconTrash, Label: "100% gone", Kind: KindBare}).First(t, "button")
	button.Attributes(
		t, map[string]string{"aria-label": "100% gone", "title": "100% gone", "data-square": "true", "type": "button"},
	)
}
