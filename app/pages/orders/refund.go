package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// still is how long a choice must rest before its preview is asked for.
const still = 250 * time.Millisecond

// Refund is the page that starts a partial refund (interface 4.3).
type Refund struct {
	app.Compo

	pages.Deps

	ctx      app.Context
	choice   choice
	loaded   bool
	reading  bool  // what can be refunded
	read     int64 // the order's version when that began
	since    int64 // the one that the person began with, 0 once they were told of a later refund
	loadErr  error
	preview  *platform.RefundPreview // of the choice; nil while that isn't known
	counting bool                    // a preview is due or on its way
	prevErr  error
	was      *api.Money // the amount that was confirmed, when it has become another
	fewer    bool       // less is left than was chosen
	earlier  bool       // an earlier refund was made, or may have been
	wants    bool       // the confirmation is open
	reason   confirm.Reason
	rest     pages.Alarm       // of the choice
	refunds  []api.OrderRefund // earlier ones
	looks    pages.Generation
	loads    pages.Generation
	previews pages.Generation
}

// OnMount reads what can be refunded.
func (p *Refund) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.choice.bySpu = p.State.RefundBySpu()
	ctx.Handle(state.ActionActed, p.acted)
	p.since = p.version()
	pages.Begin(ctx, p.again, &p.looks, &p.loads, &p.previews)
}

// OnUpdate reads anew what can be refunded when the order has changed. The end of
// an act that is under way is a change, too.
func (p *Refund) OnUpdate(ctx app.Context) {
	p.ctx = ctx // an update may come before OnMount
	if _, _, busy := p.Book.Doing(p.Route.OrderID); !busy && p.version() != p.read {
		p.again(ctx)
	}
}

// version is the order's, 0 where the book doesn't know it.
func (p *Refund) version() int64 {
	if o, known := p.Book.Order(p.Route.OrderID); known {
		return o.Version
	}
	return 0
}

func (p *Refund) ref() platform.OrderRef {
	return platform.OrderRef{OrderViewID: p.Route.OrderID, ShopID: p.Route.ShopID}
}

// again reads what can be refunded, and what the choice comes to now.
func (p *Refund) again(app.Context) { p.list(func(bool) { p.count() }) }

// list reads what can be refunded; what was chosen stays within it. then hears
// whether less is left than that.
func (p *Refund) list(then func(fewer bool)) {
	p.loadErr, p.reading, p.read = nil, true, p.version()
	pages.Load(p.ctx, &p.looks, p.Backend.Order(p.Route.ShopID, p.Route.OrderID),
		func(_ app.Context, d api.OrderDetail, err error) {
			if err == nil {
				p.since, p.refunds = cmp.Or(p.since, d.Order.Version), d.Refunds
			}
		})
	pages.Load(p.ctx, &p.loads, func(c context.Context) (*platform.RefundPreview, error) {
		return p.Backend.Platform().PreviewRefund(c, platform.RefundPreviewRequest{OrderRef: p.ref()})
	}, func(_ app.Context, list *platform.RefundPreview, err error) {
		p.loadErr, p.loaded, p.reading = err, p.loaded || err == nil, false
		if err == nil {
			then(p.take(list.Products))
		}
	})
}

// take takes a newer list. It reports whether less is left than was chosen: what
// came of that choice doesn't count any more.
func (p *Refund) take(list []platform.RefundProduct) bool {
	if !p.choice.clip(list) {
		return false
	}
	p.previews.Drop()
	p.fewer, p.since, p.was, p.preview, p.wants = true, 0, nil, nil, false
	p.heed()
	return true
}

// heed takes a refusal back that less is left explains: our words for it are the better ones.
func (p *Refund) heed() {
	if told := p.Book.Told(p.Route.OrderID); told != nil && !told.Unknown {
		p.Book.Heeded(p.Route.OrderID)
	}
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
	p.was, p.fewer, p.earlier, p.since = nil, false, false, cmp.Or(p.since, p.version())
	p.previews.Drop()
	p.preview, p.prevErr, p.counting = nil, nil, !p.choice.empty()
	p.rest.Set(p.ctx, still, p.countAgain)
}

