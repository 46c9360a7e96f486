package shop

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// change is one save of a single day: the list it began from, and the list that
// is sent. A nil hours goes back to the weekly ones.
type change struct {
	date   rules.Date
	hours  []platform.Period
	before []platform.SpecialDate
	sent   []platform.SpecialDate
	again  bool           // the second send of a single press
	undo   bool           // takes an earlier one back
	put    []api.DateName // names that go with it
	drop   []api.DateName
	name   string // of the special date that was split
	at     place
}

// prepare makes the change of a day on a list.
func (p *Page) prepare(list []platform.SpecialDate, date rules.Date, hours []platform.Period, at place) change {
	c := change{date: date, hours: hours, before: list, sent: setDay(list, date, hours, at), at: at}
	names, _ := p.Deps.State.DateNames(p.Deps.Route.ShopID)
	whole := cover(list, date, at)
	c.put, c.drop = splitNames(names, whole, date, hours != nil)
	c.name = nameOf(names, whole.First, whole.Last)
	return c
}

// send writes the list, if the platform still has the one it began from.
func (p *Page) send(ctx app.Context, c change) {
	ctx = p.lasting(ctx)
	base, err := backend.RecordOf(c.before)
	if err != nil {
		p.answered(ctx, c, err)
		return
	}
	p.busy, p.notice = true, pages.Notice{}
	client, id := p.Deps.Backend.PlatformFrom(base.Digest), p.Deps.Route.ShopID
	pages.Load(ctx, &p.saves, func(call context.Context) (struct{}, error) {
		return struct{}{}, client.UpdateSpecialHours(call, platform.SpecialUpdate{ShopID: id, Dates: c.sent})
	}, func(ctx app.Context, _ struct{}, err error) { p.answered(ctx, c, err) })
}

// answered takes what came of it.
func (p *Page) answered(ctx app.Context, c change, err error) {
	p.busy = false
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		p.saved(ctx, c)
	case pages.OutcomeChanged:
		p.changed(ctx, c, refusal)
	case pages.OutcomeUnknown:
		p.check(ctx, c)
	case pages.OutcomeInvalid, pages.OutcomeSignedOut, pages.OutcomeFailed:
		p.failed(ctx, c, err)
	}
}

// saved shows the day as it is now and offers to undo.
func (p *Page) saved(ctx app.Context, c change) {
	p.remember(ctx, c.sent)
	p.quick = nil
	p.dropQuick()
	p.Deps.Read(ctx)
	p.rename(ctx, c)
	if lines := aside(c.before, c.sent, c.date, c.at); len(lines) > 0 && !c.undo {
		p.tell(ctx, pages.Notice{Tone: components.ToneInfo, Title: text.T("shop.quick.also"), Text: strings.Join(lines, " ")})
	}
	if c.undo {
		p.Deps.Toast(ctx, text.T("shop.quick.undone"))
		return
	}
	words := text.T("shop.quick.saved", text.Date(c.date, text.DateShort), dayText(c.sent, c.date, c.at))
	p.Deps.Offer(ctx, pages.Offer{Text: words, Action: text.T("shop.quick.undo"), Do: func(ctx app.Context) { p.takeBack(ctx, c) }})
}

// takeBack restores the list from before, if nobody has changed it since.
func (p *Page) takeBack(ctx app.Context, c change) { p.send(ctx, c.back()) }

// back is the change that restores the list from before, by the profile's anchor:
// the server takes no other, and the list may have come by it.
func (c change) back() change {
	before := rules.ReadCalendar(c.before, c.at.anchor, c.at.zone).Entries()
	back := change{date: c.date, before: c.sent, sent: before, undo: true, drop: c.put, at: c.at}
	for _, gone := range c.drop {
		back.put = append(back.put, api.DateName{First: gone.First, Last: gone.Last, Name: c.name})
	}
	return back
}

