package text

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// DateStyle is how much of a date is written.
type DateStyle int

// The styles, as English writes them.
const (
	DateShort  DateStyle = iota // Fri 20 Nov
	DateMoment                  // 20 Nov, 23:57
	DateMonth                   // November 2026
	DateFull                    // Friday 20 November 2026
	DateClock                   // 23:57
)

// Date writes a calendar date.
func Date(d rules.Date, style DateStyle) string {
	as := written{d, style, Lang()}
	if words, ok := dates.Load(as); ok {
		return words.(string)
	}
	words := formatDate(midnight(d), style, true)
	dates.Store(as, words)
	return words
}

// dates holds the dates written so far: asking the browser for one costs more
// than all else of a list's row.
var dates sync.Map

type written struct {
	date  rules.Date
	style DateStyle
	lang  string
}

// wall is the clock by which instants are written.
type wall struct {
	zone rules.Zone
	name string
}

var walls atomic.Pointer[wall]

// SetClock chooses the zone by whose clock [Moment], [When] and [Clock] write instants: of the shop on screen, or of
// most shops. name is the zone's IANA name, to be said with each of them, "" where it needn't be. Without a zone it is
// the device's clock.
func SetClock(zone rules.Zone, name string) { walls.Store(&wall{zone, name}) }

// Moment writes an instant: "20 Nov, 23:57", or "20 Nov, 23:57 (Hong Kong)".
func Moment(t time.Time) string { return onWall(t, DateMoment) }

// MomentIn is [Moment] by another zone's clock.
func MomentIn(unixMS int64, zone rules.Zone, name string) string {
	return wall{zone, name}.write(unixMS, DateMoment)
}

// ClockIn is [Clock] by another zone's clock.
func ClockIn(unixMS int64, zone rules.Zone, name string) string {
	return wall{zone, name}.write(unixMS, DateClock)
}

func onWall(t time.Time, style DateStyle) string {
	if w := walls.Load(); w != nil && w.zone != nil {
		return w.write(t.UnixMilli(), style)
	}
	return formatDate(t, style, false)
}

func (w wall) write(unixMS int64, style DateStyle) string {
	date, seconds := rules.Local(unixMS, w.zone)
	words := formatDate(midnight(date).Add(time.Duration(seconds)*time.Second), style, true)
	if w.name == "" {
		return words
	}
	return T("join.aside", words, Place(w.name))
}

// When is [Moment] for an instant of our API, in milliseconds, kept apart from the
// words around it.
func When(unixMS int64) string { return Isolate(Moment(time.UnixMilli(unixMS))) }

// DateSpan writes a range of dates with its years, the year once when it is the
// same: "Thu 24 Dec to Sun 27 Dec 2026".
func DateSpan(first, last rules.Date) string {
	switch {
	case first == last:
		return dateOfYear(last)
	case first.Year == last.Year:
		return T("dates.span.year", Date(first, DateShort), Date(last, DateShort), last.Year)
	}
	return T("dates.span", dateOfYear(first), dateOfYear(last))
}

func dateOfYear(d rules.Date) string { return T("dates.year", Date(d, DateShort), d.Year) }

// Days writes a range of dates as briefly as the language can: "25–26 Dec".
func Days(first, last rules.Date) string {
	return formatDays(midnight(first), midnight(last))
}

func midnight(d rules.Date) time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
}

// Clock writes the time of an instant: "23:57", or "23:57 (Hong Kong)".
func Clock(t time.Time) string { return onWall(t, DateClock) }

// ShortClock is [Clock] without the place.
func ShortClock(t time.Time) string {
	if w := walls.Load(); w != nil && w.zone != nil {
		return ClockIn(t.UnixMilli(), w.zone, "")
	}
	return Clock(t)
}

// Hour is an hour of the clock: "19:00–20:00".
func Hour(hour int) string {
	return LTR(rules.FormatClock(hour*3600) + "–" + rules.FormatClock((hour+1)*3600))
}
