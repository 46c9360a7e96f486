package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/desk"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
)

// Board is the board of one shop, or of all.
type Board struct {
	app.Compo

	Deps pages.Deps

	scene   *scene
	ctx     app.Context
	find    string // a number
	shop    int64  // of many, 0 for all
	lane    desk.Lane
	kitchen bool
	heard   string // what was announced before the kitchen view opened
	asker   asker
	sheet   sheet
	ticket  api.OrderDetail // to be printed
	prints  pages.Generation
}

// OnMount keeps the screen awake for as long as the board is shown.
func (p *Board) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(actionAsk, func(_ app.Context, a app.Action) {
		if request, ok := a.Value.(api.ActOrder); ok {
			p.asker.ask(request)
		}
	})
	ctx.Handle(state.ActionArrived, p.arrived)
	device.StayAwake()
}

// OnUpdate asks for the screen again: the browser lets it go when the page was
// hidden.
func (p *Board) OnUpdate(app.Context) { device.StayAwake() }

// OnDismount lets the screen go off.
func (p *Board) OnDismount() {
	p.prints.Drop()
	device.Sleep()
	device.FillScreen(false)
}

// filter is what the board shows.
func (p *Board) filter() desk.Filter {
	shop := p.Deps.Route.ShopID
	if shop == 0 {
		shop = p.shop
	}
	return desk.Filter{ShopID: shop, Number: p.find}
}

// many reports whether cards must say which shop they are of.
func (p *Board) many() bool { return p.Deps.Route.ShopID == 0 }

// stretch draws some places of a lane.
func (p *Board) stretch(lane desk.Lane, places []place, big bool) app.UI {
	return &stretch{
		Deps: p.scene, Lane: lane, Places: places, Reach: p.Deps.Desk.Reachable(), Big: big, Many: p.many(), Shops: p.Deps.Revision,
	}
}

func (p *Board) typeNumber(_ app.Context, v string) { p.find = v }

func (p *Board) clearNumber(ctx app.Context) {
	p.find = ""
	components.FocusID(ctx, "orders-find")
}

func (p *Board) chooseShop(_ app.Context, v string) { p.shop, _ = strconv.ParseInt(v, 10, 64) }

func (p *Board) closeAsk(app.Context) { p.asker.open = false }

func (p *Board) again(ctx app.Context) { ctx.NewAction(state.ActionOrders) }

func (p *Board) toggleSound(ctx app.Context) {
	on := !p.Deps.State.Sound()
	p.Deps.State.SetSound(on)
	if on {
		device.Unmute()
	}
	p.Deps.Changed(ctx)
}

func (p *Board) openKitchen(app.Context) {
	p.kitchen, p.heard = true, p.Deps.Desk.Said
	device.FillScreen(true)
}

func (p *Board) closeKitchen(app.Context) {
	p.kitchen = false
	device.FillScreen(false)
}
