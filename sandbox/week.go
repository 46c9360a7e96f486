package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// getWeek answers the weekly hours (interface 2.4), as they were last sent.
func (s *Sandbox) getWeek(req *request) reply { return succeed(req.shop.Week) }

// updateWeek replaces the weekly hours (interface 4.4, rule 1).
func (s *Sandbox) updateWeek(req *request) reply {
	week, f := s.readWeek(req.object)
	if f != nil {
		return refuse(f)
	}
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		sh.Week = *week
		return nil
	}))
}

func (s *Sandbox) readWeek(obj object) (*platform.Week, *failure) {
	const path = "businessHourOfTheWeek"
	if obj.absent(path) {
		return nil, broken("%s is required.", path)
	}
	var days object
	if json.Unmarshal(obj[path], &days) != nil {
		return nil, broken("%s must be an object.", path)
	}
	week := new(platform.Week)
	for _, day := range platform.Days() {
		if raw, ok := days[day.Key()]; ok {
			periods, f := s.readPeriods(raw, path+"."+day.Key())
			if f != nil {
				return nil, f
			}
			week.SetDay(day, periods)
			delete(days, day.Key())
		}
	}
	if s.Does(UnknownMembers) {
		delete(days, extraMember)
	}
	if len(days) > 0 {
		return nil, broken("%s has the unknown day %q.", path, slices.Sorted(maps.Keys(days))[0])
	}
	for _, day := range platform.Days() {
		if !s.Does(NightOverlap) && spills(week.Day(day), week.Day(day.Next())) {
			return nil, broken("%s.%s runs past midnight into a period of %s.", path, day.Key(), day.Next().Key())
		}
	}
	return week, nil
}

// readPeriods reads the periods of one day (interface 2.3) and checks them
// against each other.
func (s *Sandbox) readPeriods(raw json.RawMessage, path string) ([]platform.Period, *failure) {
	var list []object
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, broken("%s must be an array of periods.", path)
	}
	periods := make([]platform.Period, 0, len(list))
	for i, obj := range list {
		p, f := s.readPeriod(obj, fmt.Sprintf("%s[%d]", path, i))
		if f != nil {
			return nil, f
		}
		if p.Closed() && len(list) > 1 {
			return nil, broken("%s[%d] closes the whole day and must be the day's only period.", path, i)
		}
		for j, other := range periods {
			if overlap(lasting(p), lasting(other)) {
				return nil, broken("%s[%d] overlaps %s[%d].", path, i, path, j)
			}
		}
		periods = append(periods, p)
	}
	return periods, nil
}

func (s *Sandbox) readPeriod(obj object, path string) (platform.Period, *failure) {
	var times [2]int
	for i, name := range []string{"startTime", "endTime"} {
		n, f := obj.integer(name, path+"."+name)
		if f != nil {
			return platform.Period{}, f
		}
		if n < 0 || n > platform.DaySeconds {
			return platform.Period{}, broken("%s.%s must be from 0 to %d.", path, name, platform.DaySeconds)
		}
		times[i] = int(n)
	}
	// From 24:00 to 0:00 is no time either.
	equal := times[0] == times[1] && times[0] != 0 || times[0] == platform.DaySeconds && times[1] == 0
	if equal && !s.Does(EqualTimes) {
		return platform.Period{}, broken("%s starts and ends at the same time.", path)
	}
	return platform.Period{StartTime: times[0], EndTime: times[1]}, nil
}

// span is a stretch of time in seconds from a day's midnight, its end beyond
// 86400 when it lasts into the next day. The end isn't part of it.
type span struct{ from, to int }

func lasting(p platform.Period) span {
	// equal times last a day, where they are allowed
	if p.CrossesMidnight() || p.StartTime == p.EndTime && p.StartTime != 0 {
		return span{p.StartTime, p.EndTime + platform.DaySeconds}
	}
	return span{p.StartTime, p.EndTime}
}

func overlap(a, b span) bool { return a.from < b.to && b.from < a.to }

// spills reports whether a period of one day lasts into one of the next.
func spills(day, next []platform.Period) bool {
	for _, p := range day {
		late := lasting(p)
		late.from, late.to = max(late.from-platform.DaySeconds, 0), late.to-platform.DaySeconds
		for _, q := range next {
			if late.to > 0 && overlap(late, lasting(q)) {
				return true
			}
		}
	}
	return false
}
