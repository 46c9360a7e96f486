package dates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// pick takes the days chosen in the calendar and shows their month.
func (p *Page) pick(_ app.Context, first, last string) {
	from, okFirst := rules.ParseDate(first)
	to, okLast := rules.ParseDate(last)
	if !okFirst || !okLast {
		return
	}
	moved := to
	if to == p.last && from != p.first {
		moved = from
	}
	p.first, p.last, p.tapped = from, to, rules.Date{}
	if shown := monthOf(moved); shown != p.month && from == to {
		p.turnTo(shown)
	}
}

// tap is pick for a finger, which scrolls where a mouse drags. The second day that it taps is the last one when that
// day is no earlier than the first, and opens the editor.
func (p *Page) tap(ctx app.Context, date string) {
	if p.choosing() && p.first.String() <= date {
		p.pick(ctx, p.first.String(), date)
		p.openChosen(ctx)
		return
	}
	p.pick(ctx, date, date)
	p.tapped = p.first
}

// choosing reports whether the next tap may choose the last day.
func (p *Page) choosing() bool { return p.tapped == p.first && p.first == p.last }

func (p *Page) monthBefore(app.Context) { p.turnTo(turn(p.month, -1)) }

func (p *Page) monthNext(app.Context) { p.turnTo(turn(p.month, 1)) }

func (p *Page) turnTo(month rules.Date) {
	p.see(month)
	p.warm()
}

func (p *Page) monthToday(app.Context) {
	p.first = p.today()
	p.last = p.first
	p.see(monthOf(p.first))
}

// see shows a month, of the next shop too.
func (p *Page) see(month rules.Date) {
	p.month = month
	p.State.SetPlace(month.String())
}

// openChosen opens the entry that has all chosen days, or makes one for them. Days that are over have nothing to edit.
func (p *Page) openChosen(app.Context) {
	if !p.edit.May() || p.edit.Choosing() || p.last.Before(p.today()) {
		return
	}
	if id := p.model.Having(p.first, p.last); id != 0 {
		p.model.Open(id)
		return
	}
	p.add(p.first, p.last)
}

// addDates makes an entry for the chosen days, or for today when those are
// over or taken.
func (p *Page) addDates(app.Context) {
	first, last := p.first, p.last
	if first.Before(p.today()) || p.model.Having(first, last) != 0 {
		first = p.model.free(p.today())
		last = first
	}
	p.add(first, last)
}

// saveNow saves with the press that closed a dialog, unless there is a question to answer first.
func (p *Page) saveNow(ctx app.Context) {
	if !p.edit.Choosing() {
		p.edit.Save(ctx)
	}
}

func (p *Page) add(first, last rules.Date) {
	p.model.Add(first, last)
	p.edit.Edited("")
}

func (p *Page) open(id int) {
	p.model.Open(id)
	p.show(id)
}

// show turns the calendar to an entry.
func (p *Page) show(id int) {
	it, _ := p.model.Item(id)
	if days, ok := it.span(); ok {
		p.first, p.last = days.first, days.last
		p.see(monthOf(p.first))
	}
}

func (p *Page) remove(id int) {
	p.model.Remove(id)
	p.edit.Edited(text.T("dates.removed"))
	p.Focus("dates-undo")
}

func (p *Page) repeat(id int) {
	if added, ok := p.model.Repeat(id, p.today()); ok {
		p.show(added)
		p.edit.Edited("")
	}
}

func (p *Page) clearAll(app.Context) {
	p.clearing = false
	p.model.Clear()
	p.edit.Edited(text.T("dates.cleared"))
	p.Focus("dates-undo")
}

// bring takes over what was chosen of a calendar file.
func (p *Page) bring(app.Context) {
	if p.bringing == nil { // of two quick presses the second
		return
	}
	n := p.model.Bring(p.bringing.offered)
	if n == 0 {
		p.bringing.missed = true
		return
	}
	p.bringing = nil
	p.edit.Edited("")
	p.edit.Tell(p.Ctx, pages.Notice{Tone: components.ToneInfo, Title: text.N("dates.import.done", n)})
}
