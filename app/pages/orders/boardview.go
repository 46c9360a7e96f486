package orders

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the board.
func (p *Board) Render() app.UI {
	d := p.Book
	if p.scene == nil {
		p.scene = new(scene)
		p.comeBack()
	}
	p.scene.deps = p.Deps
	p.count()
	p.arrange()
	p.keepKeyboard()
	return app.Div().Class("stack", "orders").On("keydown", noRepeat).Body(
		p.head(),
		components.Maybe(d.Err != nil && !d.Loaded, func() app.UI {
			return pages.FailureNote(text.T("orders.failed"), d.Err, p.again)
		}),
		pages.MaybeLoading(!d.Loaded && d.Err == nil, 4),
		components.Maybe(d.Loaded, p.board),
		p.asker.Dialog(p.Deps),
		p.sheetDialog(),
		p.keysDialog(),
		p.reliefDialog(),
		p.kitchenView(),
		p.printed(),
	)
}

func (p *Board) head() app.UI {
	return pages.Head(
		pages.Heading(text.T("orders.title")),
		components.Maybe(p.Book.Loaded, func() app.UI {
			return &finder{Board: p, Number: p.find, Shop: p.shop, Shops: p.Revision}
		}),
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
	return app.Div().Class("row", "orders-tools").Body(
		&components.Button{ID: "orders-sound", Label: sound, Icon: icon, OnClick: p.toggleSound},
		&components.Button{
			ID: "orders-kitchen", Label: text.T("orders.kitchen"), Icon: components.IconScreen, OnClick: p.openKitchen,
		},
		&components.Button{
			ID: "orders-sheet", Label: text.T("orders.sheet.open"), Icon: components.IconSettings, OnClick: p.openSheet,
		},
		&components.Link{
			ID: "orders-past", Href: t.Past, Label: text.T("orders.past.open"), Kind: components.LinkButton,
			Icon: components.IconHours,
		},
	)
}

func (p *Board) board() app.UI {
	d := p.Book
	return pages.Stack(
		components.Maybe(p.find != "", p.found),
		components.Maybe(p.stripped, p.strip),
		p.tabs(),
		app.Div().Class("board").DataSet("rush", p.rushing()).DataSet("cols", p.columns()).Body(
			components.Maybe(d.HeardAt != 0 && !d.Reachable(), func() app.UI {
				return app.P().ID("board-age").Class("board-age", "small").Body(p.age()...)
			}),
			p.column(book.LaneNew), p.column(book.LanePreparing), p.column(book.LaneReady),
			p.column(book.LaneRefunds), p.column(book.LaneOther),
		),
		p.over(),
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

// age says of when the orders are while the server can't be reached. On the board
// the words lie over the first line, which has room for them.
func (p *Board) age() []app.UI {
	d := p.Book
	at, now := d.Clock.Now(d.HeardAt), d.Clock.Now(time.Now().UnixMilli())
	words := text.LTR(text.Clock(time.UnixMilli(d.HeardAt)))
	if zone, ok := p.State.Zone(p.Route.ShopID); ok {
		words = clock(at, now, zone)
	}
	return []app.UI{
		app.Text(text.T("orders.asof", words) + " · "),
		app.Span().Class("num").DataSet("since", strconv.FormatInt(at, 10)).Text(text.Since(now - at)),
	}
}

// found says how many orders fit the number, and leads on to older ones.
func (p *Board) found() app.UI {
	n := 0
	for lane := range book.Lanes {
		n += p.Book.Count(lane, p.filter())
	}
	return pages.Row(
		app.P().Role("status").Text(text.N("orders.found", n)),
		&components.Button{Label: text.T("orders.find.clear"), Kind: components.KindBare, OnClick: p.clearNumber},
		app.If(n == 0, func() app.UI {
			return &components.Link{Href: p.Href(p.Route.Past()), Label: text.T("orders.find.past")}
		}),
	)
}

func (p *Board) shopFilter() app.UI { return shopSelect("orders-shop", p.State, p.shop, p.chooseShop) }

// shopSelect chooses one of the operator's shops, or with "" all.
func shopSelect(id string, s *state.State, chosen int64, choose func(app.Context, string)) app.UI {
	shops, _ := s.Shops()
	options := []components.Option{{Label: text.T("orders.shops.all")}}
	for _, shop := range shops {
		options = append(options, components.Option{
			Value: strconv.FormatInt(shop.ShopID, 10), Label: state.DisplayName(shop),
		})
	}
	value := ""
	if chosen != 0 {
		value = strconv.FormatInt(chosen, 10)
	}
	return &components.Select{ID: id, Label: text.T("orders.shop"), Value: value, Options: options, OnChange: choose}
}

// tabs choose the column on a phone, where only one fits.
func (p *Board) tabs() app.UI {
	return app.Div().Class("tabs").Role("group").Aria("label",
		text.T("orders.tabs")).Body(app.Range(make([]struct{}, book.LaneDone+1)).Slice(func(i int) app.UI {
		lane := book.Lane(i)
		n := p.Book.Count(lane, p.filter())
		if n == 0 && (lane == book.LaneRefunds || lane == book.LaneOther) && p.lane != lane {
			return app.Span().Hidden(true)
		}
		name := laneName(lane)
		if lane == book.LaneDone {
			name = text.T("orders.over")
			n += p.Book.Count(book.LaneCancelled, p.filter())
		}
		return &tab{Lane: lane, Name: name, Count: n, Chosen: p.lane == lane, Choice: &p.lane}
	}))
}

// tab is one of them.
type tab struct {
	app.Compo

	Lane   book.Lane
	Name   string
	Count  int
	Chosen bool
	Choice *book.Lane // the board's
}

// Render draws the tab with its count.
func (t *tab) Render() app.UI {
	return app.Button().ID("%s", "tab-"+laneKeys[t.Lane]).Type("button").Class("tab").Aria("pressed",
		strconv.FormatBool(t.Chosen)).
		DataSet("some", strconv.FormatBool(t.Count > 0)).DataSet("lane", laneKeys[t.Lane]).
		OnClick(func(app.Context, app.Event) { *t.Choice = t.Lane }).
		Body(app.Span().Text(t.Name), app.Span().Class("num").Text(strconv.Itoa(t.Count)))
}

// column is a lane with its cards. Places that are empty, or whose order the
// filter hides, keep their place in the page.
func (p *Board) column(lane book.Lane) app.UI {
	d, f := p.Book, p.filter()
	places := d.Spots(lane)
	n := d.Count(lane, f)
	id := "lane-" + laneKeys[lane]
	rare := lane == book.LaneRefunds || lane == book.LaneOther
	size := p.plan.stretch(lane)
	return app.Section().Class("lane").DataSet("lane", laneKeys[lane]).DataSet("shown",
		strconv.FormatBool(p.lane == lane)).
		DataSet("span", strconv.Itoa(p.plan.span(lane))).
		Hidden(rare && n == 0 && !held(places)).Aria("labelledby", id).
		Body(
			app.H2().ID("%s", id).TabIndex(-1).Body(
				app.Span().Text(laneName(lane)),
				app.Span().Class("lane-count", "num").DataSet("some", strconv.FormatBool(n > 0)).Text(strconv.Itoa(n)),
			),
			app.Range(make([]struct{}, (len(places)+size-1)/size)).Slice(func(i int) app.UI {
				return p.cards(lane, i, places[i*size:min((i+1)*size, len(places))])
			}),
			components.Maybe(n == 0 && !rare && !held(places), func() app.UI {
				return app.P().Class("lane-empty", "soft").Text(text.T("orders.empty." + laneKeys[lane]))
			}),
		)
}

// cards is a stretch of a lane, the n-th.
func (p *Board) cards(lane book.Lane, n int, spots []book.Spot) app.UI {
	f, keep := p.filter(), false
	p.places = p.places[:0]
	for _, spot := range spots {
		var place Place
		if spot.Order != nil && f.Fits(spot.Order) {
			place = placeOf(p.Book, spot, lane)
			place.Picked = p.picked[spot.Order.OrderID]
			keep = keep || spot.Order.OrderID == p.jump
		}
		p.places = append(p.places, place)
	}
	drawn := p.stretch(lane, n, p.places, false)
	span := max(p.plan.span(lane), 1)
	drawn.Shape, drawn.Keep, drawn.Rows = p.plan.shape(lane), keep, (len(spots)+span-1)/span
	return drawn
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

// held reports whether a place is held for an order that has gone.
func held(spots []book.Spot) bool {
	return slices.ContainsFunc(spots, func(s book.Spot) bool { return s.Gone != nil })
}

func (p *Board) shopName(id int64) string {
	if !p.many() {
		return ""
	}
	shop, _ := p.State.Shop(id)
	return state.DisplayName(shop)
}
