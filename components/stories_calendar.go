package components

import (
	"strconv"

	"github.com/shopdesk/shopdesk/platform/rules"
)

func calendarStories() []Story {
	return []Story{
		{Name: "a month, three days chosen", UI: calendarStory("s-cal")},
		{Name: "narrow", Narrow: true, UI: calendarStory("s-cal-narrow")},
		{Name: "right to left", RTL: true, UI: calendarStory("s-cal-rtl")},
	}
}

// calendarStory is December 2026 with a closure, other hours and a choice.
func calendarStory(id string) *Calendar {
	const hour = 3600
	c := &Calendar{ID: id, Label: "December 2026", First: "2026-12-25", Last: "2026-12-27"}
	for _, name := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		c.Heads = append(c.Heads, CalendarHead{Short: name[:3], Long: name})
	}
	first := rules.Date{Year: 2026, Month: 11, Day: 30}
	for i := range 35 {
		at := first.AddDays(i)
		d := CalendarDay{
			Date: at.String(), Number: strconv.Itoa(at.Day), Label: at.String() + ": 11:00–22:00",
			Lines:    []string{"11:00–22:00"},
			Segments: []Segment{{From: 11 * hour, To: 22 * hour}}, Outside: at.Month != 12, Past: i < 8, Today: i == 8,
		}
		switch at.Day {
		case 24:
			d.Mark, d.Changed, d.Lines, d.Segments = "shifts", true, []string{"11:00–15:00", "18:00–20:00"}, []Segment{
				{From: 11 * hour, To: 15 * hour}, {From: 18 * hour, To: 20 * hour},
			}
		case 25, 26:
			d.Mark, d.Lines, d.Segments, d.Label = "closed", nil, nil, at.String()+": closed all day"
		}
		c.Days = append(c.Days, d)
	}
	return c
}
