package orders

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Past is the history: by day, state and words.
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
}

// OnMount reads the latest.
func (p *Past) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.wanted.ShopID = p.Route.ShopID
	pages.Begin(ctx, p.again)
}

func (p *Past) again(app.Context) {
	p.wanted.Cursor = ""
	p.load()
}

func (p *Past) more(app.Context) {
	p.wanted.Cursor = p.next
	p.load()
}

func (p *Past) load() {
	p.busy, p.err = true, nil
	wanted := p.wanted
	pages.Load(p.ctx, &p.calls, p.Backend.History(wanted), func(_ app.Context, page api.History, err error) {
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

func (p *Past) chooseDay(ctx app.Context, v string) {
	p.wanted.Day = v
	p.again(ctx)
}

func (p *Past) chooseState(ctx app.Context, v string) {
	p.wanted.State = v
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
	p.wanted = backend.Wanted{ShopID: p.Route.ShopID}
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
				ID: "past-day", Label: text.T("orders.past.day"), Type: "date", Value: p.wanted.Day,
				OnCommit: p.chooseDay,
			},
			&components.Select{ID: "past-state", Label: text.T("orders.past.state"), Value: p.wanted.State,
				OnChange: p.chooseState, Options: []components.Option{
					{Label: text.T("orders.past.any")},
					{Value: strings.Join([]string{string(api.ColumnNew), string(api.ColumnPreparing), string(api.ColumnReady),
						string(api.ColumnOther)}, ","), Label: text.T("orders.past.open.state")},
					{Value: string(api.ColumnDone), Label: laneName(book.LaneDone)},
					{Value: string(api.ColumnCancelled), Label: laneName(book.LaneCancelled)},
				}},
		),
		pages.MaybeFailure(text.T("orders.past.failed"), p.err, p.again),
		pages.MaybeLoading(!p.loaded && p.err == nil, 6),
		components.Maybe(p.loaded, p.list),
	)
}

func (p *Past) list() app.UI {
	if len(p.orders) == 0 && p.wanted == (backend.Wanted{ShopID: p.wanted.ShopID}) {
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
