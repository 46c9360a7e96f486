package rules

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// Dated is an entry of a list of special dates by its days, both included.
type Dated struct {
	platform.SpecialDate // as it was read; its timestamps may be of other days
	First, Last          Date
	// Mark is what [Calendar.Put] was given with the entry, [Listed] for one of
	// the list that was read or a part of one.
	Mark int
	// OfFirst and OfLast are the days that the entry had in the list that was
	// read. Of a part they are those of the longer entry.
	OfFirst, OfLast Date
	// Unlisted tells that the entry came by [Calendar.Add].
	Unlisted bool
}

// Listed marks an entry of the list that was read.
const Listed = -1

// Part reports whether the entry is what is left of a longer one.
func (d Dated) Part() bool { return d.Mark == Listed && (d.First != d.OfFirst || d.Last != d.OfLast) }

// In reports whether all days of the entry are among first to last.
func (d Dated) In(first, last Date) bool { return !d.First.Before(first) && !last.Before(d.Last) }

// Overlaps reports whether the entry has a day from first to last.
func (d Dated) Overlaps(first, last Date) bool { return !d.Last.Before(first) && !last.Before(d.First) }

// Calendar is a list of special dates being changed, in days: which entry gives
// way to which, what is left of it, and what the platform says of an entry beside
// its times. Everyone who changes a list does it here, so that the same wish
// makes the same list.
type Calendar struct {
	Read   []Dated // the list as it was read
	List   []Dated // as it is to be
	anchor platform.Anchor
	zone   Zone
}

// ReadCalendar reads a list, each entry by the anchor that it fits (see
// [SpecialDays]). Anchor is the profile's, zone the shop's.
func ReadCalendar(list []platform.SpecialDate, anchor platform.Anchor, zone Zone) *Calendar {
	c := &Calendar{Read: make([]Dated, len(list)), anchor: anchor, zone: zone}
	for i, entry := range list {
		first, last := SpecialDays(entry, anchor, zone)
		c.Read[i] = Dated{SpecialDate: entry, First: first, Last: last, Mark: Listed, OfFirst: first, OfLast: last}
	}
	c.List = slices.Clone(c.Read)
	return c
}

// Add adds entries that are known and that the list lacks. They give way and are
// cleared like its own.
func (c *Calendar) Add(unlisted []platform.SpecialDate) {
	for _, d := range ReadCalendar(unlisted, c.anchor, c.zone).List {
		if !slices.ContainsFunc(c.List, func(l Dated) bool { return l.Overlaps(d.First, d.Last) }) {
			d.Unlisted = true
			c.List = append(c.List, d)
		}
	}
}

// Find is the place in the list of the entry of exactly these days, -1 without
// one. Entries that were put don't count.
func (c *Calendar) Find(first, last Date) int {
	return slices.IndexFunc(c.List, func(d Dated) bool { return d.Mark == Listed && d.First == first && d.Last == last })
}

// Clear removes the entries whose days all lie from first to last, but for those
// that spare holds on to. Entries that were put stay.
func (c *Calendar) Clear(first, last Date, spare func(Dated) bool) {
	c.List = slices.DeleteFunc(c.List, func(d Dated) bool { return d.Mark == Listed && d.In(first, last) && !spare(d) })
}

// Free takes the days from all entries: what is left of a longer one before and
// after them keeps all that it said. Entries that were put stay.
func (c *Calendar) Free(first, last Date) {
	list := make([]Dated, 0, len(c.List)+2)
	for _, d := range c.List {
		if d.Mark != Listed || !d.Overlaps(first, last) {
			list = append(list, d)
			continue
		}
		for _, rest := range [][2]Date{{d.First, first.AddDays(-1)}, {last.AddDays(1), d.Last}} {
			if !rest[1].Before(rest[0]) {
				part := d
				part.First, part.Last = rest[0], rest[1]
				list = append(list, part)
			}
		}
	}
	c.List = list
}

// Put gives the days hours of their own. With free, other entries give way on
// those days; else they stay, for the rules to object to. Two entries that were
// put never give way to each other. It reports false, and changes nothing, when
// an entry of exactly these days has these hours already.
func (c *Calendar) Put(first, last Date, hours []platform.Period, mark int, free bool) bool {
	if i := c.Find(first, last); i >= 0 && SameHours(c.List[i].BusinessHour, hours) {
		return false
	}
	d := Dated{SpecialDate: platform.SpecialDate{BusinessHour: hours}, First: first, Last: last, Mark: mark}
	d = c.keep(d)
	if free {
		c.Free(first, last)
	}
	c.List = append(c.List, d)
	return true
}

