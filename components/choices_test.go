package components

import "testing"

func TestChoices(t *testing.T) {
	t.Parallel()
	root := render(t, &Choices{ID: "end", Label: "How long?", Error: "Choose one", Value: "30", Options: []Option{
		{Value: "15", Label: "15 minutes"}, {Value: "30", Label: "30 minutes"},
		{Value: "opening", Label: "Until tomorrow", Num: "11:00"},
	}})
	radios := root.All(`[type="radio"]`)
	if len(radios) != 3 {
		t.Fatalf("%d radio buttons", len(radios))
	}
	for i, n := range radios {
		checked := n.Get("checked") == "true"
		if n.Get("name") != "end" || checked != (i == 1) {
			t.Errorf("radio %d: %v", i, n.Attr)
		}
	}
	root.First(t, "fieldset").Attributes(t, map[string]string{"id": "end", "aria-describedby": "end-error"})
	if times := root.All(`bdi[dir="ltr"]`); len(times) != 1 {
		t.Error("the time isn't kept left to right")
	}
}

// The browser would report "on" for a value that go-app drops.
func TestChoicesWithAnEmptyValue(t *testing.T) {
	t.Parallel()
	root := render(
		t, &Choices{ID: "state", Label: "Which?", Options: []Option{{Label: "All"}, {Value: "done", Label: "Done"}}},
	)
	radios := root.All(`[type="radio"]`)
	if all := radios[0]; all.Get("checked") != "true" || fromOption(all.Get("value")) != "" || all.Get("value") == "" {
		t.Errorf("all: %v", all.Attr)
	}
	if radios[1].Get("checked") == "true" {
		t.Error("two are chosen")
	}
}
