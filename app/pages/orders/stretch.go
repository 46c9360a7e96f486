package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
)

// stretchSize is how many places of a lane are drawn together.
const stretchSize = 20

// place is what shows of an order beside itself; an empty one has no order.
type place struct {
	Order *api.Order
	Told  *book.Told
	Doing api.Act
	By    string
	Seen  bool
	Gone  *api.Order
	Rests bool
	Given bool
	Whole bool // in the kitchen view: all of it is shown
}

// placeOf is the place of an order, or one that is held.
func placeOf(d *book.Book, spot book.Spot, lane book.Lane) place {
	o := spot.Order
	if spot.Gone != nil {
		return place{Order: o, Gone: spot.Gone, Seen: true}
	}
	p := place{Order: o, Rests: spot.Rests, Given: spot.Given, Told: d.Told(o.OrderID), Seen: lane != book.LaneNew || d.Seen(o.OrderID)}
	p.Doing, p.By, _ = d.Doing(o.OrderID)
	return p
}

// stretch is a part of a lane. Comparing its places costs far less than making
// the cards to be compared: of hundreds of orders only those beside the one
// that has changed are looked at.
type stretch struct {
	app.Compo

	Deps   *scene
	Lane   book.Lane
	Places []place
	Reach  bool
	Big    bool
	Room   room // of each, in the kitchen view
	Many   bool
	Shops  int // the State's revision: names and permissions
}

// scene is what a stretch draws with; it lasts as long as its page.
type scene struct{ deps pages.Deps }

// Render draws the cards. A place that is empty, or whose order the filter
// hides, stays in the page as one.
func (s *stretch) Render() app.UI {
	class := "lane-list"
	if s.Big {
		class = "kitchen"
	}
	known := map[int64]card{}
	return app.Ul().Class(class).Body(app.Range(s.Places).Slice(func(i int) app.UI {
		p := s.Places[i]
		if p.Order == nil {
			return app.Li().Hidden(true)
		}
		base, ok := known[p.Order.ShopID]
		if !ok {
			base = s.base(p.Order.ShopID)
			known[p.Order.ShopID] = base
		}
		return &card{
			Book: base.Book, May: base.May, Zone: base.Zone, Shop: base.Shop, Reach: s.Reach, Big: s.Big, Lane: book.LaneOf(p.Order),
			Order: p.Order, Told: p.Told, Doing: p.Doing, By: p.By, Seen: p.Seen, Gone: p.Gone, Room: s.Room, Whole: p.Whole, Rests: p.Rests, Given: p.Given,
			Href: s.Deps.deps.Href(s.Deps.deps.Route.Order(p.Order.ShopID, p.Order.OrderID)),
		}
	}))
}

// base is what the cards of one shop have in common.
func (s *stretch) base(shopID int64) (c card) {
	deps := s.Deps.deps
	c.Book, c.May = deps.Book, mayIn(deps, shopID)
	c.Zone, _ = deps.State.Zone(shopID)
	if shop, ok := deps.State.Shop(shopID); ok && s.Many {
		c.Shop = state.DisplayName(shop)
	}
	return c
}

// CompoID keeps one stretch from becoming another.
func (s *stretch) CompoID() string { return laneKeys[s.Lane] + strconv.FormatBool(s.Big) }
