package orders

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
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
	rest   pages.Alarm // of the typing
	calls  pages.Generation
	sums   pastSums
	export pastExport
}

// OnMount reads the latest.
func (p *Past) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.wanted = p.linked(ctx.Page().URL())
	pages.Begin(ctx, p.read, &p.calls)
}

// all is the whole history of the route's shops.
func (p *Past) all() backend.Wanted { return backend.Wanted{ShopID: p.Route.ShopID, State: over} }

// linked is what the page's address asks for: a link of the overview's figures has dates, "all" as state, and which
// orders behind a figure.
func (p *Past) linked(address *url.URL) backend.Wanted {
	wanted := p.all()
	if address == nil || address.RawQuery == "" {
		return wanted
	}
	query := address.Query()
	wanted.From, wanted.To, wanted.Text = query.Get("from"), query.Get("to"), query.Get("q")
	switch columns := query.Get("state"); columns {
	case "":
	case "all":
		wanted.State = ""
	default:
		wanted.State = columns
	}
	for name := range query {
		if !slices.Contains([]string{"only", "hour", "why", "via", "op", "ours"}, name) {
			query.Del(name)
		}
	}
	wanted.Behind = query.Encode()
	return wanted
}

// read goes on with what comes next if that is on its way or couldn't be read, and else begins anew.
func (p *Past) read(ctx app.Context) {
	if p.wanted.Cursor != "" && (p.busy || p.err != nil) {
		p.load(ctx)
		return
	}
	p.again(ctx)
}

func (p *Past) again(ctx app.Context) {
	p.Ask(p.ctx, asked(p.wanted))
	p.wanted.Cursor = ""
	p.load(ctx)
	p.addUp(ctx)
}

func (p *Past) more(ctx app.Context) {
	p.wanted.Cursor = p.next
	p.load(ctx)
}

// load reads what comes next: after a failure, what couldn't be read. What is listed stays until then.
func (p *Past) load(app.Context) {
	p.busy, p.err, p.loaded = true, nil, len(p.orders) > 0
	wanted := p.wanted
	pages.Load(p.ctx, &p.calls, p.Backend.History(wanted, api.HistoryPage),
		func(_ app.Context, page api.History, err error) {
			p.busy, p.err = false, err
			if wanted.Cursor == "" { // what other filters chose isn't shown under these
				p.orders, p.next, p.loaded = nil, "", false
			}
			if err == nil {
				p.orders, p.next, p.loaded = append(p.orders, page.Orders...), page.Next, true
			}
		})
}

// choose has one of the filters say v.
func (p *Past) choose(filter *string) func(app.Context, string) {
	return func(ctx app.Context, v string) {
		*filter = v
		if p.wanted.From == "" || p.wanted.To == "" { // an hour is one of these days
			behind, _ := url.ParseQuery(p.wanted.Behind)
			behind.Del("hour")
			p.wanted.Behind = behind.Encode()
		}
		p.again(ctx)
	}
}

// onlyPrefix begins the values of the states that name a figure.
const onlyPrefix = "only="

// chooseState chooses columns, or the orders behind a figure.
func (p *Past) chooseState(ctx app.Context, v string) {
	p.wanted.State, p.wanted.Behind = v, ""
	if strings.HasPrefix(v, onlyPrefix) {
		p.wanted.State, p.wanted.Behind = "", v
	}
	p.again(ctx)
}

// states are what can be chosen, and what is.
func (p *Past) states() (options []components.Option, chosen string) {
	chosen = p.wanted.State
	options = []components.Option{
		{Value: over, Label: text.T("orders.past.any")},
		{Value: string(api.ColumnDone), Label: laneName(book.LaneDone)},
		{Value: string(api.ColumnCancelled), Label: laneName(book.LaneCancelled)},
		{Label: text.T("orders.past.open.too")},
	}
	behind, _ := url.ParseQuery(p.wanted.Behind)
	for _, figure := range api.Behinds() {
		value := onlyPrefix + string(figure)
		is := behind.Get("only") == string(figure)
		if is {
			chosen = value
		}
		if is || figure != api.BehindCancelled {
			options = append(options, components.Option{Value: value, Label: text.T("orders.past.only." + string(figure))})
		}
	}
	return options, chosen
}

