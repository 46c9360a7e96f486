package judge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// drawShop draws hours that break no rule.
func drawShop(draw *rand.Rand) shop {
	s := shop{from: rules.Date{Year: 2026, Month: 1, Day: 1}.AddDays(draw.IntN(800))}
	for s.week == nil || len(rules.Week(s.week)) > 0 {
		s.week = &platform.Week{}
		for _, day := range platform.Days() {
			s.week.SetDay(day, drawDay(draw))
		}
	}
	for day := draw.IntN(5); day < days; day += 1 + draw.IntN(6) {
		length := draw.IntN(4)
		entry := platform.SpecialDate{BusinessHour: drawDay(draw)}
		entry.StartDate, entry.EndDate = rules.SpecialRange(s.from.AddDays(day), s.from.AddDays(day+length),
			platform.AnchorUTC, nil)
		if with := append(slices.Clone(s.dates), entry); len(rules.Special(with,
			platform.AnchorUTC, nil)) == 0 {
			s.dates = with
		}
		day += length
	}
	return s
}

// drawDay is closed, whole, or up to three shifts, the last perhaps past
// midnight.
func drawDay(draw *rand.Rand) []platform.Period {
	switch draw.IntN(8) {
	case 0:
		return []platform.Period{{}}
	case 1:
		return []platform.Period{{EndTime: platform.DaySeconds}}
	}
	grid := 60
	if draw.IntN(2) == 0 {
		grid = 15 * 60
	}
	var marks []int
	for range 2 * (1 + draw.IntN(3)) {
		marks = append(marks, draw.IntN(28*3600/grid)*grid)
	}
	slices.Sort(marks)
	var shifts []platform.Period
	for i := 0; i+1 < len(marks); i += 2 {
		p := platform.Period{StartTime: marks[i], EndTime: marks[i+1]}
		if p.StartTime >= platform.DaySeconds || p.StartTime == p.EndTime {
			continue
		}
		if p.EndTime > platform.DaySeconds {
			p.EndTime -= platform.DaySeconds
		}
		shifts = append(shifts, p)
	}
	if len(shifts) == 0 || len(rules.Week(&platform.Week{Mon: shifts})) > 0 {
		return []platform.Period{{}}
	}
	return shifts
}

var (
	weekdays = [7]string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}
	months   = [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
)

// rule writes the hours as OpenStreetMap does. Days of the week add to each
// other (","); special dates replace (";").
func (s shop) rule() string {
	var week []string
	for _, day := range platform.Days() {
		if times := clockTimes(s.week.Day(day)); times != "off" {
			week = append(week, weekdays[day]+" "+times)
		}
	}
	parts := []string{strings.Join(week, ", ")}
	if len(week) == 0 {
		parts[0] = "off"
	}
	for _, entry := range s.dates {
		first, last := rules.SpecialDays(entry, platform.AnchorUTC, nil)
		span := written(first)
		if first != last {
			span += "-" + written(last)
		}
		parts = append(parts, span+" "+clockTimes(entry.BusinessHour))
	}
	return strings.Join(parts, "; ")
}

func written(d rules.Date) string { return fmt.Sprintf("%d %s %02d", d.Year, months[d.Month-1], d.Day) }

func clockTimes(shifts []platform.Period) string {
	if rules.Closed(shifts) {
		return "off"
	}
	var times []string
	for _, p := range shifts {
		times = append(times, rules.FormatClock(p.StartTime)+"-"+rules.FormatClock(p.EndTime))
	}
	return strings.Join(times, ",")
}
