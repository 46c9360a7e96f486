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
	Repeats bool              // the file repeats it; these are the first days, or the next ones, only

	Unplaced bool // its times are in an unknown zone; they are taken as the shop's
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

// number reads digits, up to about a billion.
func number(text string) (n int, ok bool) {
	u, err := strconv.ParseUint(text, 10, 30)
	return int(u), err == nil
}

// clock reads "180000" in seconds.
func clock(text string) (seconds int, ok bool) {
	n, ok := number(text)
	ok = ok && len(text) == 6 && n/10000 <= 23 && n/100%100 <= 59 && n%100 <= 60
	return n/10000*3600 + n/100%100*60 + min(n%100, 59), ok
}

// moment is a date, or a date and a time of the shop's clock in seconds.
type moment struct {
	date     rules.Date
	seconds  int
	timed    bool
	unplaced bool // the time's zone is unknown
}

// moment reads a DTSTART or DTEND: 20261224, 20261224T180000, or with a Z, or a
// TZID. The years are those that a special date can have.
func (o ReadOptions) moment(l line) (moment, bool) {
	value := strings.TrimSpace(l.value)
	day, hours, timed := strings.Cut(value, "T")
	if len(day) != 8 {
		return moment{}, false
	}
	date, ok := rules.ParseDate(day[:4] + "-" + day[4:6] + "-" + day[6:])
	if !ok || date.Year < 1970 || date.Year > 9998 {
		return moment{}, false
	}
	if !timed {
		return moment{date: date}, true
	}
	hours, utc := strings.CutSuffix(hours, "Z")
	m := moment{date: date, timed: true}
	if m.seconds, ok = clock(hours); !ok {
		return moment{}, false
	}
	zone, known := rules.Zone(nil), utc
	if name := l.params["TZID"]; !utc && name != "" {
		zone, known = o.zone(name)
		m.unplaced = !known
	}
	if known {
		m.date, m.seconds = rules.Local(rules.Instant(m.date, m.seconds, zone), o.Zone)
	}
	return m, true
}

// duration reads "P1D", "PT8H30M" or "P2W" in seconds; a year at most.
func duration(text string) (int, bool) {
	text, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(text), "+"), "P")
	if !ok || text == "" {
		return 0, false
	}
	total, hours, digits := 0, false, ""
	for _, c := range []byte(text) {
		switch {
		case c == 'T' && !hours && digits == "":
			hours = true
			continue
		case c >= '0' && c <= '9':
			digits += string(c)
			continue
		}
		unit := map[byte]int{'W': 7 * platform.DaySeconds, 'D': platform.DaySeconds}[c]
		if hours {
			unit = map[byte]int{'H': 3600, 'M': 60, 'S': 1}[c]
		}
		n, ok := number(digits)
		if !ok || unit == 0 || n > 366*platform.DaySeconds/unit {
			return 0, false
		}
		total, digits = total+n*unit, ""
	}
	return total, digits == "" && total <= 366*platform.DaySeconds
}
