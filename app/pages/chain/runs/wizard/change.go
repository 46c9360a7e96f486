package wizard

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the fields of a change.
const (
	fieldParts   = "apply-parts"
	fieldSome    = "apply-some"
	fieldFrom    = "apply-from"
	fieldTo      = "apply-to"
	fieldPicture = "apply-picture"
	fieldName    = "apply-name"
)

// change is the change as it would be asked for.
func (w *wizard) change(at clock) api.Change {
	c := api.Change{Template: w.Template, FromShop: w.FromShop}
	for _, p := range w.On {
		switch p {
		case partWeek:
			week := w.Week.Week()
			c.Week = &week
		case partDays:
			week := w.Days.Week()
			for _, d := range w.chosenDays() {
				c.Days = append(c.Days, api.ChangeDay{Day: int(d), Shifts: week[d]})
			}
		case partDates:
			c.Dates, c.Replace = w.Dates.Dates(), w.Replace
		case partClear:
			c.Clear = []api.ChangeRange{{
				From: strings.TrimSpace(w.From), To: cmp.Or(strings.TrimSpace(w.To), strings.TrimSpace(w.From)),
			}}
		case partPhones:
			c.Phones = w.Phones.Phones()
		case partPhoto:
			c.Picture = strings.TrimSpace(w.Picture)
		case partPause:
			pause, _ := w.Pause.change(w.When.start(at), at)
			c.Pause = &pause
		case partResume:
			c.Resume = true
		}
	}
	c.Keep = w.Keep && len(c.Dates)+len(c.Clear) > 0
	return c
}

// try checks the parts with editors, and from then on everything that is wrong in
// one shows where it stands. It reports whether nothing is.
func (w *wizard) try() bool {
	ok := true
	for _, p := range w.On {
		if e := w.editor(p); e != nil {
			ok = e.Try() && ok
		}
	}
	return ok
}

// editable is what the editors of a shop's pages work on.
type editable interface {
	Try() bool
	Wrong() pages.Faults
}

// editor is what works on a part, nil for one that has none of its own.
func (w *wizard) editor(p part) editable {
	return map[part]editable{partWeek: &w.Week, partDays: w.days(), partDates: &w.Dates, partPhones: &w.Phones}[p]
}

// faults are those of the fields that have no editor of their own; photo is what is wrong with the photo, "" for
// nothing. Items lead to all that is wrong with the change, as far as it may be said, in the order of the page: among
// several parts each is named.
func (w *wizard) faults(at clock, photo string) (faults, items pages.Faults) {
	if len(w.On) == 0 {
		faults.Add(fieldParts, text.T("label.need"))
		return faults, faults
	}
	for _, p := range w.On {
		of := w.wrong(p, at, photo)
		faults = append(faults, of...)
		if e := w.editor(p); e != nil {
			of = append(of, e.Wrong()...)
		}
		for _, item := range of {
			if len(w.On) > 1 {
				item.Text = text.T("edit.of", text.T("runs.part."+string(p)), item.Text)
			}
			items = append(items, item)
		}
	}
	return faults, items
}

// wrong is what is wrong with a part, but for what its editor says.
func (w *wizard) wrong(p part, at clock, photo string) (faults pages.Faults) {
	add := func(field, key string) { faults.Add(field, text.T(key)) }
	switch p { //nolint:exhaustive // the editors of the others say all
	case partDays:
		if len(w.chosenDays()) == 0 {
			add(fieldSome, "label.need")
		}
	case partDates:
		if len(w.Dates.Dates()) == 0 {
			add("dates-add", "runs.dates.need")
		}
	case partClear:
		from, ok := rules.ParseDate(strings.TrimSpace(w.From))
		to, too := rules.ParseDate(cmp.Or(strings.TrimSpace(w.To), strings.TrimSpace(w.From)))
		switch {
		case !ok:
			add(fieldFrom, "dates.need.first")
		case !too:
			add(fieldTo, "dates.need.last")
		case to.Before(from):
			add(fieldTo, "problem."+rules.CodeRangeReversed)
		}
	case partPhoto:
		if photo != "" {
			faults.Add(fieldPicture, photo)
		}
	case partPause:
		_, faults = w.Pause.change(w.When.start(at), at)
	}
	return faults
}

