package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// holidayRow is what the dialog shows of a public holiday.
type holidayRow struct {
	ID        string
	Name      string
	Dates     string
	Basis     string // "expected, by the sighting of the moon", "" for a fixed one
	Taken     string // the entry that has a day of it, "" for none
	Dismissed bool
}

// Holidays are the rows of what the server offers: first those to confirm, then
// those that were dismissed.
func (m *model) Holidays(list []api.Holiday) (offered, dismissed []holidayRow) {
	for _, h := range list {
		r := holidayRow{ID: h.ID, Name: HolidayName(h), Dates: datesText(item{First: h.First, Last: h.Last}),
			Basis: HolidayBasis(h), Dismissed: h.Dismissed}
		if i := slices.IndexFunc(m.items, func(it item) bool {
			return it.overlaps(item{First: h.First, Last: h.Last})
		}); i >= 0 {
			r.Taken = title(m.items[i])
		}
		if h.Dismissed {
			dismissed = append(dismissed, r)
		} else {
			offered = append(offered, r)
		}
	}
	return offered, dismissed
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

// AddHoliday closes the days of a holiday, as one step of undo.
func (m *model) AddHoliday(h api.Holiday) {
	m.last++
	it := item{ID: m.last, First: h.First, Last: h.Last, Kind: kindClosed, Name: HolidayName(h)}
	m.change(func(items []item) []item { return append(items, it) })
}

// OpenHoliday opens the editor on an entry for a holiday with hours of its own.
func (m *model) OpenHoliday(h api.Holiday, week *platform.Week) {
	first, _ := rules.ParseDate(h.First)
	last, _ := rules.ParseDate(h.Last)
	m.Add(first, last)
	m.SetName(HolidayName(h))
	m.SetKind(kindShifts, week)
	m.worked = false
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
