package wizard

import (
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the fields of the beginning.
const (
	fieldAtDate = "apply-at-date"
	fieldAtTime = "apply-at-time"
)

// beginning is when the run is to begin, by the clock of most shops.
type beginning struct {
	Later bool   `json:"later"`
	Date  string `json:"date"` // as typed
	Time  string `json:"time"`
}

// at is the moment in milliseconds, 0 for at once.
func (b beginning) at(c clock) (ms int64, faults pages.Faults) {
	if !b.Later {
		return 0, nil
	}
	ms, faults = moment(b.Date, b.Time, fieldAtDate, fieldAtTime, c.zone)
	if len(faults) == 0 && ms <= c.now.UnixMilli() {
		faults.Add(fieldAtTime, text.T("runs.at.past"))
	}
	return ms, faults
}

// start is when the run begins, as far as that can be told.
func (b beginning) start(c clock) time.Time {
	if ms, faults := b.at(c); ms != 0 && len(faults) == 0 {
		return time.UnixMilli(ms)
	}
	return c.now
}

// says is the moment in words, "" while there is none: "Friday 27 November 2026
// at 03:00 (Hong Kong)".
func (b beginning) says(c clock, place string) string {
	ms, faults := b.at(c)
	if ms == 0 || len(faults) > 0 {
		return ""
	}
	date, seconds := rules.Local(ms, c.zone)
	return text.T("runs.at.says", text.Date(date, text.DateFull), text.LTR(rules.FormatClock(seconds-seconds%60)), place)
}

// moment reads a date and a time of a zone's clock.
func moment(date, clock, dateField, clockField string, zone rules.Zone) (ms int64, faults pages.Faults) {
	d, ok := rules.ParseDate(strings.TrimSpace(date))
	if !ok {
		faults.Add(dateField, text.T("runs.at.date.need"))
	}
	seconds, timed := rules.ParseClock(clock)
	if !timed {
		faults.Add(clockField, text.T("pause.fault.clock"))
	}
	if len(faults) > 0 {
		return 0, faults
	}
	return rules.Instant(d, seconds, zone), nil
}
