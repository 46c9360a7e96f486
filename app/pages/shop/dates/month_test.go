package dates

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// A day's stretches were joined otherwise than those of a week's day: "a and b and c".
func TestStretchesOfADayAreListed(t *testing.T) {
	t.Parallel()
	const hour = 3600
	day := rules.DayHours{Special: -1, Segments: []rules.Segment{
		{Start: 8 * hour, End: 9 * hour}, {Start: 10 * hour, End: 11 * hour}, {Start: 12 * hour, End: 13 * hour},
	}}
	if got, want := text.Plain(dayWords(day, item{})), "08:00–09:00, 10:00–11:00 and 12:00–13:00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
