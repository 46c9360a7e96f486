package overview

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// openQuick opens the quick edit of today (0) or tomorrow (1).
func (p *Page) openQuick(day int) {
	at, list, ok := p.here()
	if !ok || p.saver.Busy {
		return
	}
	today, _ := p.Today()
	date := today.AddDays(day)
	own, _ := present(list, date, at)
	p.quick, p.notice = newQuickEdit(date, own), pages.Notice{}
}

// closeQuick closes the dialog. What was typed can be had back.
func (p *Page) closeQuick(ctx app.Context) {
	q := p.quick
	p.quick = nil
	if p.dropQuick() {
		p.Dropped(ctx, func(ctx app.Context) {
			p.quick = q
			p.keepQuick()
			ctx.NewActionWithValue(actionTyped, p.Route.ShopID)
			p.Changed(ctx)
		})
	}
}

// apply saves the day's hours, nil for the weekly ones.
func (p *Page) apply(hours func(own []platform.Period, tail int) []platform.Period) {
	at, list, ok := p.here()
	if !ok || p.quick == nil || p.saver.Busy {
		return
	}
	own, tail := present(list, p.quick.date, at)
	q := p.quick
	p.change = change{date: q.date, hours: hours(own, tail), at: at, typed: slices.Clone(q.shifts)}
	p.send(p.prepare(list))
}

// closing ends the day's shifts, or the first of them, at a time, in seconds after the day's midnight.
func (p *Page) closing(end func([]platform.Period, int) []platform.Period) func(at int) {
	return func(at int) {
		p.apply(func(own []platform.Period, tail int) []platform.Period { return end(withTail(own, tail), at) })
	}
}

// whole gives the whole day these hours, and none of its own without any.
func (p *Page) whole(hours ...platform.Period) func(app.Context) {
	return func(app.Context) { p.apply(func([]platform.Period, int) []platform.Period { return hours }) }
}

func (p *Page) saveShifts(ctx app.Context) {
	at, list, ok := p.here()
	if !ok || p.quick == nil {
		return
	}
	p.quick.tried++
	hours := p.quick.check(list, at)
	if len(p.quick.wrong) > 0 {
		components.FocusID(ctx, p.quick.wrong[0].Target)
		return
	}
	p.apply(func(_ []platform.Period, tail int) []platform.Period { return withTail(hours, tail) })
}

func (p *Page) enterTime(i int, end, left bool, typed string) {
	if p.quick == nil {
		return
	}
	special.SetTime(p.quick.shifts, i, end, left, typed)
	p.keepQuick()
	if at, list, ok := p.here(); ok && p.quick.tried > 0 {
		p.quick.check(list, at)
	}
}

func (p *Page) addShift(ctx app.Context) {
	if p.quick == nil {
		return
	}
	p.quick.shifts = append(slices.Clone(p.quick.shifts), special.NewShift())
	p.keepQuick()
	components.FocusID(ctx, special.TimeID(quickShifts, len(p.quick.shifts)-1, false))
}

func (p *Page) removeShift(i int) {
	if p.quick == nil {
		return
	}
	p.quick.shifts = special.Without(p.quick.shifts, i)
	p.quick.wrong = nil
	p.keepQuick()
	components.FocusID(p.ctx, "quick-add")
}
