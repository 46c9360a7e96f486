package orders

import "slices"

// cell is where a card stands in its stretch, in pixels. Its zero value is no card's.
type cell struct {
	col  int
	top  int
	tall int // with the gap below
}

// filled is how far down each column of a lane is filled, in pixels.
type filled [mostColumns]int

// bundle is a stretch of a lane as it is packed, in pixels.
type bundle struct {
	lift  int // how far it reaches up beside the last cards of the stretch before
	tall  int
	cells []cell

	cards      *bunch
	cols       int
	about      int
	begin, end filled // below the column that is filled least where it begins
}

// slack is how far below the least filled column a card may stand to keep its own, in pixels: a few lines.
const slack = 100

// pack has the cards of a lane flow into columns without gaps: each stands, in the order of the page, in the column
// that is filled least, of several the first. A card that stood somewhere keeps its column, also if that is filled a
// little more by now: cards don't change sides under a finger because another has grown by a line. So no card begins
// more than slack above one that comes before it. A card that wasn't measured is about as high as the others. A stretch
// that nobody has come near yet begins below all cards before it: a card that grows doesn't move hundreds of places
// that aren't drawn. A stretch is the very same as before if nothing in it has changed, and nothing of how the cards
// before it end: after a change of one card only the stretches beside it are packed.
func (p *packing) pack() []*bundle {
	var down filled
	columns, bundles := down[:p.cols], make([]*bundle, len(p.cards))
	for n, cards := range p.cards {
		least, begin := slices.Min(columns), down
		for i := range columns {
			begin[i] -= least
		}
		var b *bundle
		if n < len(p.placed) {
			b = p.placed[n]
		}
		if b == nil || b.cols != p.cols || b.about != p.about || b.begin != begin || !b.cards.sameOrders(cards) ||
			cards.anyOf(p.news) {
			b = p.stretch(cards, begin)
		}
		b.cards, bundles[n] = cards, b
		for i := range columns {
			columns[i] = least + b.end[i]
		}
	}
	return bundles
}

// stretch packs one whose columns are filled so far by the cards before it.
func (p *packing) stretch(cards *bunch, begin filled) *bundle {
	down := begin
	columns := down[:p.cols]
	if cards.unseen(p.known) {
		most := slices.Max(columns)
		for i := range columns {
			columns[i] = most
		}
	}
	from := slices.Min(columns)
	b := &bundle{lift: slices.Max(columns) - from, cells: make([]cell, len(cards.places)), cols: p.cols, about: p.about,
		begin: begin}
	for i, place := range cards.places {
		if place.Order == nil {
			continue
		}
		id := place.Order.OrderID
		tall := p.known[id]
		col := 0
		for other := range columns {
			if columns[other] < columns[col] {
				col = other
			}
		}
		if own, ok := p.stood[id]; ok && own < p.cols && columns[own]-columns[col] <= slack {
			col = own
		}
		if tall == 0 {
			tall = p.about
		} else {
			p.stood[id] = col
		}
		b.cells[i] = cell{col, columns[col] - from, tall}
		columns[col] += tall
	}
	b.tall, b.end = slices.Max(columns)-from, down
	return b
}

// unseen reports whether a stretch has cards, none of which was measured.
func (b *bunch) unseen(known map[int64]int) bool {
	unseen := false
	for _, place := range b.places {
		if place.Order != nil {
			if known[place.Order.OrderID] != 0 {
				return false
			}
			unseen = true
		}
	}
	return unseen
}

// anyOf reports whether one of these orders is in the stretch.
func (b *bunch) anyOf(orders map[int64]bool) bool {
	return len(orders) > 0 && slices.ContainsFunc(b.places, func(place *Place) bool {
		return place.Order != nil && orders[place.Order.OrderID]
	})
}

// sameOrders reports whether the places of two stretches are of the same orders.
func (b *bunch) sameOrders(other *bunch) bool {
	return b == other || slices.EqualFunc(b.places, other.places, func(one, two *Place) bool {
		return one == two || one.Order == two.Order ||
			one.Order != nil && two.Order != nil && one.Order.OrderID == two.Order.OrderID
	})
}

// moved are the places whose cards stand elsewhere than before, or have a new element.
func (b *bundle) moved(before *bundle, cards *bunch, news map[int64]bool) (places []int) {
	for i, c := range b.cells {
		if c.tall > 0 && c != before.at(i, cards, news) {
			places = append(places, i)
		}
	}
	return places
}

// at is where the element of a place's card stands, the zero cell if it is new.
func (b *bundle) at(i int, cards *bunch, news map[int64]bool) cell {
	if i >= len(b.cells) || news[cards.places[i].Order.OrderID] {
		return cell{}
	}
	return b.cells[i]
}
