package ics

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// yearly is when an event comes again on the date of its first day.
type yearly struct {
	step  int    // years from one to the next
	count int    // how often in all, negative for ever
	until string // the last first day, as the file writes it
}

// parseYearly reads an RRULE (RFC 5545, 3.3.10). One that gives other dates than that of the first day isn't read.
func parseYearly(rule string, first rules.Date) (y yearly, ok bool) {
	y = yearly{step: 1, count: -1, until: "99991231"}
	rest, ok := strings.CutPrefix(strings.ToUpper(strings.TrimSpace(rule)), "FREQ=YEARLY")
	if !ok {
		return y, false
	}
	for part := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(part, "=")
		n, _ := number(value)
		switch name {
		case "", "WKST":
		case "INTERVAL":
			y.step, ok = n, n > 0
		case "COUNT":
			y.count, ok = n, n > 0
		case "UNTIL":
			y.until = value
		case "BYMONTH":
			ok = n == first.Month
		case "BYMONTHDAY":
			ok = n == first.Day
		default:
			ok = false
		}
		if !ok {
			return y, false
		}
	}
	return y, true
}

// next moves days that are over to those on which they come again. Days that
// have come for the last time don't repeat any more.
func (e Event) next(y yearly, today rules.Date) Event {
	days := e.Last.Days() - e.First.Days()
	for first := e.First; ; first.Year += y.step {
		if y.count == 0 || first.Year > 9998 || strings.ReplaceAll(first.String(), "-", "") > y.until {
			e.Repeats = false
			return e
		}
		if rules.DateOfDays(first.Days()) != first {
			continue // the 29th of February of another year
		}
		if last := first.AddDays(days); !last.Before(today) {
			e.First, e.Last = first, last
			return e
		}
		y.count--
	}
}
