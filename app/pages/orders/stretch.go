package orders

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// shape is how a card is drawn.
type shape string

// The shapes. A kitchen's ticket is full.
const (
	shapeFull    shape = ""
	shapeCompact shape = "compact" // in a rush, an order that waits: what is to be read before one accepts it
	shapeSlim    shape = "slim"    // and the others: a line
)

// cardsNear is how far beyond the screen cards are drawn.
const cardsNear = "400px 0px"

// about is about how high a card of that shape is, in pixels, until it was seen.
func (s shape) about() int {
	if s == shapeSlim {
		return 64
	}
	return 200
}

// Place is what shows of an order beside itself; an empty one has no order.
type Place struct {
	Order  *api.Order // replaced when it changes
	Told   *book.Told
	Lane   book.Lane
	Doing  api.Act
	By     string
	Seen   bool
	Late   bool
	Gone   *api.Order // what has become of the order, which has left: its place is held
	Rests  bool       // takes no finger's press for a moment (book.Spot)
	Given  bool       // nor one of a key
	Done   uint64     // in the kitchen view: the lines that are done, a bit for each
	Age    string     // there, too: "", "warm" or "hot"
	Picked bool       // to be accepted together with others
}

// placeOf is the place of an order in its lane, or one that is held.
func placeOf(d *book.Book, spot book.Spot, lane book.Lane) Place {
	o := spot.Order
	if spot.Gone != nil {
		return Place{Order: o, Lane: lane, Gone: spot.Gone, Seen: true}
	}
	p := Place{Order: o, Lane: lane, Rests: spot.Rests, Given: spot.Given, Told: d.Told(o.OrderID),
		Seen: lane != book.LaneNew || d.Seen(o.OrderID), Late: o.LateAt != 0 && d.Now() > o.LateAt}
	p.Doing, p.By, _ = d.Doing(o.OrderID)
	return p
}

// Look is how the cards of a shop are drawn.
type Look struct {
	Deps  *scene // nil on a page of its own
	Book  *book.Book
	May   may
	Reach bool // acts can be sent
	Big   bool // in the kitchen view
	Shape shape
	Shop  string // its name, where there are many
	Zone  rules.Zone
	Lean  bool   // without its items: they stand elsewhere
	Alone bool   // on a page of its own, right below the page's heading
	Href  string // of a card alone: its page's

	packing *packing // of the lane, nil where cards aren't packed
}

// bunch is the places of a stretch. It is replaced when one changes.
type bunch struct{ places []*Place }

// Stretch is all that shows of a part of a lane. One pointer to it is compared faster than each of its fields.
type Stretch struct {
	Deps    *scene
	Lane    book.Lane
	Index   int // in its lane
	Cards   *bunch
	Shape   shape
	Cols    int  // that its cards stand in
	Keep    bool // is drawn wherever it is
	Reach   bool
	Big     bool
	Many    bool
	Shops   int      // the State's revision: names and permissions
	Packing *packing // the lane's, nil where cards aren't packed
}

// stretch is a part of a lane. Comparing its places costs far less than making
// the cards to be compared: of hundreds of orders only those beside the one
// that has changed are looked at. One that is far from the screen has no cards.
type stretch struct {
	app.Compo

	*Stretch

	sight components.Sight
	looks map[int64]*Look // by shop
}

// scene is what a stretch draws with; it lasts as long as its page.
type scene struct{ deps pages.Deps }

// OnInit leaves out what is surely below the screen.
func (s *stretch) OnInit() {
	if s.Index > 0 && !s.Big {
		s.sight.Below()
	}
}

// OnMount watches where the stretch is. It is drawn already, unless it turns out to be near.
func (s *stretch) OnMount(ctx app.Context) {
	far := s.sight.Far()
	if !s.Big {
		s.sight.Watch(ctx, s.id(), cardsNear)
	}
	if s.sight.Far() == far {
		ctx.PreventUpdate()
	}
}

// OnDismount stops watching.
func (s *stretch) OnDismount() { s.sight.Leave() }

func (s *stretch) id() string {
	id := laneKeys[s.Lane] + "-" + strconv.Itoa(s.Index)
	if s.Big {
		return "ktickets-" + id
	}
	return "cards-" + id
}

// Render draws the cards. A place that is empty, or whose order the filter
// hides, stays in the page as one.
func (s *stretch) Render() app.UI {
	class := "lane-list"
	if s.Big {
		class = "kitchen"
	}
	list := app.Ul().ID("%s", s.id()).Class(class)
	if s.sight.Far() && !s.Keep && slices.ContainsFunc(s.Cards.places, func(p *Place) bool { return p.Order != nil }) {
		rows := (len(s.Cards.places) + s.Cols - 1) / s.Cols
		return list.Body(app.Li().Body(s.sight.Place(rows * s.Shape.about())))
	}
	var look *Look
	of := int64(0) // mostly all cards are of one shop
	return list.DataSet("packed", components.Flag(s.Cols > 1)).Body(app.Range(s.Cards.places).Slice(func(i int) app.UI {
		p := s.Cards.places[i]
		if p.Order == nil {
			return app.Li().Hidden(true)
		}
		if look == nil || of != p.Order.ShopID {
			look, of = s.look(p.Order.ShopID), p.Order.ShopID
		}
		return &card{Place: p, Look: look}
	}))
}

// look is the one of a shop, the very same as long as nothing of it has changed.
func (s *stretch) look(shopID int64) *Look {
	deps := s.Deps.deps
	now := Look{Deps: s.Deps, Book: deps.Book, May: mayIn(deps, shopID), Reach: s.Reach, Big: s.Big, Shape: s.Shape,
		packing: s.Packing}
	now.Zone, _ = deps.State.Zone(shopID)
	if _, ok := deps.State.Shop(shopID); ok && s.Many {
		if now.Shop = pages.ShopThere(deps.State, shopID); s.Shape == shapeCompact { // no time of the day is on it
			now.Shop = deps.ShopName(shopID)
		}
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
func (s *stretch) CompoID() string { return laneKeys[s.Lane] }
