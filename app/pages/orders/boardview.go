package orders

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the board.
func (p *Board) Render() app.UI {
	d := p.Book
	if p.scene == nil {
		p.scene = new(scene)
		p.part = !app.IsServer && !components.AtOnce
		p.comeBack()
		if !app.IsServer {
			p.kitchen.asked = app.Window().URL().Fragment == kitchenPlace
		}
	}
	if open := d.Loaded && p.kitchen.asked; open != p.kitchen.open {
		p.turn(open)
	}
	if _, theirs := p.State.Shop(p.shop); !theirs {
		p.shop = 0
	}
	p.scene.deps = p.Deps
	p.lanes = lookAt(d, p.all(), p.filter())
	p.count()
	p.arrange()
	p.keepKeyboard()
	root := app.Div().Class("stack", "orders")
	if d.Loaded {
		root = p.laidOut(root)
	}
	return root.Body(
		p.head(),
		components.Maybe(d.Err != nil && !d.Loaded, func() app.UI {
			return pages.FailureNote(text.T("orders.failed"), d.Err, p.again)
		}),
		pages.MaybeLoading(!d.Loaded && d.Err == nil, 4),
		components.Maybe(d.Loaded, p.board),
		p.questions(),
		p.printed(),
	)
}

// questions are the board's dialogs. Each is drawn anew whenever it is asked for: it holds functions. While none is
// open there is nothing to draw.
type questions struct {
	app.Compo

	Board *Board
	Drawn int // another number for each drawing with an open dialog, and for the one after
}

// Render draws them, the kitchen view below those that it may open.
func (q *questions) Render() app.UI {
	p := q.Board
	return pages.Div("maybe", p.kitchenView(), p.asker.Dialog(p.Deps), p.sheetDialog(), p.keysDialog(), p.reliefDialog())
}

func (p *Board) questions() app.UI {
	open := p.asker.Open() || p.sheet || p.keys || p.relief.open || p.kitchen.open
	if open || p.asked {
		p.asks++
	}
	p.asked = open
	return &questions{Board: p, Drawn: p.asks}
}

func (p *Board) head() app.UI {
	return pages.Head(
		pages.Heading(text.T("nav.orders")),
		components.Shown(p.Book.Loaded, &finder{Board: p, Number: p.find, Shop: p.shop, Shops: p.Revision}),
		&tools{Board: p, Sound: p.State.Sound(), Past: p.Href(p.Route.Past())},
	)
}

// tools are the board's buttons.
type tools struct {
	app.Compo

	Board *Board
	Sound bool
	Past  string
}

// Render draws them.
func (t *tools) Render() app.UI {
	p, sound, icon := t.Board, text.T("orders.sound.on"), components.IconSound
	if !t.Sound {
		sound, icon = text.T("orders.sound.off"), components.IconMute
	}
	return pages.Div("row orders-tools",
		&components.Button{ID: "orders-sound", Label: sound, Icon: icon, OnClick: p.toggleSound},
		&components.Button{
			ID: "orders-kitchen", Label: text.T("orders.kitchen"), Icon: components.IconScreen, OnClick: p.enterKitchen,
		},
		&components.Button{
			ID: "orders-sheet", Label: text.T("nav.settings"), Icon: components.IconSettings, OnClick: pages.Set(&p.sheet, true),
		},
		&components.Link{
			ID: "orders-past", Href: t.Past, Label: text.T("orders.past.open"), Kind: components.LinkButton,
			Icon: components.IconHours,
		},
	)
}

func (p *Board) board() app.UI {
	d := p.Book
	stale := d.HeardAt != 0 && !d.Reachable()
	return pages.Stack(
		components.Maybe(p.find != "", p.found),
		components.Shown(p.stripped, &components.Stuck{To: components.EdgeStart, Draw: p.strip}),
		p.laneTabs(),
		app.Div().Class("board").DataSet("rush", p.rushing()).DataSet("cols", p.columns()).DataSet("stale",
			components.Flag(stale)).Body(
			components.Maybe(stale, func() app.UI {
				return app.P().ID("board-age").Class("board-age", "small").Text(p.age())
			}),
			p.column(book.LaneNew), p.column(book.LanePreparing), p.column(book.LaneReady),
			p.column(book.LaneRefunds), p.column(book.LaneOther),
		),
		app.If(!p.partly(), p.over),
	)
}

// finder looks for an order by its number, and for those of a shop.
type finder struct {
	app.Compo

	Board  *Board
	Number string
	Shop   int64
	Shops  int // the State's revision
}