// count asks what the choice comes to.
func (p *Refund) count() {
	p.counting, p.prevErr = !p.choice.empty(), nil
	if !p.counting {
		return
	}
	lines := p.choice.lines()
	pages.Load(p.ctx, &p.previews, func(c context.Context) (*platform.RefundPreview, error) {
		return p.Backend.Platform().PreviewRefund(c, platform.RefundPreviewRequest{OrderRef: p.ref(), Products: lines})
	}, func(_ app.Context, preview *platform.RefundPreview, err error) {
		p.counting, p.prevErr = false, err
		switch {
		case err != nil:
			p.wants = false
		case p.wants && preview.RefundPrice.Amount != p.preview.RefundPrice.Amount:
			p.wants, p.was = false, api.MoneyOf(p.preview.RefundPrice)
		}
		p.preview = preview
		if api.CodeOf(err) == api.CodeRefused {
			p.list(func(fewer bool) { // more than is left was asked for
				if fewer {
					p.count()
				}
			})
		}
	})
}

func (p *Refund) countAgain(app.Context) { p.count() }

// submit opens the confirmation once everything is there.
func (p *Refund) submit(ctx app.Context) {
	if _, ok := p.reason.Try(ctx, "refund", api.ActRefundApply); !ok {
		return
	}
	p.wants = p.ready()
}

// ready reports whether there is an exact amount to confirm.
func (p *Refund) ready() bool {
	return !p.choice.empty() && p.preview != nil && p.preview.RefundPrice.Known() && !p.counting && p.Book.Reachable()
}

// apply asks for the refund of exactly the amount that is on the button.
func (p *Refund) apply(ctx app.Context) {
	code, ok := p.reason.Check(api.ActRefundApply)
	if !ok || !p.ready() {
		return
	}
	ctx.NewActionWithValue(state.ActionOrder, api.ActOrder{
		ShopID: p.Route.ShopID, OrderID: p.Route.OrderID, Act: api.ActRefundApply, Version: cmp.Or(p.since, p.version()),
		Code: code, Reason: p.reason.Words, Products: p.choice.ones(), Expect: api.MoneyOf(p.preview.RefundPrice),
	})
}

// acted takes what came of it. When the platform's amount has become another,
// nothing was done: the new one is shown, to be confirmed or not. With the same
// amount the server tells of an earlier refund, and confirming makes a second one.
// A refusal may be for what was refunded elsewhere meanwhile.
func (p *Refund) acted(ctx app.Context, a app.Action) {
	done, ok := a.Value.(state.Acted)
	if !ok || done.Request.OrderID != p.Route.OrderID || done.Request.Act != api.ActRefundApply {
		return
	}
	outcome, refusal := pages.OutcomeOf(done.Err)
	refused := outcome == pages.OutcomeChanged || outcome == pages.OutcomeFailed && refusal != nil
	if refused && p.fewer && !slices.Equal(done.Request.Products, p.choice.ones()) {
		p.heed() // it was for more than was found to be left meanwhile
		return
	}
	p.wants = false
	if refused {
		p.since = 0
		p.again(ctx)
	}
	if outcome == pages.OutcomeChanged {
		preview := new(platform.RefundPreview)
		p.was, p.earlier = done.Request.Expect, false
		if json.Unmarshal(refusal.Current, preview) == nil {
			p.preview = preview
			if now := preview.RefundPrice; now.Amount == p.was.Amount && now.Currency == p.was.Currency {
				p.was, p.earlier = nil, true
			}
		}
		p.Book.Heeded(done.Request.OrderID)
		return
	}
	if done.Err == nil && done.Acted.State == api.ActDone {
		p.Go(ctx, p.Route.Order(p.Route.ShopID, p.Route.OrderID))
	}
}
