package today

import (
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page is the page.
type Page struct {
	app.Compo

	pages.Deps

	yesterday bool // the figures are those of [Yesterday]

	ctx   app.Context
	line  live.Line
	fresh bool // the line waits for an answer, to go on from its end
	model model
	asker confirm.Asker
	calls pages.Generation
	soon  pages.Alarm // asks again; not at once, because the last time was just now
	next  pages.Alarm // asks at a moment from which time alone changes the answer
	paper components.Paper
}

// askEvery is how often the server is asked at most while one thing after another happens.
const askEvery = 2 * time.Second

// OnInit shows what an earlier visit left.
func (p *Page) OnInit() {
	p.model = newModel()
	p.model.shop = p.Route.ShopID
	if kept, ok := p.State.KeptToday(); ok {
		p.model.recall(kept)
	}
}

// OnMount asks, and follows what happens.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionActed, p.acted)
	p.line = live.Line{Backend: p.Backend, Load: p.load, Take: p.take}
	p.line.Start(ctx)
	p.line.Follow(0)
	p.paper.Watch(ctx, func(_ app.Context, on bool) { p.model.printed = on })
	ctx.PreventUpdate()
}

// OnUpdate asks once the moment is over from which time alone changes the answer: a device that sleeps holds up alarms.
func (p *Page) OnUpdate(app.Context) {
	if t := &p.model.today; p.model.answered && t.Next != 0 && t.Next <= p.now() {
		t.Next = 0
		p.ask(p.ctx)
	}
}

// load is what the line begins with; ctx ends with the line's rest.
func (p *Page) load(ctx app.Context) {
	p.fresh = true
	p.ask(ctx)
}

// take is told what has happened.
func (p *Page) take(ctx app.Context, events []api.LiveEvent) {
	for _, e := range events {
		var pause api.Pause
		if e.Kind == api.LivePause && json.Unmarshal(e.Data, &pause) == nil {
			p.State.SetPause(pause)
		}
	}
	p.stirred(ctx)
}

// OnDismount drops what is on its way.
func (p *Page) OnDismount() {
	p.line.Stop()
	p.soon.Stop()
	p.next.Stop()
	p.paper.Leave()
}

// stirred asks anew, at once or as soon as it may.
func (p *Page) stirred(ctx app.Context) {
	ctx.PreventUpdate()
	p.soon.Set(p.ctx, max(askEvery-p.State.Now().Sub(p.model.askedAt), 0), p.ask)
}

// ask asks the server; an answer on its way is too old by now.
func (p *Page) ask(ctx app.Context) {
	m := &p.model
	now := p.State.Now()
	m.askedAt = now
	p.soon.Stop()
	pages.Load(ctx, &p.calls, p.Backend.Today(m.shop, m.wanted(now)), func(_ app.Context, answer api.Today, err error) {
		p.answered(answer, err)
		if err != nil {
			return
		}
		p.Book.Clock.Sample(now.UnixMilli(), p.State.Now().UnixMilli(), answer.Now)
		p.State.KeepToday(m.keep())
		if p.next.Stop(); answer.Next != 0 {
			p.next.Set(p.ctx, time.Duration(answer.Next-answer.Now)*time.Millisecond+50*time.Millisecond, p.ask)
		}
	})
}

// answered takes an answer. Without one the line tries again.
func (p *Page) answered(answer api.Today, err error) {
	fresh := p.fresh
	p.fresh = false
	const keyed = ".need:has(:focus-visible)" // the page doesn't move under a finger
	p.change(p.ctx, keyed, func() { p.model.take(answer, err, p.State.Now()) })
	switch {
	case err != nil && fresh:
		p.line.Failed()
	case err != nil:
		p.line.Reload()
	case fresh:
		p.line.Loaded(answer.Seq)
	}
}

// again tries once more.
func (p *Page) again(app.Context) {
	p.model.err = nil
	p.line.Reload()
}
