package components

import "testing"

func TestErrorSummaryMarkup(t *testing.T) {
	t.Parallel()
	root := render(
		t, &ErrorSummary{ID: "sum", Title: "There is a problem", Items: []ErrorItem{{"fri", "Two shifts overlap"}}},
	)
	box := root.first(t, "summary")
	box.attributes(t, map[string]string{"id": "sum", "tabindex": "-1", "role": "group", "aria-labelledby": "sum-title"})
	if box.attrs["role"] == "alert" || !box.has("alert") {
		t.Error("the alert isn't an element within the focused box")
	}
	link := box.first(t, "a")
	link.attributes(t, map[string]string{"href": "#fri"})
	if got := link.words(); got != "Two shifts overlap" {
		t.Errorf("link reads %q", got)
	}
}