// keep gives an entry what the platform said beside its times of the entry of
// the very same days: all of it where the hours are the same. Shifts of an entry
// that is put into a longer one keep what was said of its shifts.
func (c *Calendar) keep(d Dated) Dated {
	for _, list := range [][]Dated{c.List, c.Read} {
		for _, old := range list {
			if old.Mark != Listed || old.First != d.First || old.Last != d.Last {
				continue
			}
			if SameHours(old.BusinessHour, d.BusinessHour) {
				d.SpecialDate = old.SpecialDate
				return d
			}
			if d.Extra == "" {
				d.Extra = old.Extra
			}
			d.BusinessHour = KeepExtra(old.BusinessHour, d.BusinessHour)
			return d
		}
	}
	for _, old := range c.Read {
		if d.In(old.First, old.Last) {
			d.BusinessHour = KeepExtra(old.BusinessHour, d.BusinessHour)
			break
		}
	}
	return d
}

// Keep takes a whole list of days instead, as an editor has it. An entry that
// says what the one of the same days said is that one, as it was read; one of
// Read stays as it is.
func (c *Calendar) Keep(entries []Dated) {
	c.List = nil
	for _, d := range entries {
		if d.Mark != Listed {
			d = c.keep(d)
		}
		c.List = append(c.List, d)
	}
}

// Entries are the list in the order of List, as the platform has it. An entry
// whose days haven't changed is the one that was read, to the byte, if it fits
// the profile's anchor or its days can't be read; any other begins and ends at
// that anchor's midnights. An end beyond year 9999 stays. Entries is never nil:
// an empty list clears (interface 4.4, rule 2).
func (c *Calendar) Entries() platform.SpecialDates {
	entries := make(platform.SpecialDates, len(c.List))
	for i, d := range c.List {
		entries[i] = d.SpecialDate
		first, last := SpecialDays(d.SpecialDate, c.anchor, c.zone)
		endless := last.Year > 9999
		if first == d.First && last == d.Last &&
			(endless || last.Before(first) || FitsAnchor(d.SpecialDate, c.anchor, c.zone)) {
			continue
		}
		start, end := SpecialRange(d.First, d.Last, c.anchor, c.zone)
		if entries[i].StartDate = start; !endless || last != d.Last {
			entries[i].EndDate = end
		}
	}
	return entries
}

// Write is the list to send: its entries in the order of their days.
func (c *Calendar) Write() platform.SpecialDates {
	list := c.List
	c.List = slices.Clone(list)
	slices.SortStableFunc(c.List, func(a, b Dated) int { return cmp.Compare(a.First.Days(), b.First.Days()) })
	entries := c.Entries()
	c.List = list
	return entries
}

// SameHours compares two days by their times, whatever the order of the shifts
// and the way in which closed is written.
func SameHours(a, b []platform.Period) bool {
	return slices.EqualFunc(NormalizeDay(a), NormalizeDay(b), sameTimes)
}

// KeepExtra gives shifts what the platform said beside the times of those that
// they replace: of the one with the same times, else of the first that shares
// some of its time and that no other shift has taken. A shift that says something
// of its own keeps that; closed has nothing beside.
func KeepExtra(before, shifts []platform.Period) []platform.Period {
	kept := slices.Clone(shifts)
	left := slices.Clone(before)
	take := func(is func(platform.Period) bool) (platform.Extra, bool) {
		i := slices.IndexFunc(left, is)
		if i < 0 {
			return "", false
		}
		extra := left[i].Extra
		left = slices.Delete(left, i, i+1)
		return extra, true
	}
	done := make([]bool, len(kept))
	for i, p := range kept {
		if p.Extra != "" {
			_, _ = take(func(b platform.Period) bool { return b.Extra == p.Extra })
			done[i] = true
		}
	}
	for _, fits := range []func(a, b platform.Period) bool{sameTimes, Overlap} {
		for i, p := range kept {
			if !done[i] {
				kept[i].Extra, done[i] = take(func(b platform.Period) bool { return fits(p, b) })
			}
		}
	}
	return kept
}

func sameTimes(a, b platform.Period) bool {
	return a.StartTime == b.StartTime && a.EndTime == b.EndTime
}
