package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// holidayRow is what the dialog shows of a public holiday, and what is chosen for it.
type holidayRow struct {
	ID     string
	Name   string
	Dates  string
	Basis  string // "expected, by the sighting of the moon", "" for a fixed one
	Last   string // what the last one was, "" when nothing is known of it
	Taken  string // the entry that has a day of it, "" for none
	Ticked bool   // not as usual
	entry  item   // what it becomes while it is ticked: closed, or hours of its own
}

// Holidays are the rows of what the server offers. What the last one was is the proposal, unless somebody has chosen
// "as usual" for this one.
func (m *model) Holidays(list []api.Holiday) []*holidayRow {
	var rows []*holidayRow
	for _, h := range list {
		days := item{First: h.First, Last: h.Last, Kind: kindClosed, Name: HolidayName(h)}
		r := &holidayRow{ID: h.ID, Name: days.Name, Dates: datesText(days), Basis: HolidayBasis(h), entry: days}
		if last, ok := m.lastYear(h); ok {
			r.entry.Kind, r.entry.Shifts, r.Ticked = last.Kind, last.Shifts, !h.Dismissed
			r.Last = text.T("dates.holiday.last", last.words())
		}
		if i := slices.IndexFunc(m.items, func(it item) bool { return it.overlaps(days) }); i >= 0 {
			r.Taken, r.Ticked = title(m.items[i]), false
		}
		rows = append(rows, r)
	}
	return rows
}

// words are what an entry says of its days: "Closed", or its hours.
func (it item) words() string {
	if it.Kind == kindShifts {
		return hoursText(it)
	}
	return kindText(it.Kind)
}

// lastYear is the latest earlier entry for a holiday: one of its name, or one on its days of a year before.
func (m *model) lastYear(h api.Holiday) (last item, ok bool) {
	for _, it := range m.all() {
		days, known := it.span()
		first, _ := rules.ParseDate(h.First)
		if !known || !days.last.Before(first) {
			continue
		}
		name := strings.TrimSpace(it.Name)
		named := name != "" && (strings.EqualFold(name, h.Name) || name == h.Local)
		if (named || it.First == yearBefore(h.First) && it.Last == yearBefore(h.Last)) && it.First > last.First {
			last, ok = it, true
		}
	}
	last.Shifts = special.Times(last.Shifts)
	return last, ok
}

func yearBefore(date string) string {
	d, _ := rules.ParseDate(date)
	d.Year--
	return d.String()
}

// toggle turns a holiday's day from closed to hours of its own, or back.
func (r *holidayRow) toggle(week *platform.Week) {
	if r.entry.Kind == kindShifts {
		r.entry.Kind = kindClosed
		return
	}
	if r.entry.Kind = kindShifts; len(r.entry.Shifts) == 0 {
		r.entry.Shifts = usual(r.entry.First, week)
	}
}

// TakeHolidays adds what is ticked, as one step of undo. It reports how many entries that makes.
func (m *model) TakeHolidays(rows []*holidayRow) int { return m.append(ticked(rows)) }

// ticked are the entries of the holidays that aren't as usual.
func ticked(rows []*holidayRow) (entries []item) {
	for _, r := range rows {
		if r.Ticked {
			entries = append(entries, r.entry)
		}
	}
	return entries
}

// HolidayName is the name in the language on screen, or else in English.
func HolidayName(h api.Holiday) string {
	lang, _, _ := strings.Cut(h.Lang, "-")
	if h.Local != "" && strings.HasPrefix(text.Lang(), lang) {
		return h.Local
	}
	return h.Name
}

// HolidayBasis says how sure the date is, "" for a fixed one.
func HolidayBasis(h api.Holiday) string {
	if h.Basis == api.BasisFixed {
		return ""
	}
	return text.T("dates.holiday." + h.Basis)
}

// areaCode is the telephone code of a shop's first number, "" when there is
// none: "852".
func areaCode(shop *platform.Shop) string {
	if shop == nil {
		return ""
	}
	for _, p := range shop.Phones {
		if code, _, ok := strings.Cut(p.Number, "-"); ok {
			return code
		}
	}
	return ""
}
