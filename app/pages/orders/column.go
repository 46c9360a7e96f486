package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// column is a lane with its cards. Places that are empty, or whose order the filter hides, keep their place in the
// page. Its fields are all that shows of it: go-app draws a lane whose fields are as they were not at all.
type column struct {
	app.Compo

	Board *Board
	Lane  book.Lane
	Cards []*bunch // of each stretch
	Count int
	Held  bool // a place is held for an order that has gone
	Shown bool // on a phone
	Plan  plan
	Jump  int64 // the order whose card is drawn wherever it is
	Reach bool
	Shops int // the State's revision

	drawn   []*Stretch
	packing packing
}

// OnMount packs the cards.
func (c *column) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	c.pack()
}

// OnUpdate packs what has changed, once it is drawn.
func (c *column) OnUpdate(ctx app.Context) { ctx.Defer(func(app.Context) { c.pack() }) }

// OnDismount stops following the cards' heights.
func (c *column) OnDismount() { c.packing.leave() }

func (c *column) pack() {
	c.packing.lane = laneKeys[c.Lane]
	c.packing.lay(c.Plan.span(c.Lane), c.Plan.shape(c.Lane).about(), c.Cards)
}

// column is a lane as it is now.
func (p *Board) column(lane book.Lane) app.UI {
	v, size := &p.lanes[lane], p.plan.stretch(lane)
	c := &column{Board: p, Lane: lane, Count: v.shown, Held: v.held, Shown: p.lane == lane, Plan: p.plan, Jump: p.jump,
		Reach: p.Book.Reachable(), Shops: p.Revision}
	n := len(v.spots)
	if lane == book.LaneNew && p.partly() {
		n = p.plan.first()
	}
	for at := 0; at < n; at += size {
		c.Cards = append(c.Cards, p.cards(lane, len(c.Cards), v.spots[at:min(at+size, n)]))
	}
	return c
}

// cards are the places of a stretch, the n-th of a lane.
func (p *Board) cards(lane book.Lane, n int, spots []book.Spot) *bunch {
	f := p.filter()
	p.places = p.places[:0]
	for _, spot := range spots {
		var place Place
		if spot.Order != nil && f.Fits(spot.Order) {
			place = placeOf(p.Book, spot, lane)
			place.Picked = p.picked[spot.Order.OrderID]
		}
		p.places = append(p.places, place)
	}
	return p.lay(stretchKey{lane, n, false}, p.places)
}

// Render draws the lane.
func (c *column) Render() app.UI {
	key, n := laneKeys[c.Lane], c.Count
	id := "lane-" + key
	rare := c.Lane == book.LaneRefunds || c.Lane == book.LaneOther
	return app.Section().Class("lane").DataSet("lane", key).DataSet("shown", c.Shown).
		DataSet("span", c.Plan.span(c.Lane)).DataSet("packed", components.Flag(c.Plan.span(c.Lane) > 1)).
		Hidden(rare && n == 0 && !c.Held).Aria("labelledby", id).
		Body(
			app.H2().ID("%s", id).TabIndex(-1).Body(
				app.Span().Text(laneName(c.Lane)),
				app.Span().Class("lane-count", "num").DataSet("some", n > 0).Text(n),
			),
			app.Range(c.Cards).Slice(c.stretch),
			components.Maybe(n == 0 && !rare && !c.Held, func() app.UI {
				return pages.P("lane-empty soft", text.T("orders.empty."+key))
			}),
		)
}

// stretch is the n-th of the lane, given as the very same where it is as it was.
func (c *column) stretch(n int) app.UI {
	now := Stretch{Deps: c.Board.scene, Lane: c.Lane, Index: n, Cards: c.Cards[n], Shape: c.Plan.shape(c.Lane),
		Cols: max(c.Plan.span(c.Lane), 1), Reach: c.Reach, Many: c.Board.many(), Shops: c.Shops, Packing: &c.packing}
	for _, place := range now.Cards.places {
		now.Keep = now.Keep || place.Order != nil && place.Order.OrderID == c.Jump
	}
	if n == len(c.drawn) {
		c.drawn = append(c.drawn, &now)
	} else if *c.drawn[n] != now {
		c.drawn[n] = &now
	}
	return &stretch{Stretch: c.drawn[n]}
}
