package diff

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Line is one difference in words: "Friday", "11:00–22:00", "Closed all day".
type Line struct {
	What, Before, After string

	PhotoBefore, PhotoAfter string // addresses, where the line is of photos
}

// String is the line as one text: "Friday: 11:00–22:00 → Closed all day", or "Friday: Closed all day" without a value
// before.
func (l Line) String() string {
	if l.Before == "" {
		return text.T("edit.of", l.What, l.After)
	}
	return text.T("difference.line", l.What, l.Before, l.After)
}

// Clock writes an instant by the clock of the shop that differs, as [pages.WhenIn] does.
type Clock func(unixMS int64) string

// Lines are the differences in words, in their order. A part that isn't known is
// shown as it came.
func Lines(list []api.Difference, clock Clock) []Line {
	lines := make([]Line, len(list))
	for i, d := range list {
		lines[i] = lineOf(d, clock)
	}
	return lines
}

// Words are the differences as one text.
func Words(list []api.Difference, clock Clock) string { return Joined(Lines(list, clock)) }

// Joined are lines as one text.
func Joined(lines []Line) string {
	return strings.Join(pages.Words(lines, Line.String), text.T("difference.between"))
}

func lineOf(d api.Difference, clock Clock) Line {
	switch d.Part {
	case api.PartWeek:
		return Line{What: day(d.Day), Before: Shifts(d.BeforeShifts), After: Shifts(d.AfterShifts)}
	case api.PartDates:
		usual := text.T("difference.usual")
		l := Line{What: Span(d.From, d.To), Before: usual, After: usual}
		if len(d.BeforeShifts) > 0 {
			l.Before = Shifts(d.BeforeShifts)
		}
		if len(d.AfterShifts) > 0 {
			l.After = Shifts(d.AfterShifts)
		}
		return l
	case api.PartStatus:
		before, after := standings(d.Before, clock), standings(d.After, clock)
		return Line{What: Part(d.Part), Before: before, After: after}
	case api.PartPicture:
		l := Line{What: Part(d.Part), PhotoBefore: first(d.Before), PhotoAfter: first(d.After)}
		none := text.T("difference.none")
		l.Before, l.After = cmp.Or(pages.PhotoName(l.PhotoBefore), none), cmp.Or(pages.PhotoName(l.PhotoAfter), none)
		return l
	case api.PartPhones: // listed like a part that this program doesn't know
	}
	return Line{What: Part(d.Part), Before: listed(d.Before), After: listed(d.After)}
}

// titles are the keys of the names of a shop's parts.
var titles = map[api.Part]string{
	api.PartWeek: "hours.title", api.PartDates: "nav.dates", api.PartStatus: "difference.orders",
	api.PartPhones: "nav.phones", api.PartPicture: "nav.photo",
}

// Part names a part of a shop: "Weekly hours".
func Part(p api.Part) string { return text.Or(titles[p], string(p)) }

func day(d int) string {
	if d < 0 || d > 6 {
		return string(api.PartWeek)
	}
	return text.Day(platform.Day(d))
}

// Shifts writes a day: "11:00–15:00 and 18:00–02:00 ⁺¹".
func Shifts(shifts []api.Shift) string { return text.Shifts(rules.NormalizeDay(rules.Periods(shifts))) }

// Span names the days of a special date; what is no date stays as it is.
func Span(from, to string) string {
	to = cmp.Or(to, from)
	first, ok := rules.ParseDate(from)
	last, too := rules.ParseDate(to)
	switch {
	case ok && too:
		return text.DateSpan(first, last)
	case from == to:
		return text.LTR(from)
	}
	return text.LTR(from + "–" + to)
}

// standings writes a standing, and when the pause that it comes of ends. What isn't known is shown as it is.
func standings(list []string, clock Clock) string {
	if len(list) == 0 {
		return text.T("difference.none")
	}
	words := []string{pages.StandingName(api.Standing(list[0]))}
	for _, more := range list[1:] {
		if ms, err := strconv.ParseInt(more, 10, 64); err == nil {
			words = append(words, text.T("difference.until", clock(ms)))
			continue
		}
		words = append(words, more)
	}
	return text.Together(words...)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// listed writes phones and addresses left to right.
func listed(list []string) string {
	if len(list) == 0 {
		return text.T("difference.none")
	}
	return text.Commas(pages.Words(list, text.LTR))
}
