package change

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// entry is a special date with its place in the change, -1 for one that the
// shop has, or had as part of a longer one.
type entry struct {
	platform.SpecialDate
	given int
	rest  bool // of a longer one
}

// dates removes and adds special dates. The platform replaces the whole list
// (interface 4.4, rule 2): the others go back to it as they came. A date whose
// last day is over changes nothing.
func (m Maker) dates(p *Plan, f Facts, c api.Change, zone rules.Zone, now int64) {
	e := datesEdit{maker: m, zone: zone, plan: p, replace: c.Replace, differences: map[[2]string]api.Difference{}}
	if f.Dates == nil {
		p.missing = true
	} else {
		for _, d := range *f.Dates {
			e.list = append(e.list, entry{SpecialDate: d, given: -1})
		}
	}
	e.today, _ = rules.Local(now, zone)
	e.week = p.weekAfter(f)
	for i, r := range c.Clear {
		if first, last, ok := e.days(fmt.Sprintf("clear[%d]", i), r); ok {
			e.clear(first, last)
			e.clears = append(e.clears, [2]rules.Date{first, last})
		}
	}
	for i, d := range c.Dates {
		path := fmt.Sprintf("dates[%d]", i)
		if utf8.RuneCountInString(d.Name) > api.MaxDateName || strings.ContainsFunc(d.Name, unicode.IsControl) {
			p.wrong(path+".name", api.ProblemDateName, api.MaxDateName)
		}
		first, last, ok := e.days(path, d.ChangeRange)
		if !ok || last.Before(e.today) {
			continue
		}
		e.put(i, first, last, d)
	}
	e.close(f)
}

// datesEdit is a list of special dates being changed.
type datesEdit struct {
	maker       Maker
	zone        rules.Zone
	plan        *Plan
	replace     bool
	today       rules.Date     // the shop's
	week        *platform.Week // into which no late shift of a date may run; nil where none is to be looked for
	list        []entry
	clears      [][2]rules.Date
	cleared     []entry
	differences map[[2]string]api.Difference // by their days
	named       []api.DateName
	unnamed     []api.DateName
	rests       []Rest
}

func (e *datesEdit) days(path string, r api.ChangeRange) (first, last rules.Date, ok bool) {
	first, okFirst := rules.ParseDate(r.From)
	last, okLast := rules.ParseDate(r.To)
	switch {
	case !okFirst:
		e.plan.wrong(path+".from", rules.CodeRequired)
	case !okLast:
		e.plan.wrong(path+".to", rules.CodeRequired)
	case last.Before(first):
		e.plan.wrong(path+".to", rules.CodeRangeReversed)
	default:
		return first, last, true
	}
	return first, last, false
}

// clear removes what lies in the days, but what is over.
func (e *datesEdit) clear(from, to rules.Date) {
	e.list = slices.DeleteFunc(e.list, func(d entry) bool {
		first, last := rules.SpecialDays(d.SpecialDate, e.maker.Anchor, e.zone)
		if first.Before(from) || to.Before(last) || last.Before(e.today) {
			return false
		}
		e.removed(d, first, last)
		e.cleared = append(e.cleared, d)
		return true
	})
}

func (e *datesEdit) removed(d entry, first, last rules.Date) {
	e.note(first, last, func(n *api.Difference) { n.BeforeShifts, n.AfterShifts = Shifts(d.BusinessHour), nil })
	e.unnamed = append(e.unnamed, api.DateName{First: first.String(), Last: last.String()})
}

// note keeps one difference for the days, whatever happens to them in turn.
func (e *datesEdit) note(first, last rules.Date, say func(*api.Difference)) {
	key := [2]string{first.String(), last.String()}
	n, noted := e.differences[key]
	if !noted {
		n = api.Difference{Part: api.PartDates, From: key[0], To: key[1]}
	}
	say(&n)
	e.differences[key] = n
}

// put adds a date. What stands in its way gives way on those days, or is left for
// the rules to object to. An entry of the very same days keeps what the platform
// says of it beside.
func (e *datesEdit) put(given int, first, last rules.Date, d api.ChangeDate) {
	added := entry{given: given}
	added.StartDate, added.EndDate = rules.SpecialRange(first, last, e.maker.Anchor, e.zone)
	var before []platform.Period
	at := -1
	for i, other := range e.list {
		if other.given < 0 && other.StartDate == added.StartDate && other.EndDate == added.EndDate {
			if same(other.BusinessHour, d.Shifts) {
				return
			}
			before, added.Extra = other.BusinessHour, other.Extra
			if !other.rest {
				at = i
			}
		}
	}
	for _, other := range e.cleared {
		if other.StartDate == added.StartDate && other.EndDate == added.EndDate {
			before, added.Extra = other.BusinessHour, other.Extra
			if same(before, d.Shifts) {
				added.BusinessHour = before // it stays, as it was written
			}
			e.unnamed = slices.DeleteFunc(e.unnamed, func(n api.DateName) bool { return n.First == first.String() && n.Last == last.String() })
		}
	}
	if added.BusinessHour == nil {
		added.BusinessHour = periods(before, d.Shifts)
	}
	if e.replace {
		e.giveWay(added, first, last)
	}
	e.list = append(e.list, added)
	e.note(first, last, func(n *api.Difference) {
		n.AfterShifts = Shifts(added.BusinessHour)
		if at >= 0 {
			n.BeforeShifts = Shifts(before)
		}
	})
	if name := strings.TrimSpace(d.Name); name != "" {
		e.named = append(e.named, api.DateName{First: first.String(), Last: last.String(), Name: name})
	}
}

