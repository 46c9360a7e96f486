package components

import "testing"

func TestChoices(t *testing.T) {
	t.Parallel()
	root := render(t, &Choices{ID: "end", Label: "How long?", Error: "Choose one", Value: "30", Options: []Choice{
		{Value: "15", Label: "15 minutes"}, {Value: "30", Label: "30 minutes"},
		{Value: "opening", Label: "Until tomorrow", Num: "11:00"},
	}})
	radios := root.all(func(n *node) bool { return n.attrs["type"] == "radio" })
	if len(radios) != 3 {
		t.Fatalf("%d radio buttons", len(radios))
	}
	for i, n := range radios {
		checked := n.attrs["checked"] == "true"
		if n.attrs["name"] != "end" || checked != (i == 1) {
			t.Errorf("radio %d: %v", i, n.attrs)
		}
	}
	if group := root.all(func(n *node) bool {
		return n.tag == "fieldset"
	}); len(group) != 1 || group[0].attrs["id"] != "end" || group[0].attrs["aria-describedby"] != "end-error" {
		t.Errorf("no group, or without its error: %v", group)
	}
	if times := root.all(func(n *node) bool { return n.tag == "bdi" && n.attrs["dir"] == "ltr" }); len(times) != 1 {
		t.Error("the time isn't kept left to right")
	}
}

// The browser would report "on" for a value that go-app drops.
func TestChoicesWithAnEmptyValue(t *testing.T) {
	t.Parallel()
	root := render(
		t, &Choices{ID: "state", Label: "Which?", Options: []Choice{{Label: "All"}, {Value: "done", Label: "Done"}}},
	)
	radios := root.all(func(n *node) bool { return n.attrs["type"] == "radio" })
	if all := radios[0].attrs; all["checked"] != "true" || fromOption(all["value"]) != "" || all["value"] == "" {
		t.Errorf("all: %v", all)
	}
	if radios[1].attrs["checked"] == "true" {
		t.Error("two are chosen")
	}
}
