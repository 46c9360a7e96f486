package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// row is what the list shows of an entry.
type row struct {
	ID      int    // below 0: it can only be repeated
	Name    string // "Christmas", "" for none
	Dates   string // "Fri 25 Dec to Sat 26 Dec"
	Title   string // both
	Days    string // "2 days", "" for one
	Label   string // "Closed"
	Tone    components.Tone
	Hours   string // "11:00–15:00 and 18:00–02:00 ⁺¹", "" when the label says it
	Nights  []string
	Problem string
	Changed bool
	May     bool // be edited
}

// rows is [model.Rows], worked out.
func (m *model) rows(today rules.Date, may bool) (coming, past []*row) {
	m.schedule()
	wrong := map[int]string{}
	for _, p := range m.Problems() {
		if wrong[p.item] == "" {
			wrong[p.item] = p.text
		}
	}
	d := m.derive()
	d.byID = make(map[int]*row, len(m.items))
	for _, it := range sorted(m.all()) {
		r := d.rowBefore(it, today, may)
		if r == nil || r.Problem != wrong[it.ID] {
			r = m.row(it, today, may)
			r.Problem = wrong[it.ID]
		}
		d.byID[it.ID] = r
		if it.over(today) {
			past = append(past, r)
		} else {
			coming = append(coming, r)
		}
	}
	slices.Reverse(past)
	return coming, past
}

// row is what the list shows of one entry.
func (m *model) row(it item, today rules.Date, may bool) *row {
	r := &row{
		ID: it.ID, Name: it.Name, Dates: datesText(it), Title: title(it), Label: kindText(it.Kind), Tone: toneOf(it.Kind),
		Nights: m.nights(it), Changed: it.ID > 0 && m.Changed(it), May: may,
	}
	if it.Kind == kindShifts {
		r.Hours = hoursText(it)
	}
	if n := it.days(); n > 1 {
		r.Days = text.N("dates.days", n)
	}
	if it.over(today) {
		r.Nights = nil
	}
	return r
}

// datesText names an entry by its dates.
func datesText(it item) string {
	days, ok := it.span()
	if !ok {
		return text.T("dates.no.dates")
	}
	return text.DateSpan(days.first, days.last)
}

// hoursText is what an entry says of its days.
func hoursText(it item) string {
	if it.unreadable() {
		return text.T("dates.unreadable")
	}
	return text.Shifts(rules.NormalizeDay(it.periods()))
}

func kindText(k kind) string { return text.T("dates.kind." + string(k)) }

func toneOf(k kind) components.Tone {
	if k == kindClosed {
		return components.ToneBad
	}
	return components.ToneInfo
}

// Wrong leads to the entries with something wrong, once somebody tried to save.
func (m *model) Wrong() pages.Faults {
	var items pages.Faults
	for _, p := range m.Visible() {
		it, _ := m.Item(p.item)
		items.Add(editID(p.item), text.T("edit.of", title(it), p.text))
	}
	return items
}
