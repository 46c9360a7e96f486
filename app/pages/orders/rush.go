package orders

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/internal/api"
)

// The board is crowded from so many orders in one lane on, until each lane has few enough.
const (
	crowded = 6
	calm    = 3
)

// Sizes of the page in pixels, as in layout.css and orders.css: a column is as wide as a compact card must be.
const (
	phoneWidth  = 704 // 44rem: one lane at a time
	narrowWidth = 896 // 56rem: the rail is a bar at the lower edge
	railWidth   = 216
	pageAround  = 48
	columnWidth = 228
	columnGap   = 12
	mostColumns = 6
)

// OnResize draws the board anew where its cards have more room, or less.
func (p *Board) OnResize(ctx app.Context) {
	if width, _ := app.Window().Size(); columnsIn(width) == p.plan.cols {
		ctx.PreventUpdate()
	}
}

// columnsIn is how many columns of cards a window has room for.
func columnsIn(width int) int {
	if width <= phoneWidth {
		return 1
	}
	if width > narrowWidth {
		width -= railWidth
	}
	return min(max((width-pageAround+columnGap)/(columnWidth+columnGap), 1), mostColumns)
}

// worked is how many lanes people work on: new, preparing, ready.
const worked = int(book.LaneReady) + 1

// partly reports whether the first frame of a rush has a part of the new orders: the first row. The others come in the
// next one, below them, and so does what stands below the lanes: nothing moves for them.
func (p *Board) partly() bool {
	return p.part && p.plan.beside() && len(p.lanes[book.LaneNew].spots) > p.plan.first()
}

// first is how many new orders stand in a row.
func (p plan) first() int { return p.fresh }

// plan is how the board shares its width among its lanes. Its zero value is a calm board: the lanes side by side.
type plan struct {
	cols  int         // how many columns there is room for
	rush  bool        // new orders fill the width as compact cards, the others are one line each
	fresh int         // in a rush, how many columns new orders take where the others stand beside them
	crowd bool        // lanes take as many columns as their orders need
	spans [worked]int // columns of each lane on a crowded board; an empty lane has none, and is a line
}

// next is the plan for so many orders. A rush lasts until no order waits, so that lanes don't come and go under a
// finger.
func (p plan) next(cols int, n [worked]int, held bool) plan {
	most := slices.Max(n[:])
	now := plan{cols: cols, rush: n[book.LaneNew] >= crowded || p.rush && (n[book.LaneNew] > 0 || held)}
	if now.beside() {
		now.fresh = p.freshIn(cols, n)
	}
	if now.crowd = !now.rush && cols > 1 && (most >= crowded || p.crowd && most > calm); !now.crowd {
		return now
	}
	left := cols
	for lane := range n {
		if n[lane] > 0 {
			now.spans[lane] = 1
			left--
		}
	}
	for ; left > 0; left-- {
		widest := 0
		for lane := range n { // the one with the most orders in a column
			if n[lane]*max(now.spans[widest], 1) > n[widest]*max(now.spans[lane], 1) {
				widest = lane
			}
		}
		now.spans[widest]++
	}
	return now
}

// aRow is how many compact cards of a column are in sight.
const aRow = 3

// freshIn is how many columns new orders take of a rush: all but one, until half of those are enough and others are in
// need of them. So they change seldom under a finger.
func (p plan) freshIn(cols int, n [worked]int) int {
	all := cols - 1
	need := min(max((n[book.LaneNew]+aRow-1)/aRow, 1), all)
	before := p.fresh
	switch {
	case before == 0 || before > all || n[book.LanePreparing]+n[book.LaneReady] == 0:
		return all
	case need > before || 2*need <= before:
		return need
	}
	return before
}

// beside reports whether the lanes that are one line an order stand beside the new orders.
func (p plan) beside() bool { return p.rush && p.cols >= 4 }

