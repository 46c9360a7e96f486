package orders

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Board is the board of one shop, or of all.
type Board struct {
	app.Compo

	pages.Deps

	scene    *scene
	lanes    [book.Lanes]laneView  // as they are drawn
	laid     map[stretchKey]*bunch // what each stretch was drawn with
	places   []Place               // of the one that is being drawn
	plan     plan
	tally    tally
	stripped bool           // the strip is shown
	picked   map[int64]bool // orders
	pressed  bool           // orders were accepted together a moment ago
	relief   relief
	ruling   []api.OrderSettings // of the shops with a rule for a rush in force
	jump     int64               // the order that was looked for last, from the strip
	ctx      app.Context
	find     string // a number
	shop     int64  // of many, 0 for all
	lane     book.Lane
	kitchen  kitchen
	asker    confirm.Asker
	sheet    bool // is open
	keys     bool // the list of keys is open
	asked    bool // a dialog was open when the board was drawn last
	asks     int  // counts the drawings with an open dialog
	unlisten func()
	rule     editor.Fields[api.OrderSettings, rule]
	auto     *editor.Editor[*api.OrderSettings]
	ticket   api.OrderDetail // to be printed
	prints   pages.Generation
	toPrint  queue
	endTurn  func() // with the ticket that is being printed, nil for none
	part     bool   // the first frame has a part of the new orders
	settling settling
}

// OnMount begins to hear what concerns the board.
func (p *Board) OnMount(ctx app.Context) {
	ctx.PreventUpdate() // it was drawn a moment ago
	p.ctx = ctx
	ctx.Handle(actionAsk, func(_ app.Context, a app.Action) {
		if request, ok := a.Value.(api.ActOrder); ok {
			p.asker.Ask(request, nil)
		}
	})
	ctx.Handle(state.ActionArrived, p.arrived)
	ctx.Handle(actionLine, p.tickLine)
	ctx.Handle(state.ActionActed, p.bump)
	ctx.Handle(actionPick, p.pick)
	p.unlisten = p.listen(ctx)
	p.settling.wait(ctx, p.Book)
	p.auto.Mount(ctx)
	if p.partly() {
		components.AfterPaint(ctx, func(app.Context) { p.part = false })
	} else {
		p.part = false
	}
}

// OnUpdate has the sheet follow the shop's settings, and the printer the orders.
func (p *Board) OnUpdate(ctx app.Context) {
	p.ctx = ctx // an update may come before OnMount
	p.settling.wait(p.ctx, p.Book)
	p.followRule()
	p.printNext()
}

// comeBack shows the board as it was left for one of its orders.
func (p *Board) comeBack() {
	if look := p.Book.Look; look.ShopID == p.Route.ShopID {
		p.find, p.shop, p.lane = look.Number, look.Of, look.Lane
	}
}

// OnDismount notes how the board was looked at.
func (p *Board) OnDismount() {
	p.Book.Look = book.Look{ShopID: p.Route.ShopID, Number: p.find, Of: p.shop, Lane: p.lane}
	p.auto.Dismount()
	if p.unlisten != nil {
		p.unlisten()
	}
	p.toPrint.leave()
	if p.endTurn != nil {
		p.endTurn()
	}
	device.FillScreen(false)
}

// filter is what the board shows.
func (p *Board) filter() book.Filter {
	f := p.all()
	f.Number = p.find
	return f
}

// all is everything of the shop, or of all shops: the kitchen and the printer
// don't go by a number that somebody looks for on the board.
func (p *Board) all() book.Filter {
	shop := p.Route.ShopID
	if shop == 0 {
		shop = p.shop
	}
	return book.Filter{ShopID: shop}
}

// many reports whether cards must say which shop they are of.
func (p *Board) many() bool { return p.Route.ShopID == 0 }

// stretchKey names a stretch of a lane.
type stretchKey struct {
	lane book.Lane
	n    int
	big  bool
}

// lay answers places as they were drawn before, where they haven't changed: go-app sees at once that there is nothing
// to draw of the very same.
func (p *Board) lay(this stretchKey, places []Place) *bunch {
	before := p.laid[this]
	if before == nil {
		before = new(bunch)
	} else if slices.EqualFunc(before.places, places, func(was *Place, is Place) bool { return *was == is }) {
		return before
	}
	laid := &bunch{make([]*Place, len(places))}
	for i := range laid.places {
		if i < len(before.places) && *before.places[i] == places[i] {
			laid.places[i] = before.places[i]
			continue
		}
		is := places[i]
		laid.places[i] = &is
	}
	if p.laid == nil {
		p.laid = map[stretchKey]*bunch{}
	}
	p.laid[this] = laid
	return laid
}

func (p *Board) clearNumber(ctx app.Context) {
	p.find = ""
	components.FocusID(ctx, "orders-find")
}

func (p *Board) chooseShop(_ app.Context, v string) { p.shop, _ = strconv.ParseInt(v, 10, 64) }

func (p *Board) again(ctx app.Context) { ctx.NewAction(state.ActionOrders) }

func (p *Board) toggleSound(ctx app.Context) {
	on := !p.State.Sound()
	p.State.SetSound(on)
	if on {
		device.Unmute()
	}
	p.Changed(ctx)
}

func (p *Board) heedStopped(ctx app.Context) {
	p.Book.HeedStopped()
	p.Changed(ctx)
}