// take takes a change over, all of it to be edited. The other parts stay, but for
// those that can't go together with it.
func (w *wizard) take(c api.Change, zone rules.Zone) {
	alone := len(w.On) == 0
	if c.Week != nil {
		w.set(partWeek, true)
		w.Week.Load(*c.Week)
	}
	if len(c.Days) > 0 {
		w.set(partDays, true)
		week := w.Days.Week()
		w.Some = [7]bool{}
		for _, d := range c.Days {
			if d.Day >= 0 && d.Day < len(week) {
				week[d.Day], w.Some[d.Day] = d.Shifts, true
			}
		}
		w.Days.Load(week)
	}
	if len(c.Dates) > 0 {
		w.set(partDates, true)
		w.Dates.Load(c.Dates)
		w.Replace = c.Replace
	}
	w.Keep = w.Keep || c.Keep
	if len(c.Clear) > 0 {
		w.set(partClear, true)
		w.From, w.To = c.Clear[0].From, c.Clear[0].To
	}
	if len(c.Phones) > 0 {
		w.set(partPhones, true)
		w.Phones.Load(c.Phones)
	}
	if c.Picture != "" {
		w.set(partPhoto, true)
		w.Picture = c.Picture
	}
	if c.Pause != nil {
		w.set(partPause, true)
		w.Pause = pausingOf(*c.Pause, zone)
	}
	if c.Resume {
		w.set(partResume, true)
	}
	if alone {
		w.Template, w.FromShop = c.Template, c.FromShop
	}
}

// proposed is a name for the run, by what it changes: "Special dates, phones".
// One part is named by what it says.
func (w *wizard) proposed() string {
	if len(w.On) == 0 {
		return text.T("runs.name.none")
	}
	return text.Commas(pages.Words(w.On, func(p part) string { return w.proposedFor(p, len(w.On) == 1) }))
}

func (w *wizard) proposedFor(p part, alone bool) string {
	short := text.T("runs.part." + string(p))
	switch days := w.chosenDays(); {
	case p == partDays && len(days) == 1 && alone:
		return text.T("edit.of", text.Day(days[0]), text.Plain(text.Shifts(rules.Periods(w.Days.Week()[days[0]]))))
	case p == partDays && len(days) > 1:
		return text.T("runs.name.days", text.Commas(pages.Words(days, text.ShortDay)))
	case p == partDates && alone:
		if list := w.Dates.Dates(); len(list) > 0 {
			return datesName(list)
		}
	}
	return short
}

// datesName names special dates by the first of them: "Close 25–26 Dec".
func datesName(list []api.ChangeDate) string {
	first, begins := rules.ParseDate(list[0].From)
	last, ends := rules.ParseDate(list[0].To)
	if !begins || !ends {
		return text.T("runs.part." + string(partDates))
	}
	days := text.Days(first, last)
	name := text.T("runs.name.days", days)
	if periods := rules.Periods(list[0].Shifts); len(periods) == 1 && periods[0].Closed() {
		name = text.T("runs.name.close", days)
	}
	if more := len(list) - 1; more > 0 {
		name = text.N("runs.name.more", more, name)
	}
	return name
}

// proposedIn is proposed with how many shops take part: "Close 25–26 Dec, 5 shops". It is cut where it would be longer
// than a name may be.
func (w *wizard) proposedIn(shops int) string {
	many := text.N("shops.count", shops)
	name := text.T("join.comma", w.proposed(), many)
	if over := utf8.RuneCountInString(name) - api.MaxRunName; over > 0 {
		what := []rune(text.Plain(w.proposed())) // a mark of direction that isn't closed is refused
		name = text.T("join.comma", string(what[:len(what)-over-1])+"…", many)
	}
	return name
}

// name is the run's name in so many shops: as typed, else as proposed.
func (w *wizard) name(shops int) string {
	return cmp.Or(strings.TrimSpace(w.Name), w.proposedIn(shops))
}
