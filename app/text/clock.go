package text

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Day is the day's name: "Monday".
func Day(d platform.Day) string { return T("day." + d.Key()) }

// DayWithin is the day's name within a sentence: "Monday", in Portuguese "segunda". [Day] begins a line or a sentence.
func DayWithin(d platform.Day) string { return dayWithin(d.Key()) }

func dayWithin(key string) string { return words.Within(Lang(), T("day."+key)) }

// ShortDay is the day's short name: "Mon".
func ShortDay(d platform.Day) string { return T("day.short." + d.Key()) }

// HeadDay is what stands above the day's column in a calendar: "Mon", as short as
// the language has it.
func HeadDay(d platform.Day) string { return T("day.head." + d.Key()) }

// nextDay stands after a time of the day after, on the same line.
const nextDay = "\u00a0⁺¹"

// Shift writes a shift as one range: "11:00–15:00", and "18:00–02:00 ⁺¹" when it crosses midnight.
func Shift(p platform.Period) string {
	span := rules.FormatClock(p.StartTime) + "–" + rules.FormatClock(p.EndTime)
	if p.CrossesMidnight() && p.EndTime != 0 {
		span += nextDay
	}
	return LTR(span)
}

// LTR keeps a span of times, a phone or an id in its left-to-right order inside
// text of any direction: Arabic would otherwise read 15:00–11:00.
func LTR(text string) string { return "\u2066" + text + "\u2069" }

// Isolate keeps a name or other words in their own direction among others.
func Isolate(words string) string { return "\u2068" + words + "\u2069" }

// Plain drops the marks that keep figures left to right: they are for the screen.
func Plain(words string) string { return marks.Replace(words) }

var marks = strings.NewReplacer("\u2066", "", "\u2068", "", "\u2069", "")

// Shifts writes a day: its shifts, "Closed all day" or "Open all day".
func Shifts(shifts []platform.Period) string {
	var spans []string
	for _, p := range shifts {
		switch {
		case p.Closed():
			continue
		case p.StartTime == 0 && p.EndTime == platform.DaySeconds:
			return T("shift.whole")
		}
		spans = append(spans, Shift(p))
	}
	if len(spans) == 0 {
		return T("shift.closed")
	}
	return List(spans)
}

// List writes a list: "11:00–15:00, 17:00–21:00 and 22:00–24:00".
func List(parts []string) string {
	last := len(parts) - 1
	if last < 1 {
		return strings.Join(parts, "")
	}
	return Commas(parts[:last]) + T("shift.between") + parts[last]
}

// Place is a zone's city: "Hong Kong" for "Asia/Hong_Kong". The browser doesn't tell cities: its names are of whole
// zones.
func Place(zone string) string {
	city := zone[strings.LastIndex(zone, "/")+1:]
	return Or("place."+city, strings.ReplaceAll(city, "_", " "))
}

// Week lists the days of the week in the order in which calendars of the
// language show them. (The page of weekly hours begins with Monday in each, as
// the platform does.)
func Week() []platform.Day {
	days := platform.Days()
	start := weekStart() - 1
	return slices.Concat(days[start:], days[:start])
}
