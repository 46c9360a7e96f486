package overview

import (
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// day is one date's hours as the page shows them.
type day struct {
	title    string // "Today"
	date     string // "Fri 20 Nov"
	words    string // "11:00–15:00 and 17:30–22:00"
	spill    string // what the evening before adds, "" for nothing
	special  bool   // a special date replaces the weekly hours
	segments []rules.Segment
}

// dayOn are a date's hours, under a title.
func dayOn(title string, date rules.Date, list []platform.SpecialDate, at special.Place) day {
	hours := rules.Effective(date, at.Week, list, at.Anchor, at.Zone)
	own, tail := presentIn(hours, list, date, at)
	d := day{
		title: title, date: text.Date(date, text.DateShort), words: text.Shifts(own), special: hours.Special >= 0,
		segments: hours.Segments,
	}
	if tail > 0 {
		d.spill = text.T("shop.spill", rules.FormatClock(tail))
	}
	return d
}

// maxNext is how many special dates the overview shows.
const maxNext = 3

// nextDate is one of the special dates to come, or going on.
type nextDate struct {
	name  string // "Christmas", "" for none
	dates string // "Fri 25 Dec to Sat 26 Dec"
	words string // "Closed all day"
}

// next lists the first special dates that aren't over, and how many follow.
func next(today rules.Date, dates []platform.SpecialDate, names []api.DateName,
	at special.Place) (list []nextDate, more int) {
	for _, entry := range special.Ordered(dates) {
		first, last := rules.SpecialDays(entry, at.Anchor, at.Zone)
		if last.Before(today) {
			continue
		}
		if len(list) == maxNext {
			more++
			continue
		}
		list = append(list, nextDate{name: nameOf(names, first, last), dates: span(first, last),
			words: text.Shifts(rules.NormalizeDay(entry.BusinessHour))})
	}
	return list, more
}

func nameOf(names []api.DateName, first, last rules.Date) string {
	for _, n := range names {
		if n.First == first.String() && n.Last == last.String() {
			return n.Name
		}
	}
	return ""
}

func span(first, last rules.Date) string {
	from := text.Date(first, text.DateShort)
	if first == last {
		return from
	}
	return text.T("dates.span", from, text.Date(last, text.DateShort))
}
