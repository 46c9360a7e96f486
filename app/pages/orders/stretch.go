package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// stretchSize is how many places of a lane are drawn together.
const stretchSize = 20

// Place is what shows of an order beside itself; an empty one has no order.
type Place struct {
	Order *api.Order // replaced when it changes
	Told  *book.Told
	Lane  book.Lane
	Doing api.Act
	By    string
	Seen  bool
	Gone  *api.Order // what has become of the order, which has left: its place is held
	Rests bool       // takes no finger's press for a moment (book.Spot)
	Given bool       // nor one of a key
	Whole bool       // in the kitchen view: all of it is shown
}

// placeOf is the place of an order, or one that is held.
func placeOf(d *book.Book, spot book.Spot, lane book.Lane) Place {
	o := spot.Order
	if spot.Gone != nil {
		return Place{Order: o, Lane: book.LaneOf(o), Gone: spot.Gone, Seen: true}
	}
	p := Place{Order: o, Lane: book.LaneOf(o), Rests: spot.Rests, Given: spot.Given, Told: d.Told(o.OrderID),
		Seen: lane != book.LaneNew || d.Seen(o.OrderID)}
	p.Doing, p.By, _ = d.Doing(o.OrderID)
	return p
}

// Look is how the cards of a shop are drawn.
type Look struct {
	Book  *book.Book
	May   may
	Reach bool   // acts can be sent
	Big   bool   // in the kitchen view
	Room  room   // for the contents of each
	Shop  string // its name, where there are many
	Zone  rules.Zone
}

// stretch is a part of a lane. Comparing its places costs far less than making
// the cards to be compared: of hundreds of orders only those beside the one
// that has changed are looked at.
type stretch struct {
	app.Compo

	Deps   *scene
	Lane   book.Lane
	Places []*Place
	Reach  bool
	Big    bool
	Room   room
	Many   bool
	Shops  int // the State's revision: names and permissions

	looks map[int64]*Look // by shop
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
	base := s.Deps.deps
	return app.Ul().Class(class).Body(app.Range(s.Places).Slice(func(i int) app.UI {
		p := s.Places[i]
		if p.Order == nil {
			return app.Li().Hidden(true)
		}
		return &card{Place: p, Look: s.look(p.Order.ShopID),
			Href: base.Href(base.Route.Order(p.Order.ShopID, p.Order.OrderID))}
	}))
}

// look is the one of a shop, the very same as long as nothing of it has changed.
func (s *stretch) look(shopID int64) *Look {
	deps := s.Deps.deps
	now := Look{Book: deps.Book, May: mayIn(deps, shopID), Reach: s.Reach, Big: s.Big, Room: s.Room}
	now.Zone, _ = deps.State.Zone(shopID)
	if shop, ok := deps.State.Shop(shopID); ok && s.Many {
		now.Shop = state.DisplayName(shop)
	}
	if before := s.looks[shopID]; before != nil && *before == now {
		return before
	}
	if s.looks == nil {
		s.looks = map[int64]*Look{}
	}
	s.looks[shopID] = &now
	return &now
}

// CompoID keeps one stretch from becoming another.
func (s *stretch) CompoID() string { return laneKeys[s.Lane] + strconv.FormatBool(s.Big) }
