package platform

import (
	"bytes"
	"encoding/json"
	"math"
)

// DaySeconds is the length of a business day, and the largest time a period
// may name (interface 2.3).
const DaySeconds = 86400

// NoTime is what a period's time reads as when the member is absent or null.
// It is no time of any day: a forgotten endTime must not read as midnight.
const NoTime = math.MinInt

// Period is one shift: the time between StartTime and EndTime, in seconds from
// the shop's own midnight (interface 2.3). An EndTime before the StartTime
// crosses midnight; 0–0 alone means closed all day; 0–86400 is the whole day.
type Period struct {
	StartTime int   `json:"startTime"`
	EndTime   int   `json:"endTime"`
	Extra     Extra `json:"-"`
}

// periodWire tells an absent time from 0.
type periodWire struct {
	StartTime *int `json:"startTime,omitempty"`
	EndTime   *int `json:"endTime,omitempty"`
}

// UnmarshalJSON reads as [Read] does, and an absent time as NoTime.
func (p *Period) UnmarshalJSON(b []byte) error {
	var wire periodWire
	*p = Period{StartTime: NoTime, EndTime: NoTime}
	err := readRecord(b, &wire, &p.Extra)
	if wire.StartTime != nil {
		p.StartTime = *wire.StartTime
	}
	if wire.EndTime != nil {
		p.EndTime = *wire.EndTime
	}
	return err
}

// MarshalJSON gives back what was kept, and leaves NoTime out.
func (p Period) MarshalJSON() ([]byte, error) {
	var wire periodWire
	if p.StartTime != NoTime {
		wire.StartTime = &p.StartTime
	}
	if p.EndTime != NoTime {
		wire.EndTime = &p.EndTime
	}
	return writeRecord(&wire, p.Extra)
}

// Closed reports whether p is the single 0–0 period that closes a whole day.
func (p Period) Closed() bool { return p.StartTime == 0 && p.EndTime == 0 }

// CrossesMidnight reports whether p ends on the day after it starts.
func (p Period) CrossesMidnight() bool { return p.EndTime < p.StartTime }

// Day is a day of the week, in the interface's order: Monday is 0.
type Day int

// The days of the week.
const (
	Monday Day = iota
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	Sunday
)

var dayKeys = [7]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Days lists the seven days in order.
func Days() [7]Day {
	return [7]Day{Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday}
}

// Key is the day's name in the weekly map (interface 2.4): "mon" … "sun".
func (d Day) Key() string { return dayKeys[d] }

// Next is the day after d.
func (d Day) Next() Day { return (d + 1) % 7 }

// Previous is the day before d.
func (d Day) Previous() Day { return (d + 6) % 7 }

// Week is the weekly business hours map (interface 2.4). A nil day was absent
// from the map; an empty one was an empty array. Both read as closed.
type Week struct {
	Mon   []Period `json:"mon,omitzero"`
	Tue   []Period `json:"tue,omitzero"`
	Wed   []Period `json:"wed,omitzero"`
	Thu   []Period `json:"thu,omitzero"`
	Fri   []Period `json:"fri,omitzero"`
	Sat   []Period `json:"sat,omitzero"`
	Sun   []Period `json:"sun,omitzero"`
	Extra Extra    `json:"-"`
}

// UnmarshalJSON reads as [Read] does. A day of which nothing can be used is an
// error, and so are members none of which is a day: they must not read as closed.
func (w *Week) UnmarshalJSON(b []byte) error {
	if err := readRecord(b, w, &w.Extra); err != nil || w.Extra == "" {
		return err
	}
	parts, _ := Split(b)
	parts = only(parts)
	told := len(parts) == 0
	for i := range parts {
		m := &parts[i]
		for _, d := range Days() {
			if m.Named(d.Key()) {
				told = true
				if w.Day(d) == nil && !bytes.Equal(m.Value, null) {
					return ErrShape
				}
			}
		}
	}
	if !told {
		return ErrShape
	}
	return nil
}

// MarshalJSON writes the days that are present, and what was kept.
func (w Week) MarshalJSON() ([]byte, error) { return writeRecord(&w, w.Extra) }

// Day returns the shifts that start on d.
func (w *Week) Day(d Day) []Period { return *w.at(d) }

// SetDay replaces the shifts that start on d.
func (w *Week) SetDay(d Day, shifts []Period) { *w.at(d) = shifts }

func (w *Week) at(d Day) *[]Period {
	return [7]*[]Period{&w.Mon, &w.Tue, &w.Wed, &w.Thu, &w.Fri, &w.Sat, &w.Sun}[d]
}

// SpecialDate is one entry of the special business hours (interface 2.5): from
// StartDate, the first day's 00:00:00.000, to EndDate, the last day's
// 23:59:59.999, both in milliseconds of Unix time, the shifts in BusinessHour
// replace the weekly ones. Which midnight is meant is the profile's [Anchor].
type SpecialDate struct {
	StartDate    int64    `json:"startDate"`
	EndDate      int64    `json:"endDate"`
	BusinessHour []Period `json:"businessHour"`
	Extra        Extra    `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (s *SpecialDate) UnmarshalJSON(b []byte) error { return readRecord(b, s, &s.Extra) }

// MarshalJSON gives back what was kept.
func (s SpecialDate) MarshalJSON() ([]byte, error) { return writeRecord(&s, s.Extra) }

// SpecialDates is the list in a [SpecialUpdate]. A JSON null reads as an empty
// list, which clears the special hours; nil is a member that was absent.
type SpecialDates []SpecialDate

// UnmarshalJSON reads a list or null.
func (s *SpecialDates) UnmarshalJSON(b []byte) error {
	*s = SpecialDates{}
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		return nil
	}
	return json.Unmarshal(b, (*[]SpecialDate)(s))
}
