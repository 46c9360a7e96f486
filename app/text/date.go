package text

import (
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
)

// Date writes a calendar date.
func Date(d rules.Date, style DateStyle) string {
	return formatDate(time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC), style, true)
}

// Moment writes an instant by the device's own clock: "20 Nov, 23:57".
func Moment(t time.Time) string { return formatDate(t, DateMoment, false) }