// closer says what more of a figure's orders is chosen: an hour, or why they ended.
func (p *Past) closer() string {
	var words []string
	behind, _ := url.ParseQuery(p.wanted.Behind)
	if hour, err := strconv.Atoi(behind.Get("hour")); err == nil {
		words = append(words, text.Hour(hour))
	}
	if behind.Has("why") {
		words = append(words, cmp.Or(behind.Get("why"), text.T("today.refunds.unsaid")))
	}
	if via := behind.Get("via"); via != "" {
		words = append(words, text.Word("orders.via.", via))
	}
	return text.Dots(words...)
}

const fieldPastShop = "past-shop"

// chooseShop looks for the same orders in another shop, or in all.
func (p *Past) chooseShop(ctx app.Context, shop int64) {
	ctx.Navigate(p.Href(routes.Route{Page: routes.Past, ShopID: shop}) + asked(p.wanted))
}

// asked is what a page's address says to have [Past.linked] look for these orders.
func asked(w backend.Wanted) string {
	query, _ := url.ParseQuery(w.Behind)
	for name, value := range map[string]string{"from": w.From, "to": w.To, "q": w.Text, "state": w.State} {
		if value != "" && value != over {
			query.Set(name, value)
		}
	}
	if w.State == "" {
		query.Set("state", "all")
	}
	return routes.Query(query)
}

// find looks for words once the typing rests.
func (p *Past) find(_ app.Context, v string) {
	p.wanted.Text = v
	p.rest.Set(p.ctx, still, p.again)
}

func (p *Past) clear(ctx app.Context) {
	p.wanted = p.all()
	components.FocusID(ctx, "past-find")
	p.again(ctx)
}

// Render draws the page.
func (p *Past) Render() app.UI {
	states, chosen := p.states()
	closer := p.closer()
	shops, _ := p.State.Shops()
	return pages.Stack(
		pages.Head(below(p.Deps, p.Route.Board(), text.T("nav.orders"), pages.Heading(text.T("orders.past")))),
		app.Div().Class("past-filters").Role("search").Body(
			&components.TextField{
				ID: "past-find", Label: text.T("orders.past.find"), Type: "search", Autocomplete: "off",
				MaxLength: api.MaxFind, Value: p.wanted.Text, OnInput: p.find,
			},
			&components.TextField{
				ID: "past-from", Label: text.T("label.from"), Type: "date", Value: p.wanted.From,
				OnCommit: p.choose(&p.wanted.From),
			},
			&components.TextField{
				ID: "past-to", Label: text.T("label.to"), Type: "date", Value: p.wanted.To,
				OnCommit: p.choose(&p.wanted.To),
			},
			&components.Select{
				ID: "past-state", Label: text.T("shops.col.status"), Value: chosen, OnChange: p.chooseState, Options: states,
			},
			components.Shown(len(shops) > 1, components.Field{ID: fieldPastShop, Label: text.T("nav.shop")}.With(
				p.ShopPicker(fieldPastShop, p.chooseShop))),
		),
		components.Shown(closer != "", pages.Row(pages.Soft(text.T("orders.past.closer", closer)), &components.Button{
			ID: "past-clear", Label: text.T("orders.past.clear"), Kind: components.KindBare, OnClick: p.clear,
		})),
		pages.MaybeFailure(text.T("orders.failed"), p.err, p.load),
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
	stale := p.busy && p.wanted.Cursor == ""
	return components.Card{Flush: true}.With(
		app.Ul().Class("order-rows").Aria("busy", components.Flag(stale)).Body(app.Range(p.orders).Slice(func(i int) app.UI {
			return rowOf(p.Deps, &p.orders[i])
		})),
		components.Only(p.next != "", pages.Div("past-more", &components.Button{
			ID: "past-more", Label: text.T("orders.past.more"), Busy: p.busy, OnClick: p.more,
		})),
	)
}
