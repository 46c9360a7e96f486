package ics

import (
	"errors"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// What a file may be at most.
const (
	MaxBytes  = 1 << 20
	MaxEvents = 500
)

// The reasons why nothing is read at all.
var (
	ErrNotCalendar = errors.New("ics: not a calendar file")
	ErrTooLarge    = errors.New("ics: too large, or too many events")
)

// Calendar is what was read, without events that are over. Skipped counts the
// events that can't be read or are cancelled.
type Calendar struct {
	Events  []Event
	Skipped int
}

// ReadOptions tell where the shop is.
type ReadOptions struct {
	Zone   rules.Zone                           // the shop's; nil is UTC
	Today  rules.Date                           // at the shop
	Lookup func(name string) (rules.Zone, bool) // zones by name; nil knows none

	own map[string]rules.Zone // of the file
}

// Read reads a calendar file. Times in a known zone become the shop's own;
// times without a zone, or in an unknown one, are taken as the shop's. An event
// of an unknown zone is marked.
func Read(text string, o ReadOptions) (Calendar, error) {
	if len(text) > MaxBytes {
		return Calendar{}, ErrTooLarge
	}
	all := lines(text)
	o.own = ownZones(all)
	var c Calendar
	var event map[string]line
	inside, nested := false, 0
	for _, l := range all {
		component := strings.ToUpper(strings.TrimSpace(l.value))
		switch {
		case l.name == "BEGIN" && component == "VCALENDAR":
			inside = true
		case !inside:
		case l.name == "BEGIN" && component == "VEVENT" && event == nil:
			event = map[string]line{}
		case l.name == "BEGIN" && event != nil:
			nested++ // an alarm, whose properties aren't the event's
		case l.name == "END" && nested > 0:
			nested--
		case l.name == "END" && component == "VEVENT" && event != nil:
			switch e, ok := o.event(event); {
			case !ok:
				c.Skipped++
			case !e.Repeats && e.Last.Before(o.Today): // it is over
			case len(c.Events) == MaxEvents:
				return Calendar{}, ErrTooLarge
			default:
				c.Events = append(c.Events, e)
			}
			event = nil
		case event != nil && nested == 0:
			if _, twice := event[l.name]; !twice {
				event[l.name] = l
			}
		}
	}
	if !inside {
		return Calendar{}, ErrNotCalendar
	}
	return c, nil
}

// event reads the properties of one event.
func (o ReadOptions) event(p map[string]line) (Event, bool) {
	e := Event{
		Summary: unescape(p["SUMMARY"].value), Unnamed: p[unnamedName].name != "",
		Repeats: p["RRULE"].name+p["RDATE"].name != "",
	}
	if strings.EqualFold(p["STATUS"].value, "CANCELLED") {
		return e, false
	}
	start, ok := o.moment(p["DTSTART"])
	if !ok {
		return e, false
	}
	if !start.timed {
		e, ok = e.wholeDays(p, start, o)
		if y, again := parseYearly(p["RRULE"].value, e.First); again && p["RDATE"].name+p["EXDATE"].name == "" {
			e = e.next(y, o.Today)
		}
		return e, ok
	}
	return e.timed(p, start, o)
}

// wholeDays is an event of whole days; its end is the day after the last.
func (e Event) wholeDays(p map[string]line, start moment, o ReadOptions) (Event, bool) {
	e.First, e.Last = start.date, start.date
	if end, ok := p["DTEND"]; ok {
		m, ok := o.moment(end)
		if !ok || m.timed {
			return e, false
		}
		e.Last = m.date.AddDays(-1)
	} else if d, ok := p["DURATION"]; ok {
		length, ok := duration(d.value)
		if !ok {
			return e, false
		}
		e.Last = e.First.AddDays(max(length/platform.DaySeconds, 1) - 1)
	}
	if e.Last.Before(e.First) { // some programs end a day on itself
		e.Last = e.First
	}
	if h, ok := p[hoursName]; ok {
		e.Hours, ok = parseHours(h.value)
		return e, ok
	}
	return e, true
}

// timed is an event with times: a shift when it is shorter than a day, else
// whole days.
func (e Event) timed(p map[string]line, start moment, o ReadOptions) (Event, bool) {
	end := start
	if l, ok := p["DTEND"]; ok {
		if end, ok = o.moment(l); !ok || !end.timed {
			return e, false
		}
	} else if d, ok := p["DURATION"]; ok {
		length, ok := duration(d.value)
		if !ok {
			return e, false
		}
		end.seconds += length
		end.date, end.seconds = end.date.AddDays(end.seconds/platform.DaySeconds), end.seconds%platform.DaySeconds
	}
	e.Unplaced = start.unplaced || end.unplaced
	length := (end.date.Days()-start.date.Days())*platform.DaySeconds + end.seconds - start.seconds
	e.First, e.Last = start.date, start.date
	switch {
	case length <= 0:
		return e, false
	case length < platform.DaySeconds:
		if end.seconds == 0 {
			end.seconds = platform.DaySeconds
		}
		e.Hours = []platform.Period{{StartTime: start.seconds, EndTime: end.seconds}}
	default:
		e.Last = end.date
		if end.seconds == 0 {
			e.Last = end.date.AddDays(-1)
		}
	}
	return e, true
}
