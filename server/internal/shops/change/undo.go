package change

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// Before returns the state that the call is about to replace. Names are the shop's names of its special dates.
func (m Planner) Before(f ShopFacts, call Call, names []api.DateName) (was Before) {
	switch call.Part {
	case api.PartWeek:
		was.Week = f.Week
	case api.PartDates:
		zone, _ := rules.LoadLocation(f.Shop.Zone)
		for _, d := range *f.Dates {
			first, last := rules.SpecialDays(d, m.Anchor, zone)
			if slices.ContainsFunc(call.Differences, func(n api.Difference) bool {
				return n.From == first.String() && n.To == last.String() && n.BeforeShifts != nil
			}) {
				was.Dates = append(was.Dates, d)
			}
		}
		for _, name := range names {
			if slices.ContainsFunc(call.Differences, func(n api.Difference) bool {
				return n.From == name.First && n.To == name.Last
			}) {
				was.Names = append(was.Names, name)
			}
		}
	case api.PartPhones:
		was.Phones = f.Record.Phones
	case api.PartPicture:
		was.Picture = rules.PictureInEffect(f.Record.MainPictures)
	case api.PartStatus:
		was.Pause = f.Pause
	}
	return was
}

// Undo plans how to restore the shop's state before a change with these differences. Undo is refused if any of them
// was changed since. Other parts stay as they are now. The rules only warn: the platform had that state.
func (m Planner) Undo(f ShopFacts, did []api.Difference, was Before, now int64) Plan {
	p := Plan{leaves: m.Leaves, undoes: true}
	zone, known := rules.LoadLocation(f.Shop.Zone)
	p.missing = !known
	byPart := map[api.Part][]api.Difference{}
	for _, d := range did {
		byPart[d.Part] = append(byPart[d.Part], d)
	}
	for _, part := range []api.Part{api.PartWeek, api.PartDates, api.PartPhones, api.PartPicture, api.PartStatus} {
		did := byPart[part]
		if len(did) == 0 {
			continue
		}
		if !f.knows(part) {
			p.missing = true
			continue
		}
		switch part {
		case api.PartWeek:
			p.undoWeek(f, did, was)
		case api.PartDates:
			m.undoDates(&p, f, did, was, zone, now)
		case api.PartPhones:
			if p.stands(present(f, did[0]), did[0]) {
				m.phones(&p, f, restored(was.Phones))
			}
		case api.PartPicture:
			p.undoPicture(f, did[0], was)
		case api.PartStatus:
			p.undoStatus(f, did[0], was, now)
		}
	}
	return p.judged()
}

// restored are the former phones as they came. Runs of earlier versions kept every element as a text.
func restored(was []platform.Phone) []platform.Phone {
	was = slices.Clone(was)
	for i, phone := range was {
		if phone.Raw == "" {
			was[i] = platform.Phones([]string{phone.Number})[0]
		}
	}
	return was
}

// knows tells whether the part was ever read.
func (f ShopFacts) knows(part api.Part) bool {
	switch part {
	case api.PartWeek:
		return f.Week != nil
	case api.PartDates:
		return f.Dates != nil
	case api.PartPhones, api.PartPicture, api.PartStatus:
	}
	return f.Record != nil
}

// stands tells whether there is a change to undo, and notes a later change by another party.
func (p *Plan) stands(is []string, did api.Difference) bool {
	switch {
	case slices.Equal(is, did.Before):
		return false
	case slices.Equal(is, did.After):
		return true
	}
	p.Since = true
	return false
}

func (p *Plan) undoWeek(f ShopFacts, did []api.Difference, was Before) {
	back := map[platform.Day][]api.Shift{}
	for _, d := range did {
		switch is := f.Week.Day(platform.Day(d.Day)); {
		case same(is, d.BeforeShifts):
		case same(is, d.AfterShifts):
			back[platform.Day(d.Day)] = d.BeforeShifts
		default:
			p.Since = true
			return
		}
	}
	// Days that get their former times back also get their former unknown members back.
	week := *rules.Normalize(f.Week)
	if was.Week != nil {
		for day := range back {
			week.SetDay(day, rules.NormalizeDay(was.Week.Day(day)))
		}
	}
	p.weekOf(f, f.Week, back)
	if n := len(p.Calls); n > 0 && p.Calls[n-1].Part == api.PartWeek {
		p.Calls[n-1].Request = platform.WeekUpdate{ShopID: f.Shop.ShopID, Week: &week}
	}
}

