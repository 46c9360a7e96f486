package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
	_ "time/tzdata" // the zones of the shops, on machines without them

	"github.com/shopdesk/shopdesk/platform"
)

// getSpecial answers "the currently active ones" (interface 4.4), by either
// reading: those that apply now or later, or those of today at the shop alone.
// Those that have expired are gone (3.3).
func (s *Sandbox) getSpecial(req *request) reply {
	dates := s.current(req.shop)
	if !s.Does(ActiveDates) {
		return succeed(dates)
	}
	zone := location(req.shop.Zone)
	today := s.Now().In(zone).Format(time.DateOnly)
	return succeed(slices.DeleteFunc(dates, func(date platform.SpecialDate) bool {
		return time.UnixMilli(date.StartDate).In(s.anchor(zone)).Format(time.DateOnly) > today
	}))
}

// current drops the entries whose last day is over at the shop.
func (s *Sandbox) current(sh *shop) []platform.SpecialDate {
	now := s.Now()
	zone := location(sh.Zone)
	today := now.In(zone).Format(time.DateOnly)
	dates := []platform.SpecialDate{}
	for _, date := range sh.Special {
		if time.UnixMilli(date.EndDate).In(s.anchor(zone)).Format(time.DateOnly) >= today {
			dates = append(dates, date)
		}
	}
	return dates
}

// updateSpecial replaces all special hours; null or an empty array clears them
// (interface 4.4, rule 2).
func (s *Sandbox) updateSpecial(req *request) reply {
	dates, f := s.readSpecial(req.object, location(req.shop.Zone))
	if f != nil {
		return refuse(f)
	}
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		sh.Special = dates
		return nil
	}))
}

func (s *Sandbox) readSpecial(obj object, zone *time.Location) ([]platform.SpecialDate, *failure) {
	const path = "specialBusinessHour"
	raw, ok := obj[path]
	if !ok {
		return nil, broken("%s is required; null or an empty array clears it.", path)
	}
	var list []object
	if json.Unmarshal(raw, &list) != nil {
		return nil, broken("%s must be an array.", path)
	}
	dates := make([]platform.SpecialDate, 0, len(list))
	for i, entry := range list {
		date, f := s.readDate(entry, fmt.Sprintf("%s[%d]", path, i), s.anchor(zone))
		if f != nil {
			return nil, f
		}
		for j, other := range dates {
			if date.StartDate <= other.EndDate && other.StartDate <= date.EndDate {
				return nil, broken("%s[%d] overlaps the dates of %s[%d].", path, i, path, j)
			}
		}
		dates = append(dates, date)
	}
	return dates, nil
}

// readDate reads an entry (interface 2.5) whose days begin at midnight in
// zone.
func (s *Sandbox) readDate(obj object, path string, zone *time.Location) (platform.SpecialDate, *failure) {
	none := platform.SpecialDate{}
	start, f := obj.integer("startDate", path+".startDate")
	if f != nil {
		return none, f
	}
	end, f := obj.integer("endDate", path+".endDate")
	if f != nil {
		return none, f
	}
	if start <= 0 || start > maxDate || firstMilli(start, zone) != start {
		return none, broken("%s.startDate must be 00:00:00.000 of a day.", path)
	}
	if end < 0 || end > maxDate || lastMilli(end, zone) != end {
		return none, broken("%s.endDate must be 23:59:59.999 of a day.", path)
	}
	if end < start {
		return none, broken("%s.endDate is before its startDate.", path)
	}
	if obj.absent("businessHour") {
		return none, broken("%s.businessHour is required.", path)
	}
	periods, f := s.readPeriods(obj["businessHour"], path+".businessHour")
	if f != nil {
		return none, f
	}
	if len(periods) == 0 {
		return none, broken("%s.businessHour must have a period; 0 to 0 closes the day.", path)
	}
	if end > lastMilli(start, zone) && !s.Does(NightOverlap) && spills(periods, periods) {
		return none, broken("%s.businessHour runs past midnight into a period of the next day.", path)
	}
	return platform.SpecialDate{StartDate: start, EndDate: end, BusinessHour: periods}, nil
}

// maxDate is the last millisecond of the year 9999.
const maxDate = 253402300799999

// firstMilli is the first millisecond of the day that holds milli in zone.
func firstMilli(milli int64, zone *time.Location) int64 {
	year, month, day := time.UnixMilli(milli).In(zone).Date()
	return midnight(year, month, day, zone).UnixMilli()
}

// lastMilli is the last millisecond of that day.
func lastMilli(milli int64, zone *time.Location) int64 {
	year, month, day := time.UnixMilli(milli).In(zone).Date()
	return midnight(year, month, day+1, zone).UnixMilli() - 1
}

// midnight is the first moment of a day in zone. A day whose clock is set forward at midnight begins at the change,
// where [time.Date] may give 23:00 of the day before.
func midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	first := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if first.Hour() == 23 {
		_, first = first.ZoneBounds()
	}
	return first
}

// anchor is the zone whose midnights bound the special dates of a shop in
// zone.
func (s *Sandbox) anchor(zone *time.Location) *time.Location {
	if s.Does(ShopDates) {
		return zone
	}
	return time.UTC
}

// location is the zone by that name; the names are the seed's own.
func location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
