package orders

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// actionLine is posted by a ticket whose line was pressed. Value: lineOf.
const actionLine = "shopdesk/order-line"

// lineOf is a line of an order.
type lineOf struct {
	orderID int64
	at      int
}

// Bounds of the kitchen view.
const (
	tickets   = 60 // how many it shows at once
	tickLines = 64 // how many lines of an order can be done
	typeSizes = 3  // of type
)

// kitchenPlace is the end of the board's address where the kitchen view is open: it is there again after a reload, and
// the browser's Back leads to the board.
const kitchenPlace = "kitchen"

// kitchen is how the kitchen view is looked at. Its zero value is closed.
type kitchen struct {
	asked    bool // by the page's address
	entered  bool // from the board, to which the browser's Back leads
	open     bool
	lane     book.Lane // new or preparing
	bumped   []int64   // orders that were made ready, the last one last
	recalled int64     // an order that is shown once more, 0 for none
}

// OnNav follows the page's address.
func (p *Board) OnNav(ctx app.Context) { p.kitchen.asked = ctx.Page().URL().Fragment == kitchenPlace }

// enterKitchen goes to the kitchen view.
func (p *Board) enterKitchen(ctx app.Context) {
	p.kitchen.entered = true
	device.FillScreen(true)
	ctx.Navigate(p.Href(p.Route) + "#" + kitchenPlace)
}

// leaveKitchen goes back to the board, once: the address follows later than a second press.
func (p *Board) leaveKitchen(ctx app.Context) {
	if !p.kitchen.asked {
		return
	}
	p.kitchen.asked = false
	if p.kitchen.entered {
		app.Window().Get("history").Call("back")
		return
	}
	ctx.Navigate(p.Href(p.Route))
}

// turn opens or closes the kitchen view. It shows what is to be cooked; where nothing is, what is new.
func (p *Board) turn(open bool) {
	k := &p.kitchen
	*k = kitchen{asked: k.asked || open, entered: k.entered && open, open: open, lane: book.LanePreparing,
		bumped: k.bumped}
	if p.Book.Count(book.LanePreparing, p.all()) == 0 && p.Book.Count(book.LaneNew, p.all()) > 0 {
		k.lane = book.LaneNew
	}
	if !open {
		device.FillScreen(false)
	}
}

// station is the filter of the kitchen view: orders with one of the words in an item's name. Without words it is all.
type station []string

// stationOf reads the words, whatever stands between them.
func stationOf(words string) station {
	return strings.FieldsFunc(strings.ToLower(words), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;،؛、，；", r)
	})
}

func (s station) has(o *api.Order) bool {
	return len(s) == 0 || o.Partial || slices.ContainsFunc(o.Items, s.cooks)
}

// cooks reports whether an item is the station's.
func (s station) cooks(item api.OrderItem) bool {
	name := strings.ToLower(item.Name)
	return len(s) == 0 || slices.ContainsFunc(s, func(word string) bool { return strings.Contains(name, word) })
}

// station is that of this device. New orders are everybody's.
func (p *Board) station() station {
	if p.kitchen.lane == book.LaneNew {
		return nil
	}
	return stationOf(p.State.Station())
}

// hidden counts the orders of the lane that have no dish of the station.
func (p *Board) hidden() (n int) {
	s := p.station()
	for _, spot := range p.Book.Spots(p.kitchen.lane) {
		if waits(spot) && p.inKitchen(spot.Order, nil) && !s.has(spot.Order) {
			n++
		}
	}
	return n
}

// inKitchen reports whether an order is of the board's shops and has a dish of the station.
func (p *Board) inKitchen(o *api.Order, s station) bool {
	return o != nil && p.all().Fits(o) && s.has(o)
}