// giveWay takes the days of a date from all others. An entry of the very same days
// keeps its name; what is left of a longer one keeps all that it said.
func (e *datesEdit) giveWay(to entry, from, until rules.Date) {
	var list []entry
	for _, d := range e.list {
		switch {
		case d.given >= 0 || d.EndDate < to.StartDate || to.EndDate < d.StartDate:
			list = append(list, d)
		case d.StartDate != to.StartDate || d.EndDate != to.EndDate:
			first, last := rules.SpecialDays(d.SpecialDate, e.maker.Anchor, e.zone)
			of := e.taken(d, first, last)
			list = append(list, e.rest(d, of, first, from.AddDays(-1))...)
			list = append(list, e.rest(d, of, until.AddDays(1), last)...)
		}
	}
	e.list = list
}

// taken notes that an entry goes, and tells whose name its rests have.
func (e *datesEdit) taken(d entry, first, last rules.Date) (of api.DateName) {
	of = api.DateName{First: first.String(), Last: last.String()}
	if !d.rest {
		e.removed(d, first, last)
		return of
	}
	delete(e.differences, [2]string{of.First, of.Last}) // it was never there
	at := slices.IndexFunc(e.rests, func(r Rest) bool { return r.First == of.First && r.Last == of.Last })
	of = e.rests[at].Of
	e.rests = slices.Delete(e.rests, at, at+1)
	return of
}

// rest is what is left of an entry from one day to another: nothing, if there are
// none, or they are over or to be cleared.
func (e *datesEdit) rest(d entry, of api.DateName, first, last rules.Date) []entry {
	cleared := slices.ContainsFunc(e.clears, func(c [2]rules.Date) bool { return !first.Before(c[0]) && !c[1].Before(last) })
	if last.Before(first) || last.Before(e.today) || cleared {
		return nil
	}
	d.given, d.rest = -1, true
	d.StartDate, d.EndDate = rules.SpecialRange(first, last, e.maker.Anchor, e.zone)
	e.note(first, last, func(n *api.Difference) { n.AfterShifts = Shifts(d.BusinessHour) })
	e.rests = append(e.rests, Rest{First: first.String(), Last: last.String(), Of: of})
	return []entry{d}
}

// close applies the rules to the list and adds its call.
func (e *datesEdit) close(f Facts) {
	var differences []api.Difference
	for _, d := range e.differences {
		if !slices.Equal(d.BeforeShifts, d.AfterShifts) || (d.BeforeShifts == nil) != (d.AfterShifts == nil) {
			differences = append(differences, d)
		}
	}
	if len(differences) == 0 {
		return
	}
	slices.SortFunc(differences, func(a, b api.Difference) int {
		return strings.Compare(a.From+a.To, b.From+b.To)
	})
	dates := make(platform.SpecialDates, len(e.list)) // never nil: an empty list clears
	for i, d := range e.list {
		dates[i] = d.SpecialDate
	}
	e.check(dates)
	if f.Dates == nil {
		return
	}
	e.plan.add(Call{
		Part: api.PartDates, Path: platform.PathSpecialUpdate, Differences: differences, Put: e.named, Drop: e.unnamed, Rests: e.rests,
		Request: platform.SpecialUpdate{ShopID: f.Shop.ShopID, Dates: dates},
	})
}

// check judges the list. A late shift of a date that the shop has already is none
// of the change's.
func (e *datesEdit) check(dates platform.SpecialDates) {
	for _, r := range rules.Refusals(rules.Special(dates, e.maker.Anchor, e.zone)) {
		path, _ := e.path(r.Path)
		e.plan.wrong(path, r.Code, r.Args...)
	}
	for _, r := range rules.Nights(dates, e.week, e.maker.Anchor, e.zone) {
		if path, given := e.path(r.Path); given {
			e.plan.wrong(path, r.Code, r.Args...)
		}
	}
}

// path is the change's own for a path in the list; given is false for an entry
// that isn't the change's.
func (e *datesEdit) path(inList string) (path string, given bool) {
	var at int
	if _, err := fmt.Sscanf(inList, "[%d]", &at); err != nil || e.list[at].given < 0 {
		return "specialBusinessHour" + inList, false
	}
	_, rest, _ := strings.Cut(inList, "]")
	return fmt.Sprintf("dates[%d]%s", e.list[at].given, strings.Replace(rest, ".businessHour", ".shifts", 1)), true
}
