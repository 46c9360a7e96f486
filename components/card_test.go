package components

import "testing"

func TestCardIsARegionOfItsTitle(t *testing.T) {
	t.Parallel()
	root := render(t, &Card{ID: "today", Title: "Today", Flush: true, Body: words("x")})
	root.First(t, "section").Attributes(t, map[string]string{"aria-labelledby": "today-title", "data-flush": "true"})
	root.First(t, "h2").Attributes(t, map[string]string{"id": "today-title"})
	render(t, &Card{Body: words("x")}).First(t, "section").Attributes(t, map[string]string{"aria-labelledby": ""})
}

func TestCardAroundABody(t *testing.T) {
	t.Parallel()
	root := render(t, Card{ID: "today", Title: "Today"}.With(&Pill{Text: "Open"}))
	root.First(t, "section").Attributes(t, map[string]string{"aria-labelledby": "today-title"})
	root.First(t, "h2").Attributes(t, map[string]string{"id": "today-title"})
	if pills := root.All(".pill"); len(pills) != 1 {
		t.Errorf("%d pills in the body", len(pills))
	}
}
