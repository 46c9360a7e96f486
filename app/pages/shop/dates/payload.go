package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// list is the list to send, in the order of its dates. An entry that nobody
// changed is the platform's own, to the byte, wherever that fits the anchor (see
// [rules.Calendar]).
func (m *model) list() platform.SpecialDates {
	calendar := rules.ReadCalendar(m.read, m.at.Anchor, m.at.Zone)
	var list []rules.Dated
	for _, it := range m.sent() {
		i := slices.IndexFunc(m.base, func(b item) bool { return b.ID == it.ID })
		if i >= 0 && it.same(m.base[i]) {
			list = append(list, calendar.Read[i])
			continue
		}
		days, _ := it.span()
		d := rules.Dated{
			SpecialDate: platform.SpecialDate{BusinessHour: it.periods(), Extra: it.Extra},
			First:       days.first, Last: days.last,
		}
		if i >= 0 {
			d.BusinessHour = rules.KeepExtra(m.read[i].BusinessHour, d.BusinessHour)
		}
		list = append(list, d)
	}
	calendar.Keep(list)
	return calendar.Entries()
}

// sent are the entries that are sent, in the order of the list. Dates that can't be read are sent as the platform has
// them.
func (m *model) sent() []item {
	return slices.DeleteFunc(sorted(m.items), func(it item) bool {
		_, ok := it.span()
		return !ok && !m.stands(it.ID)
	})
}

// Changed reports whether an entry isn't what the platform has, or isn't called
// what our server has.
func (m *model) Changed(it item) bool {
	b := find(m.base, it.ID)
	return b == nil || !b.same(it) || b.Name != it.Name
}

// count is [model.Count], worked out.
func (m *model) count() int {
	n, items := 0, m.edited()
	for _, it := range items {
		if m.Changed(it) {
			n++
		}
	}
	for _, b := range m.base {
		if find(items, b.ID) == nil {
			n++
		}
	}
	return n
}

// Dirty reports whether there is something to save.
func (m *model) Dirty() bool { return m.loaded && m.Count() > 0 }

// nights says what an entry does to the night before its first day and to the
// one after its last (see [rules.Effective]): where a late shift is cut, and
// where one runs on.
func (m *model) nights(it item) []string {
	days, ok := it.span()
	if !ok || m.at.Week == nil {
		return nil
	}
	all, _ := m.schedule()
	var words []string
	if cut := all.On(days.first).CutBefore; cut > 0 {
		words = append(words, special.NightBefore(days.first, cut))
	}
	last := days.last
	end, next := all.On(last), last.AddDays(1)
	switch own := special.Tail(it.periods()); {
	case end.CutAfter > 0:
		words = append(words, special.NightCut(next, end.CutAfter))
	case own > 0:
		words = append(words, text.T("dates.night.on", rules.FormatClock(own), text.Date(next, text.DateShort)))
	default:
		if usual := special.Tail(m.at.Week.Day(last.Weekday())); usual > 0 {
			words = append(words, text.T("dates.night.after", text.DayWithin(last.Weekday()),
				rules.FormatClock(usual), text.Date(next, text.DateShort)))
		}
	}
	return words
}
