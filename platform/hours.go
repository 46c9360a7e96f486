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

// UnmarshalJSON keeps the members it doesn't know, and reads an absent time as
// NoTime.
func (p *Period) UnmarshalJSON(b []byte) error {
	var wire periodWire
	*p = Period{StartTime: NoTime, EndTime: NoTime}
	if err := decodeKeeping(b, &wire, &p.Extra); err != nil {
		return err
	}
	if wire.StartTime != nil {
		p.StartTime = *wire.StartTime
	}
	if wire.EndTime != nil {
		p.EndTime = *wire.EndTime
	}
	return nil
}

// MarshalJSON writes the unknown members back, and leaves NoTime out.
func (p Period) MarshalJSON() ([]byte, error) {
	var wire periodWire
	if p.StartTime != NoTime {
		wire.StartTime = &p.StartTime
	}
	if p.EndTime != NoTime {
		wire.EndTime = &p.EndTime
	}
	return encodeKeeping(wire, p.Extra)
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
	Mon   []Period `json:"mon"`
	Tue   []Period `json:"tue"`
	Wed   []Period `json:"wed"`
	Thu   []Period `json:"thu"`
	Fri   []Period `json:"fri"`
	Sat   []Period `json:"sat"`
	Sun   []Period `json:"sun"`
	Extra Extra    `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (w *Week) UnmarshalJSON(b []byte) error {
	type plain Week
	return decodeKeeping(b, (*plain)(w), &w.Extra)
}

// MarshalJSON writes the days that are present and the unknown members.
func (w Week) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 512)
	out = append(out, '{')
	for _, d := range Days() {
		periods := *w.at(d)
		if periods == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		list, err := json.Marshal(periods)
		if err != nil {
			return nil, err
		}
		out = append(out, '"')
		out = append(out, d.Key()...)
		out = append(out, '"', ':')
		out = append(out, list...)
	}
	if w.Extra != "" {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, w.Extra...)
	}
	return append(out, '}'), nil
}

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

// UnmarshalJSON keeps the members it doesn't know.
func (s *SpecialDate) UnmarshalJSON(b []byte) error {
	type plain SpecialDate
	return decodeKeeping(b, (*plain)(s), &s.Extra)
}

// MarshalJSON writes the unknown members back.
func (s SpecialDate) MarshalJSON() ([]byte, error) {
	type plain SpecialDate
	return encodeKeeping(plain(s), s.Extra)
}

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
