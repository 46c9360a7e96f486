package components

import "testing"

func TestCardIsARegionOfItsTitle(t *testing.T) {
	t.Parallel()
	root := render(
		t, &Card{ID: "today", Title: "Today", Flush: true, Body: words("x"), Foot: row(button("Edit", KindPlain))},
	)
	root.first(t, "section").attributes(t, map[string]string{"aria-labelledby": "today-title", "data-flush": "true"})
	root.first(t, "h2").attributes(t, map[string]string{"id": "today-title"})
	render(t, &Card{Body: words("x")}).first(t, "section").attributes(t, map[string]string{"aria-labelledby": ""})
}

func TestCardAroundABody(t *testing.T) {
	t.Parallel()
	root := render(t, Card{ID: "today", Title: "Today"}.With(&Pill{Text: "Open"}))
	root.first(t, "section").attributes(t, map[string]string{"aria-labelledby": "today-title"})
	root.first(t, "h2").attributes(t, map[string]string{"id": "today-title"})
	if pills := root.all(func(n *node) bool { return n.attrs["class"] == "pill" }); len(pills) != 1 {
		t.Errorf("%d pills in the body", len(pills))
	}
}
