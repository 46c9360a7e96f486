package orders

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
)

// One is an order's page.
type One struct {
	app.Compo

	Deps pages.Deps

	ctx     app.Context
	detail  *api.OrderDetail
	err     error
	asking  bool  // the platform is being asked again
	read    int64 // the version that detail was read for
	minute  int64 // when it was read
	paper   string
	asker   confirm.Asker
	resting settling
	calls   pages.Generation
}

// OnMount reads the order.
func (p *One) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(actionAsk, func(_ app.Context, a app.Action) {
		if request, ok := a.Value.(api.ActOrder); ok {
			p.asker.Ask(request, p.order())
		}
	})
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.again(ctx) })
	p.again(ctx)
}

// OnUpdate reads the order again when the book has heard of a newer version:
// something has been added to its story.
func (p *One) OnUpdate(app.Context) {
	p.resting.wait(p.ctx, p.Deps.Book)
	if o := p.known(); p.detail != nil && (p.stale() || o != nil && o.Version > p.detail.Order.Version && o.Version != p.read) {
		if o != nil {
			p.read = o.Version
		}
		p.load(p.Deps.Backend.Order)
	}
}

// stale reports whether a minute has gone by on a device that rings for another
// shop: nothing is heard of the order there.
func (p *One) stale() bool {
	watched, ok := p.Deps.State.Watched()
	return ok && watched != 0 && watched != p.Deps.Route.ShopID && p.minute != p.Deps.Minute
}

// OnDismount drops what is on its way.
func (p *One) OnDismount() { p.calls.Drop() }

// known is what the book knows of the order, nil for nothing.
func (p *One) known() *api.Order {
	o, _ := p.Deps.Book.Order(p.Deps.Route.OrderID)
	return o
}

// order is the newest that is known of the order; nil before anything is.
func (p *One) order() *api.Order {
	o := p.known()
	if p.detail != nil && (o == nil || p.detail.Order.Version > o.Version) {
		return &p.detail.Order
	}
	return o
}

func (p *One) again(app.Context) { p.load(p.Deps.Backend.Order) }

// refresh has the server ask the platform.
func (p *One) refresh(app.Context) {
	p.asking = true
	p.load(p.Deps.Backend.RefreshOrder)
}

func (p *One) load(read func(context.Context, int64, int64) (api.OrderDetail, error)) {
	route := p.Deps.Route
	p.err, p.minute = nil, p.Deps.Minute
	pages.Load(p.ctx, &p.calls, func(c context.Context) (api.OrderDetail, error) {
		return read(c, route.ShopID, route.OrderID)
	}, func(ctx app.Context, detail api.OrderDetail, err error) {
		p.asking = false
		if err != nil {
			p.err = err
			return
		}
		p.detail, p.read = &detail, detail.Order.Version
		if p.known() != nil && detail.Order.Version > p.known().Version {
			p.Deps.Book.Put(detail.Order)
			p.Deps.Changed(ctx)
		}
		p.Deps.Book.See(detail.Order.OrderID)
	})
}

// print prints on a paper: "ticket" of 80 mm, or "page".
func (p *One) print(paper string) func(app.Context) {
	return func(app.Context) {
		p.paper = paper
		device.Print(func() {})
	}
}
