package overview

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// covered is the special date that a day is part of.
type covered struct {
	First, Last rules.Date
	ok          bool
}

// several reports whether the special date has other days beside.
func (c covered) several() bool { return c.ok && c.First != c.Last }

// cover finds the special date that has date, as the list means it.
func cover(list []platform.SpecialDate, date rules.Date, at special.Place) covered {
	for _, entry := range list {
		if first, last := rules.SpecialDays(entry, at.Anchor, at.Zone); !date.Before(first) && !last.Before(date) {
			return covered{first, last, true}
		}
	}
	return covered{}
}

// present is what applies on a date: the shifts that start on it, and until
// when the evening before runs on, in seconds after midnight.
func present(list []platform.SpecialDate, date rules.Date, at special.Place) (own []platform.Period, tail int) {
	return presentIn(rules.Effective(date, at.Week, list, at.Anchor, at.Zone), list, date, at)
}

// presentIn is present by a date's hours, which are known.
func presentIn(
	hours rules.DayHours, list []platform.SpecialDate, date rules.Date, at special.Place,
) (own []platform.Period, tail int) {
	shifts := at.Week.Day(date.Weekday())
	if hours.Special >= 0 {
		shifts = list[hours.Special].BusinessHour
	}
	for _, p := range rules.NormalizeDay(shifts) {
		if !p.Closed() {
			own = append(own, p)
		}
	}
	for _, s := range hours.Segments {
		if s.Spill {
			tail = max(tail, s.End)
		}
	}
	return own, tail
}

// withTail puts what is left of the evening before in front of a day's shifts,
// as one of its own: special hours would cut it at midnight (see
// [rules.Effective]).
func withTail(shifts []platform.Period, tail int) []platform.Period {
	for _, p := range shifts {
		tail = min(tail, p.StartTime)
	}
	if tail <= 0 {
		return shifts
	}
	return append([]platform.Period{{EndTime: tail}}, shifts...)
}

// closeAt are a day's shifts up to a time, in seconds after its midnight; past
// 24:00 it is the night after. Nothing left is closed.
func closeAt(shifts []platform.Period, at int) []platform.Period {
	var kept []platform.Period
	for _, p := range shifts {
		if p.StartTime >= at {
			continue
		}
		if rules.End(p) > at {
			p.EndTime = at
			if at > platform.DaySeconds {
				p.EndTime -= platform.DaySeconds
			}
		}
		kept = append(kept, p)
	}
	if len(kept) == 0 {
		return []platform.Period{{}}
	}
	return kept
}

// morning is until when a shift from midnight is the night before's.
const morning = 6 * 60 * 60

// tonight sets apart what goes on of the night before at now, in seconds after
// the day's midnight: its tail, or a shift of the day's own from midnight.
func tonight(own []platform.Period, tail, now int) (night, day []platform.Period) {
	all := withTail(own, tail)
	if now < 0 || len(all) == 0 || all[0].StartTime > 0 || all[0].EndTime <= now || all[0].EndTime > max(tail, morning) {
		return nil, own
	}
	return all[:1], all[1:]
}

// closeFirst ends the first shift at a time. The others stay.
func closeFirst(shifts []platform.Period, at int) []platform.Period {
	if at == 0 && len(shifts) > 1 {
		return shifts[1:]
	}
	return append(closeAt(shifts[:1], at), shifts[1:]...)
}

const (
	halfHour = 30 * 60
	maxEarly = 6
)

// earlier lists the times to close early at: the last half hours before the
// day's end, and none that is over. now is in seconds after the day's midnight,
// or less than 0 for a day to come.
func earlier(shifts []platform.Period, now int) (times []int) {
	last := 0
	for _, p := range shifts {
		last = max(last, rules.End(p))
	}
	for at := (last - 1) / halfHour * halfHour; at > max(now, 0) && len(times) < maxEarly; at -= halfHour {
		if slices.ContainsFunc(shifts, func(p platform.Period) bool {
			return p.StartTime < at && at < rules.End(p) || at == rules.End(p) && at != last
		}) {
			times = append(times, at)
		}
	}
	slices.Reverse(times)
	return times
}

// openAt reports whether one of the shifts covers a time.
func openAt(shifts []platform.Period, at int) bool {
	return slices.ContainsFunc(shifts, func(p platform.Period) bool { return p.StartTime <= at && at < rules.End(p) })
}

// setDay is the list with hours of its own for one date, or with the weekly
// ones when hours is nil (see [rules.Calendar]). What the platform says beside
// the times comes from the special date that had the day, never from the week.
func setDay(
	list []platform.SpecialDate, date rules.Date, hours []platform.Period, at special.Place,
) []platform.SpecialDate {
	calendar := rules.ReadCalendar(list, at.Anchor, at.Zone)
	if hours == nil {
		calendar.Free(date, date)
		return calendar.Write()
	}
	times := slices.Clone(hours)
	for i := range times {
		times[i].Extra = ""
	}
	calendar.Put(date, date, times, 0, true)
	return calendar.Write()
}

// splitNames are the changes to the names when a day is taken out of a special
// date: each part keeps the name, and so does the day when it has hours of its
// own.
func splitNames(names []api.DateName, c covered, date rules.Date, special bool) (put, drop []api.DateName) {
	i := slices.IndexFunc(names, func(n api.DateName) bool {
		return n.First == c.First.String() && n.Last == c.Last.String()
	})
	if !c.ok || i < 0 || special && !c.several() {
		return nil, nil
	}
	part := func(first, last rules.Date) {
		if !last.Before(first) {
			put = append(put, api.DateName{First: first.String(), Last: last.String(), Name: names[i].Name})
		}
	}
	part(c.First, date.AddDays(-1))
	if special {
		part(date, date)
	}
	part(date.AddDays(1), c.Last)
	return put, []api.DateName{{First: c.First.String(), Last: c.Last.String()}}
}

// sameDay compares what applies on a date in two lists.
func sameDay(a, b []platform.SpecialDate, date rules.Date, at special.Place) bool {
	ownA, tailA := present(a, date, at)
	ownB, tailB := present(b, date, at)
	return tailA == tailB && slices.Equal(ownA, ownB) && cover(a, date, at).ok == cover(b, date, at).ok
}
