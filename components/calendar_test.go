package components

import (
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestCalendarMarkup(t *testing.T) {
	t.Parallel()
	root := render(t, calendarStory("c"))
	chosen := root.All(`[role="gridcell"][aria-selected="true"]`)
	if len(chosen) != 3 {
		t.Errorf("%d days are chosen, want 3", len(chosen))
	}
	stops := root.All(`button[tabindex="0"]`)
	if len(stops) != 1 || stops[0].Get("data-date") != "2026-12-27" {
		t.Errorf("Tab leads to %v", stops)
	}
	if rows := root.All(`[role="row"]`); len(rows) != 6 {
		t.Errorf("%d rows, want the names and five weeks", len(rows))
	}
}

// An ordinary day was drawn with a bar that nobody sees, and one that is over with hours that were hidden: half of a
// month's elements.
func TestOrdinaryDaysAreFewElements(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		day  CalendarDay
		want int // elements in its button
	}{
		{CalendarDay{Date: "2026-12-01", Number: "1", Past: true}, 1},
		{CalendarDay{Date: "2026-12-24", Number: "24", Lines: []string{"11:00–15:00"}}, 2},
		{CalendarDay{Date: "2026-12-25", Number: "25", Mark: "closed", Name: "Christmas"}, 8},
		{CalendarDay{Date: "2026-12-01", Number: "1", Past: true, Mark: "shifts"}, 8},
	} {
		root := render(t, &Calendar{ID: "c", Label: "December", Days: slices.Repeat([]CalendarDay{tt.day}, 7)})
		if got := len(root.All(".calendar-day *")); got != 7*tt.want {
			t.Errorf("%+v: %d elements, want 7 times %d", tt.day, got, tt.want)
		}
	}
}

func TestCalendarKeys(t *testing.T) {
	t.Parallel()
	tests := []struct {
		from, key string
		rtl       bool
		start     platform.Day
		want      string // "" when the key isn't the calendar's
	}{
		{"2026-12-31", "ArrowRight", false, platform.Monday, "2027-01-01"},
		{"2026-12-31", "ArrowRight", true, platform.Monday, "2026-12-30"},
		{"2026-12-01", "ArrowLeft", false, platform.Monday, "2026-11-30"},
		{"2026-12-01", "ArrowUp", false, platform.Monday, "2026-11-24"},
		{"2026-12-28", "ArrowDown", true, platform.Monday, "2027-01-04"},
		{"2026-12-24", "Home", false, platform.Monday, "2026-12-21"},
		{"2026-12-24", "End", false, platform.Monday, "2026-12-27"},
		{"2026-12-24", "Home", false, platform.Sunday, "2026-12-20"},
		{"2026-12-24", "End", false, platform.Sunday, "2026-12-26"},
		{"2026-12-25", "End", true, platform.Saturday, "2026-12-25"},
		{"2027-01-31", "PageDown", false, platform.Monday, "2027-02-28"},
		{"2027-01-31", "PageUp", false, platform.Monday, "2026-12-31"},
		{"2026-12-24", "a", false, platform.Monday, ""},
	}
	for _, tt := range tests {
		from, _ := rules.ParseDate(tt.from)
		to, ok := moved(from, tt.key, tt.rtl, tt.start)
		if ok != (tt.want != "") || ok && to.String() != tt.want {
			t.Errorf("%s on %s leads to %v %v, want %q", tt.key, tt.from, to, ok, tt.want)
		}
	}
}

// The end of a choice that moves is the one that didn't begin it.
func TestCalendarChoiceOfSeveral(t *testing.T) {
	t.Parallel()
	c := calendarStory("c")
	c.anchor = c.Last
	if c.end() != c.First || c.from() != c.Last {
		t.Errorf("dragged backwards: moves %s from %s", c.end(), c.from())
	}
	c.anchor = c.First
	if c.end() != c.Last || c.from() != c.First {
		t.Errorf("dragged forwards: moves %s from %s", c.end(), c.from())
	}
}
