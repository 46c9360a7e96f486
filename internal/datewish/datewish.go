// Package datewish draws wishes about special dates and says what list each
// makes, day by day and without any of the code under test. A run, the quick edit
// of today and the editor are each tested against it, so that the same wish makes
// the same list whoever asks. It is for tests only.
package datewish

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Zones are east and west of Greenwich, on both sides of the date line, with half
// hours, and with clocks that change at midnight.
var Zones = []string{
	"Asia/Hong_Kong", "Pacific/Honolulu", "Pacific/Kiritimati", "America/Sao_Paulo", "Asia/Riyadh", "Europe/Lisbon",
	"Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "Atlantic/Azores", "UTC",
}

// Today is a Friday at noon in Hong Kong; in all zones its date is the 20th, the
// 19th or the 21st of November 2026.
var Today = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// Zone is a rules.Zone of the time package's.
type Zone struct{ *time.Location }

// OffsetAt is the offset in seconds, east positive.
func (z Zone) OffsetAt(unixMS int64) int {
	_, offset := time.UnixMilli(unixMS).In(z.Location).Zone()
	return offset
}

// Shop is a shop with its list, and the profile that it is changed under.
type Shop struct {
	Name   string
	Zone   Zone
	Anchor platform.Anchor // the profile's
	List   []platform.SpecialDate
	days   [][2]int // of each entry, counted from day 0
}

// Wish is hours for some days; without hours, the weekly ones again.
type Wish struct {
	First, Last rules.Date
	Hours       []platform.Period // in order and without unknown members
}

// day 0 is in the future everywhere.
var day0 = rules.Date{Year: 2026, Month: 12, Day: 1}

const days = 40

// Date is the day n of the days that wishes are about.
func Date(n int) rules.Date { return day0.AddDays(n) }

// DrawShop draws a shop. Entries are kept by either anchor, each by its own if
// the list is mixed; all have unknown members.
func DrawShop(t *rapid.T) Shop {
	s := Shop{Name: rapid.SampledFrom(Zones).Draw(t, "zone"), Anchor: drawAnchor(t, "profile")}
	s.Zone = at(s.Name)
	kept, mixed := drawAnchor(t, "kept by"), rapid.Bool().Draw(t, "mixed")
	for from := rapid.IntRange(0, 3).Draw(t, "gap"); from < days-1; from += rapid.IntRange(0, 6).Draw(t, "gap") {
		to := min(from+rapid.IntRange(0, 4).Draw(t, "days"), days-1)
		if mixed {
			kept = drawAnchor(t, "kept by")
		}
		d := platform.SpecialDate{BusinessHour: drawHours(t), Extra: `"memo":"` + platform.Extra(Date(from).String()) + `"`}
		for i := range d.BusinessHour {
			d.BusinessHour[i].Extra = `"label":` + platform.Extra(rune('1'+i))
		}
		d.StartDate, d.EndDate = stamps(from, to, kept, s.Zone)
		s.List, s.days = append(s.List, d), append(s.days, [2]int{from, to})
		from = to + 1
	}
	return s
}

// DrawWish draws a wish about up to four days; alone is about exactly one.
func DrawWish(t *rapid.T, alone bool) Wish {
	from := rapid.IntRange(0, days-5).Draw(t, "from")
	to := from
	if !alone {
		to += rapid.IntRange(0, 4).Draw(t, "long")
	}
	return Wish{First: Date(from), Last: Date(to), Hours: drawHours(t)}
}

// Want is the list that a wish makes, in the order of its days. It is worked out
// day by day: each is the wish's, an entry's, or nobody's.
func (s Shop) Want(w Wish) []platform.SpecialDate {
	const nobody, wished = -1, -2
	var owner [days]int
	for n := range owner {
		owner[n] = slices.IndexFunc(s.days, func(d [2]int) bool { return d[0] <= n && n <= d[1] })
		if !Date(n).Before(w.First) && !w.Last.Before(Date(n)) {
			owner[n] = wished
			if w.Hours == nil {
				owner[n] = nobody
			}
		}
	}
	list := []platform.SpecialDate{}
	for from := 0; from < days; {
		to := from
		for to+1 < days && owner[to+1] == owner[from] {
			to++
		}
		switch of := owner[from]; {
		case of >= 0:
			list = append(list, s.written(s.List[of], from, to))
		case of == wished:
			list = append(list, s.written(s.wished(w, from, to), from, to))
		}
		from = to + 1
	}
	return list
}

// wished is the wish's entry: one of the very same days keeps what the platform
// says beside; a part of one keeps what is said of its shifts.
func (s Shop) wished(w Wish, from, to int) platform.SpecialDate {
	d := platform.SpecialDate{BusinessHour: slices.Clone(w.Hours)}
	for i, old := range s.days {
		if old[0] > from || to > old[1] {
			continue
		}
		if old == [2]int{from, to} {
			d.Extra = s.List[i].Extra
		}
		// The same times first, then the first that shares time.
		left := slices.Clone(s.List[i].BusinessHour)
		for _, close := range []bool{false, true} {
			for j := range d.BusinessHour {
				p := &d.BusinessHour[j]
				k := slices.IndexFunc(left, func(b platform.Period) bool {
					same := b.StartTime == p.StartTime && b.EndTime == p.EndTime
					return same && !close || close && b.StartTime < p.EndTime && p.StartTime < b.EndTime
				})
				if p.Extra == "" && k >= 0 {
					p.Extra = left[k].Extra
					left = slices.Delete(left, k, k+1)
				}
			}
		}
	}
	return d
}

// written has the timestamps of the profile's anchor, which an untouched entry
// that fits it has already.
func (s Shop) written(d platform.SpecialDate, from, to int) platform.SpecialDate {
	d.StartDate, d.EndDate = stamps(from, to, s.Anchor, s.Zone)
	return d
}

func stamps(from, to int, anchor platform.Anchor, zone Zone) (start, end int64) {
	location := time.UTC
	if anchor == platform.AnchorShop {
		location = zone.Location
	}
	at := func(n int) int64 {
		return time.Date(day0.Year, time.Month(day0.Month), day0.Day+n, 0, 0, 0, 0, location).UnixMilli()
	}
	return at(from), at(to+1) - 1
}

func drawAnchor(t *rapid.T, name string) platform.Anchor {
	return rapid.SampledFrom([]platform.Anchor{platform.AnchorUTC, platform.AnchorShop}).Draw(t, name)
}

// drawHours is closed, all day, or shifts in order that don't touch.
func drawHours(t *rapid.T) []platform.Period {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return []platform.Period{{}}
	case 1:
		return []platform.Period{{EndTime: platform.DaySeconds}}
	}
	var hours []platform.Period
	for at := rapid.IntRange(1, 20).Draw(t, "open"); at < 80 &&
		len(hours) < 3; at += rapid.IntRange(1, 40).Draw(t, "rest") {
		end := min(at+rapid.IntRange(1, 40).Draw(t, "long"), 96)
		hours = append(hours, platform.Period{StartTime: at * 900, EndTime: end * 900})
		at = end
	}
	return hours
}

func at(name string) Zone {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the names are ours
	}
	return Zone{location}
}
