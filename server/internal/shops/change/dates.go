package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// dates removes and adds special dates. The platform replaces the whole list (interface 4.4, rule 2), so the other
// entries are sent back unchanged. A date whose last day is over changes nothing.
func (m Planner) dates(p *Plan, f ShopFacts, c api.Change, zone rules.Zone, now int64) {
	e := m.edit(p, f, zone, now)
	if f.Dates == nil {
		p.missing = true
	}
	e.week, e.keep = p.weekAfter(f), c.Keep
	var clears [][2]rules.Date
	for i, r := range c.Clear {
		if first, last, ok := e.days(fmt.Sprintf("clear[%d]", i), r); ok {
			e.calendar.Clear(first, last, e.over)
			clears = append(clears, [2]rules.Date{first, last})
		}
	}
	for i, d := range c.Dates {
		path := fmt.Sprintf("dates[%d]", i)
		if !api.Optional(d.Name, api.MaxDateName) {
			p.Problems.Add(path+".name", api.ProblemDateName, api.MaxDateName)
		}
		first, last, ok := e.days(path, d.ChangeRange)
		if !ok || last.Before(e.today) || !e.calendar.Put(first, last, periods(nil, d.Shifts), i, c.Replace) {
			continue
		}
		if name := strings.TrimSpace(d.Name); name != "" {
			e.named = append(e.named, api.DateName{First: first.String(), Last: last.String(), Name: name})
		}
	}
	for _, days := range clears { // clears the remainders of replaced entries too
		e.calendar.Clear(days[0], days[1], e.over)
	}
	e.close(f)
}

// datesEdit is an edit of a list of special dates.
type datesEdit struct {
	maker    Planner
	zone     rules.Zone
	plan     *Plan
	calendar *rules.Calendar
	today    rules.Date     // in the shop's zone
	week     *platform.Week // no late shift of a date may run into this week; nil skips the check
	named    []api.DateName
	about    [][2]rules.Date // the days of the change
	unlisted []rules.Dated   // dates that we know and the platform doesn't list, before the change
	keep     bool            // keeps the unlisted dates
}

func (m Planner) edit(p *Plan, f ShopFacts, zone rules.Zone, now int64) *datesEdit {
	var list []platform.SpecialDate
	if f.Dates != nil {
		list = *f.Dates
	}
	e := &datesEdit{maker: m, zone: zone, plan: p, calendar: rules.ReadCalendar(list, m.Anchor, zone)}
	e.calendar.Add(f.Unlisted)
	e.unlisted = append(e.unlisted, e.calendar.List[len(list):]...)
	e.today, _ = rules.Local(now, zone)
	return e
}

func (e *datesEdit) over(d rules.Dated) bool { return d.Last.Before(e.today) }

func (e *datesEdit) days(path string, r api.ChangeRange) (first, last rules.Date, ok bool) {
	first, okFirst := rules.ParseDate(r.From)
	last, okLast := rules.ParseDate(r.To)
	switch {
	case !okFirst:
		e.plan.Problems.Add(path+".from", rules.CodeRequired)
	case !okLast:
		e.plan.Problems.Add(path+".to", rules.CodeRequired)
	case last.Before(first):
		e.plan.Problems.Add(path+".to", rules.CodeRangeReversed)
	default:
		e.about = append(e.about, [2]rules.Date{first, last})
		return first, last, true
	}
	return first, last, false
}

// differences lists the differences that the change makes, by days.
func (e *datesEdit) differences() []api.Difference {
	byDays := map[[2]rules.Date]api.Difference{}
	note := func(d rules.Dated, say func(*api.Difference, []api.Shift)) {
		key := [2]rules.Date{d.First, d.Last}
		n, noted := byDays[key]
		if !noted {
			n = api.Difference{Part: api.PartDates, From: d.First.String(), To: d.Last.String()}
		}
		say(&n, Shifts(d.BusinessHour))
		byDays[key] = n
	}
	for _, d := range e.calendar.Read {
		note(d, func(n *api.Difference, shifts []api.Shift) { n.BeforeShifts = shifts })
	}
	for _, d := range e.calendar.List {
		note(d, func(n *api.Difference, shifts []api.Shift) { n.AfterShifts = shifts })
	}
	var differences []api.Difference
	for _, d := range byDays {
		if !isSame(d.BeforeShifts, d.AfterShifts) {
			differences = append(differences, d)
		}
	}
	slices.SortFunc(differences, func(a, b api.Difference) int { return strings.Compare(a.From+a.To, b.From+b.To) })
	return differences
}