// Render draws its fields.
func (f *finder) Render() app.UI {
	p := f.Board
	return app.Div().Class("orders-find").Role("search").Body(
		&components.TextField{
			ID: "orders-find", Label: text.T("orders.find"), Type: "search", InputMode: "numeric", Autocomplete: "off",
			Dir: "ltr", Value: f.Number, OnInput: pages.Bind(&p.find),
		},
		app.If(p.many(), p.shopFilter),
	)
}

// age says of when the orders are while the server can't be reached.
func (p *Board) age() string {
	return text.T("orders.asof", p.clock(p.Book.HeardAt))
}

// clock is an instant on the shop's clock, or with many shops on the device's; "" for 0.
func (p *Board) clock(at int64) string {
	if zone, ok := p.State.Zone(p.Route.ShopID); ok || at == 0 {
		return clock(at, p.Book.Now(), zone)
	}
	return text.Isolate(text.Clock(time.UnixMilli(at)))
}

// found says how many orders fit the number, and leads on to older ones.
func (p *Board) found() app.UI {
	n := 0
	for _, lane := range p.lanes {
		n += lane.shown
	}
	return pages.Row(
		app.P().Role("status").Text(text.N("orders.found", n)),
		&components.Button{Label: text.T("action.all"), Kind: components.KindBare, OnClick: p.clearNumber},
		components.Only(n == 0, &components.Link{Href: p.Href(p.Route.Past()), Label: text.T("orders.find.past")}),
	)
}

// shopFilter chooses one of the operator's shops, or with "" all. The board stays that of all shops, for which the
// device rings.
func (p *Board) shopFilter() app.UI {
	value := ""
	if p.shop != 0 {
		value = strconv.FormatInt(p.shop, 10)
	}
	return &components.Select{
		ID: "orders-shop", Label: text.T("nav.shop"), Value: value,
		Options: pages.ShopOptions(p.State, text.T("nav.shops")), OnChange: p.chooseShop,
	}
}

// tabs choose the column on a phone, where only one fits.
type tabs struct {
	app.Compo

	Board  *Board
	Counts [book.LaneDone + 1]int
	Chosen book.Lane
}

func (p *Board) laneTabs() app.UI {
	t := &tabs{Board: p, Chosen: p.lane}
	for lane := range t.Counts {
		t.Counts[lane] = p.lanes[lane].shown
	}
	t.Counts[book.LaneDone] += p.lanes[book.LaneCancelled].shown
	return t
}

// Render draws them with their counts.
func (t *tabs) Render() app.UI {
	return app.Div().Class("tabs").Role("group").Aria("label",
		text.T("orders.tabs")).Body(app.Range(t.Counts[:]).Slice(func(i int) app.UI {
		lane, n := book.Lane(i), t.Counts[i]
		if n == 0 && (lane == book.LaneRefunds || lane == book.LaneOther) && t.Chosen != lane {
			return app.Span().Hidden(true)
		}
		name := laneName(lane)
		if lane == book.LaneDone {
			name = text.T("orders.over")
		}
		return app.Button().ID("%s", "tab-"+laneKeys[lane]).Type("button").Class("tab").Aria("pressed", t.Chosen == lane).
			DataSet("some", n > 0).DataSet("lane", laneKeys[lane]).
			OnClick(func(app.Context, app.Event) { t.Board.lane = lane }).
			Body(app.Span().Text(name), pages.Span("num", strconv.Itoa(n)))
	}))
}

// laidOut tells the sheet of styles on the page's own element what is in it. Rules that look into an element (:has)
// have the browser look the styles of all that is in it up again with each order that comes.
func (p *Board) laidOut(root app.HTMLDiv) app.HTMLDiv {
	root = root.DataSet("strip", components.Flag(p.stripped)).DataSet("rush", p.rushing()).DataSet("cols", p.columns())
	if p.plan.beside() {
		root = root.DataSet("fresh", p.plan.fresh).DataSet("rest", p.plan.cols-p.plan.fresh)
	}
	return root
}

// rushing and columns tell the sheet of styles how the board is laid out.
func (p *Board) rushing() string {
	switch {
	case p.plan.beside():
		return "beside"
	case p.plan.rush:
		return "above"
	}
	return ""
}

func (p *Board) columns() string {
	if !p.plan.rush && !p.plan.crowd {
		return ""
	}
	return strconv.Itoa(p.plan.cols)
}

// shopName is "" on the board of one shop.
func (p *Board) shopName(id int64) string {
	if !p.many() {
		return ""
	}
	return p.ShopName(id)
}