// undoDates removes the added dates and restores those that were replaced or removed. Dates that are over by now
// stay, unless they are part of a restored date.
func (m Planner) undoDates(p *Plan, f ShopFacts, did []api.Difference, was Before, zone rules.Zone, now int64) {
	e := m.edit(p, f, zone, now)
	if foreign(e.calendar.List, did, e.today) {
		p.Since = true
		return
	}
	old := rules.ReadCalendar(was.Dates, m.Anchor, zone)
	for i, d := range did {
		first, last, ok := e.days("dates", api.ChangeRange{From: d.From, To: d.To})
		if !ok || last.Before(e.today) {
			continue
		}
		at, is := e.find(first, last)
		switch {
		case isSame(is, d.BeforeShifts):
			continue
		case !isSame(is, d.AfterShifts):
			p.Since = true
			return
		}
		if at >= 0 {
			e.calendar.List = slices.Delete(e.calendar.List, at, at+1)
		}
		if d.BeforeShifts != nil {
			e.back(i, first, last, d, old)
		}
		for _, name := range was.Names {
			if name.First == d.From && name.Last == d.To {
				e.named = append(e.named, name)
			}
		}
	}
	e.close(f)
}

// foreign tells whether another party has given days of the differences to an entry since: the change neither found nor
// left the entry. Differences of dates that are over don't count.
func foreign(list []rules.Dated, did []api.Difference, today rules.Date) bool {
	return slices.ContainsFunc(list, func(entry rules.Dated) bool {
		shares, shifts := false, Shifts(entry.BusinessHour)
		for _, d := range did {
			first, _ := rules.ParseDate(d.From)
			last, _ := rules.ParseDate(d.To)
			if first == entry.First && last == entry.Last &&
				(isSame(shifts, d.BeforeShifts) || isSame(shifts, d.AfterShifts)) {
				return false
			}
			shares = shares || !last.Before(today) && entry.Overlaps(first, last)
		}
		return shares
	})
}

// back restores an entry. Entries that took some of its days and are over by now are removed.
func (e *datesEdit) back(given int, first, last rules.Date, d api.Difference, old *rules.Calendar) {
	back := rules.Dated{SpecialDate: platform.SpecialDate{BusinessHour: periods(nil, d.BeforeShifts)}, First: first,
		Last: last, Mark: given}
	if at := old.Find(first, last); at >= 0 {
		back.SpecialDate = old.List[at].SpecialDate
	}
	e.calendar.List = slices.DeleteFunc(e.calendar.List, func(d rules.Dated) bool {
		return e.over(d) && d.Overlaps(first, last)
	})
	e.calendar.List = append(e.calendar.List, back)
}

// find finds the entry of exactly these days; at is -1 without one.
func (e *datesEdit) find(first, last rules.Date) (at int, shifts []api.Shift) {
	if at = e.calendar.Find(first, last); at >= 0 {
		shifts = Shifts(e.calendar.List[at].BusinessHour)
	}
	return at, shifts
}

// isSame compares shifts of an entry, nil for no entry.
func isSame(a, b []api.Shift) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

func (p *Plan) undoPicture(f ShopFacts, did api.Difference, was Before) {
	if p.stands(present(f, did), did) && was.Picture != "" { // no call removes a picture
		p.picture(f, was.Picture)
	}
}

// undoStatus resumes a shop that was paused, and pauses a shop that was resumed, with its former pause. A pause whose
// end has come meanwhile isn't restored, and one that has ended leaves nothing to undo. A shop whose state wasn't known
// before its pause isn't resumed.
func (p *Plan) undoStatus(f ShopFacts, did api.Difference, was Before, now int64) {
	is := present(f, did)
	if over(did.Before, is, now) || over(did.After, is, now) || !p.stands(is, did) {
		return
	}
	switch {
	case did.Before[0] == string(api.StandingUnknown):
		p.Problems.Add("resume", api.ProblemStatusUnsaid)
	case did.Before[0] == string(api.StandingOpen):
		p.resume(f)
	case was.Pause == nil:
		p.pause(f, api.PauseOrders{ShopID: f.Shop.ShopID, End: api.EndNotice})
	case was.Pause.Until != 0 && was.Pause.Until <= now:
		if did.After[0] != string(api.StandingOpen) {
			p.resume(f)
		}
	default:
		p.pause(f, pauseAgain(f.Shop.ShopID, *was.Pause))
	}
}

func pauseAgain(shopID int64, was store.Pause) api.PauseOrders {
	order := api.PauseOrders{ShopID: shopID, End: api.EndNotice, Reason: api.PauseReason(was.Reason), Note: was.Note}
	if was.Until != 0 {
		order.End, order.Until = api.EndUntil, was.Until
	}
	return order
}
