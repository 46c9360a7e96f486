package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// over are the columns of orders that are over.
const over = string(api.ColumnDone) + "," + string(api.ColumnCancelled)

// Past is the history of orders that are over: by shop, dates, state and words.
type Past struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	wanted backend.Wanted
	orders []api.Order
	next   string
	loaded bool
	busy   bool
	err    error
	typed  int
	calls  pages.Generation
	sums   pastSums
	export pastExport
}

// OnMount reads the latest.
func (p *Past) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.wanted = p.all()
	pages.Begin(ctx, p.again)
}

// all is the whole history of the route's shops.
func (p *Past) all() backend.Wanted { return backend.Wanted{ShopID: p.Route.ShopID, State: over} }

func (p *Past) again(app.Context) {
	p.wanted.Cursor = ""
	p.load()
	p.addUp()
}

func (p *Past) more(app.Context) {
	p.wanted.Cursor = p.next
	p.load()
}

func (p *Past) load() {
	p.busy, p.err = true, nil
	wanted := p.wanted
	pages.Load(p.ctx, &p.calls, p.Backend.History(wanted, api.HistoryPage),
		func(_ app.Context, page api.History, err error) {
			p.busy, p.err = false, err
			if err != nil {
				return
			}
			if wanted.Cursor == "" {
				p.orders = nil
			}
			p.orders, p.next, p.loaded = append(p.orders, page.Orders...), page.Next, true
		})
}

// choose has one of the filters say v.
func (p *Past) choose(filter *string) func(app.Context, string) {
	return func(ctx app.Context, v string) {
		*filter = v
		p.again(ctx)
	}
}

func (p *Past) chooseShop(ctx app.Context, v string) {
	p.wanted.ShopID, _ = strconv.ParseInt(v, 10, 64) // "" is 0: all
	p.again(ctx)
}

// find looks for words once the typing rests.
func (p *Past) find(_ app.Context, v string) {
	p.wanted.Text = v
	p.typed++
	mine := p.typed
	p.ctx.After(still, func(ctx app.Context) {
		if mine == p.typed {
			p.again(ctx)
		}
	})
}

func (p *Past) clear(ctx app.Context) {
	p.wanted = p.all()
	components.FocusID(ctx, "past-find")
	p.again(ctx)
}

// Render draws the page.
func (p *Past) Render() app.UI {
	return pages.Stack(
		pages.Head(app.Div().Body(
			&components.Link{Href: p.Href(p.Route.Board()), Label: text.T("orders.back"), Icon: components.IconBack},
			pages.Heading(text.T("orders.past")),
		)),
		app.Div().Class("past-filters").Role("search").Body(
			&components.TextField{
				ID: "past-find", Label: text.T("orders.past.find"), Type: "search", Autocomplete: "off",
				MaxLength: api.MaxFind, Value: p.wanted.Text, OnInput: p.find,
			},
			&components.TextField{
				ID: "past-from", Label: text.T("orders.past.from"), Type: "date", Value: p.wanted.From,
				OnCommit: p.choose(&p.wanted.From),
			},
			&components.TextField{
				ID: "past-to", Label: text.T("orders.past.to"), Type: "date", Value: p.wanted.To,
				OnCommit: p.choose(&p.wanted.To),
			},
			&components.Select{
				ID: "past-state", Label: text.T("orders.past.state"), Value: p.wanted.State, OnChange: p.choose(&p.wanted.State),
				Options: []components.Option{
					{Value: over, Label: text.T("orders.past.any")},
					{Value: string(api.ColumnDone), Label: laneName(book.LaneDone)},
					{Value: string(api.ColumnCancelled), Label: laneName(book.LaneCancelled)},
				},
			},
			components.Maybe(p.Route.ShopID == 0, func() app.UI {
				return shopSelect("past-shop", p.State, p.wanted.ShopID, p.chooseShop)
			}),
		),
		pages.MaybeFailure(text.T("orders.past.failed"), p.err, p.again),
		pages.MaybeLoading(!p.loaded && p.err == nil, 6),
		components.Maybe(p.loaded && len(p.orders) > 0, p.totals),
		components.Maybe(p.loaded, p.list),
	)
}

func (p *Past) list() app.UI {
	if len(p.orders) == 0 && p.wanted == p.all() {
		return &components.Empty{
			Icon: components.IconOrders, Title: text.T("orders.past.empty"), Text: text.T("orders.past.empty.text"),
		}
	}
	if len(p.orders) == 0 {
		return &components.Empty{
			Icon: components.IconSearch, Title: text.T("orders.past.none"), Text: text.T("orders.past.none.text"),
			Action: pages.Buttons(components.Button{Label: text.T("orders.past.clear"), OnClick: p.clear}),
		}
	}
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			app.Ul().Class("order-rows").Body(app.Range(p.orders).Slice(func(i int) app.UI {
				o := &p.orders[i]
				zone, _ := p.State.Zone(o.ShopID)
				shop, _ := p.State.Shop(o.ShopID)
				name := ""
				if p.Route.ShopID == 0 {
					name = state.DisplayName(shop)
				}
				return &row{Book: p.Book, Order: o, Lane: book.LaneOf(o), Shop: name,
					Href: p.Href(p.Route.Order(o.ShopID, o.OrderID)), Zone: zone}
			})),
			app.If(p.next != "", func() app.UI {
				return app.Div().Class("past-more").Body(&components.Button{
					ID: "past-more", Label: text.T("orders.past.more"), Busy: p.busy, OnClick: p.more,
				})
			}),
		}
	}}
}
