package ics

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Event is one event: the days from First to Last, both included, on the shop's
// calendar.
type Event struct {
	Summary string
	Details string // beside a name: what Hours says, in words; only written
	First   rules.Date
	Last    rules.Date
	Hours   []platform.Period // what the shop does on each of the days; nil when the event doesn't tell
	Unnamed bool              // Summary only says what Hours says: the entry has no name
	Repeats bool              // the file repeats it; these are the first days only
}

// hoursName is the property that keeps exact hours, in seconds after the shop's
// midnight: "39600-54000,64800-7200".
const hoursName = "X-SHOPDESK-HOURS"

// unnamedName is the property of an event whose summary we made up.
const unnamedName = "X-SHOPDESK-UNNAMED"

// maxHours bounds the shifts of one event.
const maxHours = 48

func formatHours(periods []platform.Period) string {
	parts := make([]string, len(periods))
	for i, p := range periods {
		parts[i] = strconv.Itoa(p.StartTime) + "-" + strconv.Itoa(p.EndTime)
	}
	return strings.Join(parts, ",")
}

func parseHours(text string) ([]platform.Period, bool) {
	parts := strings.Split(text, ",")
	if len(parts) > maxHours {
		return nil, false
	}
	periods := make([]platform.Period, len(parts))
	for i, part := range parts {
		from, to, _ := strings.Cut(part, "-")
		start, okStart := number(from)
		end, okEnd := number(to)
		if !okStart || !okEnd || start > platform.DaySeconds || end > platform.DaySeconds {
			return nil, false
		}
		periods[i] = platform.Period{StartTime: start, EndTime: end}
	}
	return periods, true
}

// number reads up to nine digits.
func number(text string) (n int, ok bool) {
	if text == "" || len(text) > 9 {
		return 0, false
	}
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}
