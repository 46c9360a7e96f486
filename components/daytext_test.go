package components

import "testing"

func TestDayTextIsAListEitherWay(t *testing.T) {
	t.Parallel()
	for shown, class := range map[bool]string{true: "daytext", false: "hidden"} {
		list := render(t, &DayText{Label: "Saturday", Lines: []string{"a", "b"}, Shown: shown}).First(t, "ul")
		list.Attributes(t, map[string]string{"class": class, "aria-label": "Saturday"})
		if got := list.Words(); got != "a b" {
			t.Errorf("reads %q", got)
		}
	}
}
