package orders

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// packing packs a lane on the page. The browser tells how high each card is before it paints, by a ResizeObserver: no
// layout is asked for. Its zero value packs nothing.
type packing struct {
	lane     string
	cols     int // fewer than two: the cards stand below each other anyway
	about    int
	cards    []*bunch       // of each stretch
	known    map[int64]int  // the heights of the cards that were measured, by order
	stood    map[int64]int  // the columns of those that were packed
	news     map[int64]bool // cards whose elements were measured since they were placed last
	placed   []*bundle
	ratio    float64 // pixels of the screen to one of the page
	observer app.Value
	sized    app.Func
}

// lay notes what the lane shows. The page has been drawn when it is placed.
func (p *packing) lay(cols, about int, cards []*bunch) {
	begins := p.cols < 2 && cols > 1 && p.cards != nil // new cards are followed when they are mounted
	if cols != p.cols {
		clear(p.stood)
	}
	same := cols == p.cols && about == p.about && slices.EqualFunc(cards, p.cards, (*bunch).sameOrders)
	p.cols, p.about, p.cards = cols, about, cards
	switch {
	case app.IsServer, same:
	case cols < 2:
		p.leave()
	default:
		if begins {
			p.watchAll()
		}
		p.place()
	}
}

// watch follows the height of a card's element.
func (p *packing) watch(el app.Value) {
	if p == nil || p.cols < 2 || app.IsServer {
		return
	}
	if p.observer == nil {
		p.known, p.stood, p.news = map[int64]int{}, map[int64]int{}, map[int64]bool{}
		p.sized = app.FuncOf(p.measured)
		p.observer = app.Window().Get("ResizeObserver").New(p.sized)
	}
	p.observer.Call("observe", el)
}

// watchAll follows the cards that are there when packing begins.
func (p *packing) watchAll() {
	cards := app.Window().Get("document").Call("querySelectorAll", ".lane[data-lane="+p.lane+"] > .lane-list > .order")
	for i := range cards.Length() {
		p.watch(cards.Index(i))
	}
}

// leave ends packing.
func (p *packing) leave() {
	if p.observer != nil {
		p.observer.Call("disconnect")
		p.sized.Release()
	}
	for n, b := range p.placed {
		if list := p.list(n); list.Truthy() {
			new(bundle).fit(list, b, p.ratio)
			items := list.Get("children")
			for i := range items.Length() {
				items.Index(i).Get("style").Set("translate", "")
			}
		}
	}
	p.observer, p.placed = nil, nil
}

// measured takes the heights of cards. Those that aren't shown have none: what is known of them is kept.
func (p *packing) measured(_ app.Value, args []app.Value) any {
	for i := range args[0].Length() {
		entry := args[0].Index(i)
		el := entry.Get("target")
		height := entry.Get("borderBoxSize").Index(0).Get("blockSize").Float()
		if height == 0 {
			if !el.Get("isConnected").Bool() {
				p.observer.Call("unobserve", el)
			}
			continue
		}
		id := orderIn(el)
		p.known[id], p.news[id] = int(height+.99)+columnGap, true
	}
	p.place()
	return nil
}

// forget drops the heights of orders that have left the lane, once there are more of them than places.
func (p *packing) forget() {
	places := 0
	for _, cards := range p.cards {
		places += len(cards.places)
	}
	if len(p.known) <= places {
		return
	}
	here := make(map[int64]bool, places)
	for _, cards := range p.cards {
		for _, place := range cards.places {
			if place.Order != nil {
				here[place.Order.OrderID] = true
			}
		}
	}
	gone := func(id int64, _ int) bool { return !here[id] }
	maps.DeleteFunc(p.known, gone)
	maps.DeleteFunc(p.stood, gone)
}

// place has the cards stand where they are packed that have another place than before, or a new element.
func (p *packing) place() {
	if p.observer == nil {
		return
	}
	p.forget()
	if ratio := app.Window().Get("devicePixelRatio").Float(); ratio != p.ratio {
		p.ratio, p.placed = ratio, nil
	}
	bundles := p.pack()
	for n, b := range bundles {
		before := nowhere
		if n < len(p.placed) {
			before = p.placed[n]
		}
		if b == before {
			continue
		}
		moved := b.moved(before, p.cards[n], p.news)
		if len(moved) == 0 && b.lift == before.lift && b.tall == before.tall {
			continue
		}
		list := p.list(n)
		if !list.Truthy() {
			continue
		}
		b.fit(list, before, p.ratio)
		items := list.Get("children")
		if items.Length() != len(b.cells) {
			continue // it is far: its cards are placed when they are made
		}
		for _, i := range moved {
			c, li := b.cells[i], items.Index(i)
			if was := before.at(i, p.cards[n], p.news); was == (cell{}) || was.col != c.col {
				li.Get("dataset").Set("col", strconv.Itoa(c.col))
			}
			li.Get("style").Set("translate", lower(c.top, p.ratio))
		}
	}
	p.placed = bundles
	clear(p.news)
}

// nowhere is where a stretch stands before it is placed.
var nowhere = &bundle{lift: -1, tall: -2}

// lower moves an element down by so many pixels, to a whole pixel of the screen: between two its lines would be
// blurred.
func lower(px int, ratio float64) string {
	if px == 0 {
		return "none"
	}
	return "0 " + strconv.FormatFloat(math.Round(float64(px)*ratio)/ratio, 'f', -1, 64) + "px"
}

// list is the element of the n-th stretch.
func (p *packing) list(n int) app.Value {
	return app.Window().GetElementByID("cards-" + p.lane + "-" + strconv.Itoa(n))
}

// fit gives a stretch's element its height and its place. Like its cards it is moved by translate, for which the
// browser neither lays out nor paints anew what is in it. It is as high as its cards reach, which tells whether they
// are near the screen, and its margin has what follows stand as if it weren't moved. A custom property in its style
// would have the browser look up the styles of all its cards again; one in a card's style, those of the card at each
// move.
func (b *bundle) fit(list app.Value, before *bundle, ratio float64) {
	if b.lift != before.lift {
		list.Get("style").Set("translate", lower(-b.lift, ratio))
		list.Get("style").Set("marginBlockEnd", strconv.Itoa(-b.lift)+"px")
	}
	if b.tall != before.tall {
		list.Get("style").Set("minHeight", strconv.Itoa(b.tall)+"px")
	}
}