// span is how many columns a lane takes, and its orders stand in.
func (p plan) span(lane book.Lane) int {
	switch {
	case p.beside() && lane == book.LaneNew:
		return p.fresh
	case p.beside():
		return p.cols - p.fresh
	case p.rush:
		return p.cols
	case p.crowd && int(lane) < worked:
		return p.spans[lane]
	}
	return 1
}

// shape is how a lane's cards are drawn.
func (p plan) shape(lane book.Lane) shape {
	switch {
	case p.rush && lane == book.LaneNew:
		return shapeCompact
	case p.rush && p.cols > 1:
		return shapeSlim
	}
	return shapeFull
}

// stretch is how many places of a lane are drawn or left out together: some full rows.
func (p plan) stretch(lane book.Lane) int {
	rows := 4
	if p.shape(lane) == shapeSlim {
		rows = 12
	}
	return max(rows*p.span(lane), 8)
}

// arrange plans the board anew. Where that moves cards they rest.
func (p *Board) arrange() {
	var n [worked]int
	for lane := range n {
		n[lane] = p.lanes[lane].all
	}
	cols := 3
	if !app.IsServer {
		width, _ := app.Window().Size()
		cols = columnsIn(width)
	}
	now := p.plan.next(cols, n, p.lanes[book.LaneNew].held)
	p.ruling = p.byRule()
	stripped := now.rush || len(p.ruling) > 0 || p.tally.matters()
	if now == p.plan && stripped == p.stripped {
		return
	}
	p.plan, p.stripped = now, stripped
	p.Book.Shift()
}

// tally is what the strip above a rush tells.
type tally struct {
	last, refused, refunds []*api.Order // with less than a minute left, not done as asked, for this person to decide
	picked                 []*api.Order
	shops                  []waiting // where most wait first
	fresh                  int       // how many are new
	lapses                 int64     // when the first of those is cancelled by the platform, 0 for never
}

// waiting are the new orders of a shop that can be accepted.
type waiting struct {
	shopID int64
	orders []*api.Order
}

// matters reports whether there is something to tell also when there is no rush.
func (t *tally) matters() bool { return len(t.refused)+len(t.refunds) > 0 }

// tallyOf counts what fits of a book's lanes; now is the server's clock.
func tallyOf(d *book.Book, lanes []laneView, f book.Filter, now int64, mays func(shopID int64) may,
	picked map[int64]bool) (t tally) {
	for lane := range lanes {
		for _, spot := range lanes[lane].spots {
			o := spot.Order
			if !waits(spot) || !f.Fits(o) {
				continue
			}
			if book.RefundAsked(o) && mays(o.ShopID).refund {
				t.refunds = append(t.refunds, o)
			}
			if told := d.Told(o.OrderID); told != nil && (told.Err != nil || told.Unknown) {
				t.refused = append(t.refused, o)
			}
			if book.Lane(lane) == book.LaneNew {
				t.waits(d, o, now, mays, picked[o.OrderID])
			}
		}
	}
	slices.SortStableFunc(t.shops, func(a, b waiting) int { return cmp.Compare(len(b.orders), len(a.orders)) })
	return t
}

// waits counts a new order.
func (t *tally) waits(d *book.Book, o *api.Order, now int64, mays func(shopID int64) may, picked bool) {
	t.fresh++
	if _, _, busy := d.Doing(o.OrderID); busy {
		return
	}
	left := book.Left(o, now)
	if o.AcceptBy != 0 && left < api.LastMinute {
		t.last = append(t.last, o)
	}
	if left > 0 && (t.lapses == 0 || o.AcceptBy < t.lapses) {
		t.lapses = o.AcceptBy
	}
	if !mays(o.ShopID).work {
		return
	}
	if picked {
		t.picked = append(t.picked, o)
	}
	at := slices.IndexFunc(t.shops, func(w waiting) bool { return w.shopID == o.ShopID })
	if at < 0 {
		at = len(t.shops)
		t.shops = append(t.shops, waiting{shopID: o.ShopID})
	}
	t.shops[at].orders = append(t.shops[at].orders, o)
}