// kitchenTickets are the places of a lane that the kitchen sees, the empty ones included, as on the board. Places that
// are held count as orders.
func (p *Board) kitchenTickets(now int64) (places []Place, n, more int) {
	s, lane := p.station(), p.kitchen.lane
	for _, spot := range p.Book.Spots(lane) {
		switch {
		case !p.inKitchen(spot.Order, s):
			places = append(places, Place{})
		case n < tickets:
			n++
			place := placeOf(p.Book, spot, lane)
			place.Done = p.Book.Cooked[spot.Order.OrderID]
			if spot.Gone == nil {
				set, _ := p.Book.Settings(spot.Order.ShopID)
				place.Age = age(spot.Order, &set, now)
			}
			places = append(places, place)
		case spot.Gone == nil:
			more++
		}
	}
	return places, n, more
}

// cookAhead is how long before it is due an order for later is to be cooked, in milliseconds.
const cookAhead = 30 * 60_000

// cookFrom is when an order for later is to be cooked, 0 for one that isn't for later.
func cookFrom(o *api.Order) int64 {
	if forLater(o) {
		return o.PromisedAt - cookAhead
	}
	return 0
}

// age says how urgent an order is that is being prepared, by the limits of its shop: "", "warm" or "hot". The time of
// an order for later begins half an hour before it is due.
func age(o *api.Order, set *api.OrderSettings, now int64) string {
	warm, hot := set.Cook()
	switch waited := (now - max(o.AcceptedAt, cookFrom(o))) / 60_000; {
	case o.Column != api.ColumnPreparing || o.AcceptedAt == 0 || waited < int64(warm):
		return ""
	case waited < int64(hot):
		return "warm"
	}
	return "hot"
}

// batch is how many of a dish are to be cooked for all orders together.
type batch struct {
	name  string
	count int
}

// batches adds up the lines that aren't done, the most first. Orders for whose tickets there is no room count, too;
// those for later count once it is time to cook them.
func (p *Board) batches() (all []batch) {
	s, at, now := p.station(), map[string]int{}, p.Book.Now()
	for _, spot := range p.Book.Spots(p.kitchen.lane) {
		if !waits(spot) || !p.inKitchen(spot.Order, s) || now < cookFrom(spot.Order) {
			continue
		}
		done := p.Book.Cooked[spot.Order.OrderID]
		for i, item := range spot.Order.Items {
			if !s.cooks(item) || lineDone(done, i) {
				continue
			}
			name := text.Dots(item.Name, item.Spec)
			if _, known := at[name]; !known {
				at[name] = len(all)
				all = append(all, batch{name: name})
			}
			all[at[name]].count += item.Count
		}
	}
	slices.SortStableFunc(all, func(a, b batch) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	return all
}

// lineDone reports whether a line is among those of an order that are done, a bit each.
func lineDone(done uint64, i int) bool { return i < tickLines && done&(1<<i) != 0 }

// cooked reports whether every line is done.
func (p *Place) cooked() bool {
	for i := range p.Order.Items {
		if !lineDone(p.Done, i) {
			return false
		}
	}
	return len(p.Order.Items) > 0
}

// tickLine notes that a line is done, or isn't after all.
func (p *Board) tickLine(_ app.Context, a app.Action) {
	l, ok := a.Value.(lineOf)
	if ok && l.at < tickLines {
		p.Book.Tick(l.orderID, l.at)
	}
}

// kitchenKey does what a key of a bump bar is for: a number is for the ticket with that number, 0 recalls the last.
func (p *Board) kitchenKey(ctx app.Context, key string) {
	n, err := strconv.Atoi(key)
	if err != nil || p.keys {
		return
	}
	if n == 0 {
		p.recall(ctx)
		return
	}
	places, _, _ := p.kitchenTickets(p.Book.Now())
	for _, place := range places {
		if place.Order == nil {
			continue
		}
		if n--; n > 0 {
			continue
		}
		o := place.Order
		request := actOn(o, mainAct(o, mayIn(p.Deps, o.ShopID)))
		if request.Act != "" && place.Gone == nil && !place.Rests && !place.Given && p.Book.Reachable() {
			ctx.NewActionWithValue(state.ActionOrder, request)
		}
		return
	}
}

func (p *Board) nextSize(ctx app.Context) {
	p.State.SetTicketSize((p.State.TicketSize() + 1) % typeSizes)
	p.Changed(ctx)
}
