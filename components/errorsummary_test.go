package components

import "testing"

func TestErrorSummaryMarkup(t *testing.T) {
	t.Parallel()
	root := render(
		t, &ErrorSummary{ID: "sum", Title: "There is a problem", Items: []ErrorItem{{"fri", "Two shifts overlap"}}},
	)
	box := root.First(t, ".summary")
	box.Attributes(t, map[string]string{"id": "sum", "tabindex": "-1", "role": "group", "aria-labelledby": "sum-title"})
	if box.Get("role") == "alert" || !box.Has("[role=alert]") {
		t.Error("the alert isn't an element within the focused box")
	}
	link := box.First(t, "a")
	link.Attributes(t, map[string]string{"href": "#fri"})
	if got := link.Words(); got != "Two shifts overlap" {
		t.Errorf("link reads %q", got)
	}
}
