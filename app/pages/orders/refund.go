package orders

import (
	"context"
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// still is how long a choice must rest before its preview is asked for.
const still = 250 * time.Millisecond

// Refund is the page that starts a partial refund (interface 4.3).
type Refund struct {
	app.Compo

	Deps pages.Deps

	ctx      app.Context
	choice   choice
	loaded   bool
	loadErr  error
	preview  *platform.RefundPreview // of the choice; nil while that isn't known
	counting bool                    // a preview is due or on its way
	prevErr  error
	was      *api.Money // the amount that was confirmed, when it has become another
	wants    bool       // the confirmation is open
	reason   reason
	rests    int // changes of the choice so far
	loads    pages.Generation
	previews pages.Generation
}

// OnMount reads what can be refunded.
func (p *Refund) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.choice.counts = map[int64]int{}
	ctx.Handle(state.ActionActed, p.acted)
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.again(ctx) })
	p.again(ctx)
}

// OnDismount drops what is on its way.
func (p *Refund) OnDismount() {
	p.loads.Drop()
	p.previews.Drop()
}

func (p *Refund) ref() platform.OrderRef {
	return platform.OrderRef{OrderViewID: p.Deps.Route.OrderID, ShopID: p.Deps.Route.ShopID}
}

// again reads what can be refunded; what was chosen stays within it.
func (p *Refund) again(app.Context) {
	p.loadErr = nil
	pages.Load(p.ctx, &p.loads, func(c context.Context) (*platform.RefundPreview, error) {
		return p.Deps.Backend.Platform().PreviewRefund(c, platform.RefundPreviewRequest{OrderRef: p.ref()})
	}, func(_ app.Context, list *platform.RefundPreview, err error) {
		p.loadErr, p.loaded = err, p.loaded || err == nil
		if err == nil {
			p.choice.clip(list.Products)
			p.count()
		}
	})
}

func (p *Refund) set(id int64) func(app.Context, int) {
	return func(_ app.Context, n int) {
		p.choice.set(id, n)
		p.changed()
	}
}

func (p *Refund) all(app.Context) {
	p.choice.all()
	p.changed()
}

// changed asks for a preview when the choice rests. Answers to earlier choices
// don't count any more.
func (p *Refund) changed() {
	p.was = nil
	p.rests++
	p.previews.Drop()
	p.preview, p.prevErr, p.counting = nil, nil, !p.choice.empty()
	mine := p.rests
	p.ctx.After(still, func(app.Context) {
		if mine == p.rests {
			p.count()
		}
	})
}

// count asks what the choice comes to.
func (p *Refund) count() {
	if p.choice.empty() {
		p.counting = false
		return
	}
	p.counting, p.prevErr = true, nil
	lines := p.choice.lines()
	pages.Load(p.ctx, &p.previews, func(c context.Context) (*platform.RefundPreview, error) {
		return p.Deps.Backend.Platform().PreviewRefund(c, platform.RefundPreviewRequest{OrderRef: p.ref(), Products: lines})
	}, func(_ app.Context, preview *platform.RefundPreview, err error) {
		p.counting, p.prevErr = false, err
		if err == nil {
			p.preview = preview
		}
	})
}

func (p *Refund) countAgain(app.Context) { p.count() }

// submit opens the confirmation once everything is there.
func (p *Refund) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.reason.tried = true
	if _, ok := p.reason.check(api.ActRefundApply); !ok {
		target := "refund-code"
		if p.reason.codeErr == "" {
			target = "refund-words"
		}
		components.FocusID(ctx, target)
		return
	}
	p.wants = p.ready()
}

// ready reports whether there is an exact amount to confirm.
func (p *Refund) ready() bool {
	return !p.choice.empty() && p.preview != nil && !p.counting && p.Deps.Desk.Reachable()
}

func (p *Refund) close(app.Context) { p.wants = false }

// apply asks for the refund of exactly the amount that is on the button.
func (p *Refund) apply(ctx app.Context) {
	code, ok := p.reason.check(api.ActRefundApply)
	if !ok || !p.ready() {
		return
	}
	ctx.NewActionWithValue(state.ActionOrder, api.ActOrder{
		ShopID: p.Deps.Route.ShopID, OrderID: p.Deps.Route.OrderID, Act: api.ActRefundApply,
		Code: code, Reason: p.reason.words, Products: p.choice.ones(), Expect: amount(p.preview.RefundPrice),
	})
}

// acted takes what came of it. When the platform's amount has become another,
// nothing was done: the new one is shown, to be confirmed or not.
func (p *Refund) acted(ctx app.Context, a app.Action) {
	done, ok := a.Value.(state.Acted)
	if !ok || done.Request.OrderID != p.Deps.Route.OrderID || done.Request.Act != api.ActRefundApply {
		return
	}
	p.wants = false
	if outcome, refusal := pages.OutcomeOf(done.Err); outcome == pages.OutcomeChanged {
		preview := new(platform.RefundPreview)
		p.was = done.Request.Expect
		if json.Unmarshal(refusal.Current, preview) == nil {
			p.preview = preview
		} else {
			p.count()
		}
		p.Deps.Desk.Heeded(done.Request.OrderID)
		return
	}
	if done.Err == nil && done.Acted.State == api.ActDone {
		p.Deps.Go(ctx, routes.OrderRoute(p.Deps.Route.ShopID, p.Deps.Route.OrderID))
	}
}