// rename lets the names follow the dates. That they couldn't is no reason to
// stop anybody: the entry itself is saved.
func (p *Page) rename(ctx app.Context, c change) {
	if len(c.put)+len(c.drop) == 0 {
		return
	}
	b, request := p.Deps.Backend, api.ChangeDateNames{ShopID: p.Deps.Route.ShopID, Put: c.put, Drop: c.drop}
	pages.Load(ctx, &p.naming, func(call context.Context) ([]api.DateName, error) {
		return b.ChangeDateNames(call, request)
	}, func(ctx app.Context, names []api.DateName, err error) {
		if err != nil {
			p.tell(ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("dates.name.not"), Text: text.T("shop.quick.names")})
			return
		}
		p.Deps.State.SetDateNames(request.ShopID, names)
		p.Deps.Changed(ctx)
	})
}

func (p *Page) remember(ctx app.Context, list []platform.SpecialDate) {
	record, err := backend.RecordOf(list)
	if err != nil {
		return // a list that was just decoded can be encoded
	}
	p.Deps.State.SetSpecial(p.Deps.Route.ShopID, record)
	p.Deps.Changed(ctx)
}

// changed meets a list that somebody else saved. When the day itself is as it
// was, the same press goes on with their list; else it is shown and asked.
func (p *Page) changed(ctx app.Context, c change, refusal *api.Error) {
	record, err := backend.ReadRecord[[]platform.SpecialDate](refusal.Current)
	if err != nil {
		p.failed(ctx, c, refusal)
		return
	}
	p.remember(ctx, record.Value)
	if c.undo {
		p.tell(ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("shop.quick.kept"), Text: text.T("shop.quick.kept.text")})
		return
	}
	next := p.prepare(record.Value, c.date, c.hours, c.at)
	next.again = true
	if sameDay(c.before, record.Value, c.date, c.at) && !c.again {
		p.send(ctx, next)
		return
	}
	p.tell(ctx, pages.Notice{
		Tone: components.ToneWarn, Title: text.T("shop.quick.newer", text.Date(c.date, text.DateShort), dayText(record.Value, c.date, c.at)),
		Text: text.T("shop.quick.newer.text"), Action: text.T("shop.quick.mine"), Do: func(ctx app.Context) { p.send(ctx, next) },
	})
}

// failed says why nothing was saved, and keeps the press for another try, and the
// dialog with what was typed.
func (p *Page) failed(ctx app.Context, c change, err error) {
	title, advice := text.Error(err)
	p.tell(ctx, pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", text.T("dates.not.saved"), title), Text: advice,
		Action: text.T("action.again"), Do: func(ctx app.Context) { p.send(ctx, c) },
	})
}

// check finds out what became of a save without an answer.
func (p *Page) check(ctx app.Context, c change) {
	p.busy = true
	b, id := p.Deps.Backend, p.Deps.Route.ShopID
	pages.Load(ctx, &p.saves, func(call context.Context) (backend.Record[[]platform.SpecialDate], error) {
		return b.SpecialHours(call, id)
	}, func(ctx app.Context, now backend.Record[[]platform.SpecialDate], err error) {
		p.busy = false
		switch {
		case err != nil:
			p.tell(ctx, pages.Notice{
				Tone: components.ToneBad, Title: text.T("dates.unknown"), Text: text.T("dates.unknown.text"),
				Action: text.T("dates.unknown.look"), Do: func(ctx app.Context) { p.check(ctx, c) },
			})
		case sameDay(now.Value, c.sent, c.date, c.at):
			c.sent = now.Value
			p.saved(ctx, c)
		default:
			p.remember(ctx, now.Value)
			p.tell(ctx, pages.Notice{
				Tone: components.ToneBad, Title: text.T("dates.lost"), Text: text.T("dates.lost.text"), Action: text.T("action.again"),
				Do: func(ctx app.Context) { p.send(ctx, p.prepare(now.Value, c.date, c.hours, c.at)) },
			})
		}
	})
}

// tell shows a notice, also to somebody who has scrolled down, or has gone to
// another page before it came.
func (p *Page) tell(ctx app.Context, n pages.Notice) {
	if p.gone {
		p.Deps.Toast(ctx, n.Title)
		return
	}
	p.notice = n
	components.ShowID(ctx, quickNotice)
}