// close applies the rules to the list and adds its call.
func (e *datesEdit) close(f ShopFacts) {
	var dropped []rules.Dated
	if !e.keep {
		isUnlisted := func(d rules.Dated) bool { return d.Unlisted }
		for _, d := range e.calendar.List {
			if isUnlisted(d) {
				dropped = append(dropped, d)
			}
		}
		e.calendar.List = slices.DeleteFunc(e.calendar.List, isUnlisted)
	}
	differences := e.differences()
	if len(differences) == 0 { // nothing is sent: the platform may have the dates that the change is about, or not
		dropped = slices.DeleteFunc(e.unlisted, func(d rules.Dated) bool {
			return !slices.ContainsFunc(e.about, func(days [2]rules.Date) bool { return d.In(days[0], days[1]) })
		})
	}
	for _, d := range dropped { // dropped only on request: the platform may list only today's entry
		e.plan.Problems.Add("unlisted", api.ProblemUnlisted, d.First.String(), d.Last.String())
	}
	if len(differences) == 0 {
		return
	}
	entries := e.entries()
	e.check(entries)
	if f.Dates == nil {
		return
	}
	call := Call{
		Part: api.PartDates, Differences: differences, Put: e.named,
		Request: platform.SpecialUpdate{ShopID: f.Shop.ShopID, Dates: entries},
	}
	for _, d := range differences {
		if d.AfterShifts == nil || e.plan.undoes { // a restored date has its former name, or none
			call.Drop = append(call.Drop, api.DateName{First: d.From, Last: d.To})
		}
	}
	for _, d := range e.calendar.List {
		if d.Part() {
			call.Rests = append(call.Rests, Remainder{
				First: d.First.String(), Last: d.Last.String(),
				Of: api.DateName{First: d.OfFirst.String(), Last: d.OfLast.String()},
			})
		}
	}
	e.plan.add(call)
}

// datesAfter are the shop's special dates after the plan's calls so far, nil for dates that were never read.
func (p *Plan) datesAfter(f ShopFacts) *[]platform.SpecialDate {
	for _, c := range p.Calls {
		if r, ok := c.Request.(platform.SpecialUpdate); ok {
			dates := []platform.SpecialDate(r.Dates)
			return &dates
		}
	}
	return f.Dates
}

// entries is the list to send, in the order of its days. An entry that begins or ends at no midnight stays as it came:
// only the editor corrects it, and tells the operator.
func (e *datesEdit) entries() platform.SpecialDates {
	list := e.calendar.List
	slices.SortStableFunc(list, func(a, b rules.Dated) int { return a.First.Days() - b.First.Days() })
	entries := e.calendar.Entries()
	for i, d := range list {
		one := []platform.SpecialDate{d.SpecialDate}
		if _, fits := rules.DetectAnchor(one, e.maker.Anchor, e.zone); d.Mark == rules.Listed && !d.Part() && !fits {
			entries[i] = d.SpecialDate
		}
	}
	return entries
}

// check applies the rules to what the change gives: entries that the shop has already stay as they are.
func (e *datesEdit) check(dates platform.SpecialDates) {
	var found []rules.Problem
	for _, r := range append(rules.Special(dates, e.maker.Anchor, e.zone),
		rules.Nights(dates, e.week, e.maker.Anchor, e.zone)...) {
		path, given := e.path(r.Path)
		if j, ok := r.Number(0); ok && r.Code == rules.CodeDatesOverlap {
			given = given || e.calendar.List[j].Mark != rules.Listed
		}
		if given {
			r.Path = path
			found = append(found, r)
		}
	}
	e.plan.judge(found)
}

// path translates a path in the list to a path in the change; given is false for an entry that the change doesn't
// give.
func (e *datesEdit) path(inList string) (path string, given bool) {
	var at int
	if _, err := fmt.Sscanf(inList, "[%d]", &at); err != nil || e.calendar.List[at].Mark == rules.Listed {
		return "specialBusinessHour" + inList, false
	}
	_, rest, _ := strings.Cut(inList, "]")
	return fmt.Sprintf("dates[%d]%s", e.calendar.List[at].Mark, strings.Replace(rest, ".businessHour", ".shifts", 1)), true
}
