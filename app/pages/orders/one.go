package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/internal/api"
)

// One is an order's page.
type One struct {
	app.Compo

	pages.Deps

	ctx     app.Context
	detail  *api.OrderDetail
	err     error
	asking  bool  // the platform is being asked again
	read    int64 // the version that detail was read for
	minute  int64 // when it was read
	paper   string
	copied  bool // this device has printed the order before
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
	pages.Begin(ctx, p.again, &p.calls)
}

// OnUpdate reads the order again when the book has heard of a newer version:
// something has been added to its story, or it was opened before the console had
// heard of it.
func (p *One) OnUpdate(ctx app.Context) {
	p.ctx = ctx // an update may come before OnMount
	p.resting.wait(p.ctx, p.Book)
	version := int64(0)
	if p.detail != nil {
		version = p.detail.Order.Version
	}
	answered := p.detail != nil || p.err != nil
	if o := p.known(); answered && (p.stale() || o != nil && o.Version > version && o.Version != p.read) {
		if o != nil {
			p.read = o.Version
		}
		p.again(p.ctx)
	}
}

// stale reports whether a minute has gone by in a tab that follows another shop:
// nothing is heard of the order there.
func (p *One) stale() bool {
	return p.Book.Scope != 0 && p.Book.Scope != p.Route.ShopID && p.minute != p.Minute
}

// known is what the book knows of the order, nil for nothing.
func (p *One) known() *api.Order {
	o, _ := p.Book.Order(p.Route.OrderID)
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

func (p *One) again(app.Context) { p.load(p.Backend.Order(p.Route.ShopID, p.Route.OrderID)) }

// refresh has the server ask the platform.
func (p *One) refresh(app.Context) {
	p.asking = true
	request := api.OrderRef{ShopID: p.Route.ShopID, OrderID: p.Route.OrderID}
	p.load(backend.RefreshOrder.To(p.Backend, request))
}

func (p *One) load(call backend.Call[api.OrderDetail]) {
	p.err, p.minute = nil, p.Minute
	pages.Load(p.ctx, &p.calls, call, func(ctx app.Context, detail api.OrderDetail, err error) {
		p.asking = false
		if err != nil {
			p.err = err
			return
		}
		p.detail, p.read = &detail, detail.Order.Version
		if p.known() != nil && detail.Order.Version > p.known().Version {
			p.Book.Put(detail.Order)
			p.Changed(ctx)
		}
		p.Book.See(detail.Order.OrderID)
	})
}

// print prints on a paper: "ticket" of 80 mm, or "page". From the second time on, the paper says that it is a copy.
func (p *One) print(paper string) func(app.Context) {
	return func(ctx app.Context) {
		p.paper, p.copied = paper, p.State.Printed(p.Route.OrderID)
		printDrawn(ctx, p.State, p.Route.OrderID, func() {})
	}
}
