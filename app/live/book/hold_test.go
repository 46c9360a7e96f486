package book

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// shown is what stands in a lane from top to bottom: an order's number, negative
// for one whose place is held, times 10 for one that rests.
func shown(d *Book, lane Lane) (list []int64) {
	for _, s := range d.Spots(lane) {
		switch {
		case s.Gone != nil:
			list = append(list, -s.Order.OrderID)
		case s.Order != nil && s.Rests:
			list = append(list, 10*s.Order.OrderID)
		case s.Order != nil:
			list = append(list, s.Order.OrderID)
		}
	}
	return list
}

// A second tap on the place of an order that was accepted accepted the next one,
// which had moved there: the place is held for a second, and for a second more
// with each tap.
func TestPlaceIsHeld(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew), order(3, 1, api.ColumnNew))
	later(d, Rest)
	is := func(what string, lane Lane, want ...int64) {
		t.Helper()
		if diff := cmp.Diff(want, shown(d, lane)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	d.Put(order(2, 2, api.ColumnPreparing))
	is("at once", LaneNew, 1, -2, 3)
	is("where it went to", LanePreparing, 2)
	if n := d.Count(LaneNew, Filter{}); n != 2 {
		t.Errorf("%d orders are counted", n)
	}
	for range 3 {
		later(d, 900)
		is("after another tap", LaneNew, 1, -2, 3)
		d.Touch()
	}
	if again := d.Settle(); again != Hold {
		t.Errorf("looks again in %d ms", again)
	}
	later(d, Hold)
	is("when the place is let go", LaneNew, 1, 30)
	if again := d.Settle(); again != Rest {
		t.Errorf("draws again in %d ms", again)
	}
	later(d, Rest)
	is("after a rest", LaneNew, 1, 3)
	if again := d.Settle(); again != 0 {
		t.Errorf("looks again in %d ms, for nothing", again)
	}
	d.Put(order(3, 2, api.ColumnPreparing))
	d.Put(order(4, 1, api.ColumnNew))
	is("one that comes while the last place is held", LaneNew, 1, -3, 4)
	d.Put(order(4, 2, api.ColumnCancelled))
	d.Put(order(1, 2, api.ColumnPreparing))
	is("all gone", LaneNew, -1, -3, -4)
	later(d, Hold)
	is("all let go", LaneNew)
	is("lists of what is over hold nothing", LaneCancelled, 4)
}

// What makes a card taller moves those below it, and its own buttons.
func TestMovedCardsRest(t *testing.T) {
	t.Parallel()
	partial := func(id int64) api.Order {
		o := order(id, 1, api.ColumnNew)
		o.Partial = true
		return o
	}
	start := func() *Book {
		d := with(order(1, 1, api.ColumnNew), partial(2), order(3, 1, api.ColumnNew))
		later(d, Rest)
		return d
	}
	accept := api.ActOrder{OrderID: 2, Act: api.ActAccept}
	for _, tt := range []struct {
		name string
		do   func(d *Book)
		want []int64
	}{
		{"nothing", func(*Book) {}, []int64{1, 2, 3}},
		{"its contents come", func(d *Book) { d.Put(order(2, 2, api.ColumnNew)) }, []int64{1, 20, 30}},
		{"another one comes", func(d *Book) { d.Put(order(4, 2, api.ColumnNew)) }, []int64{1, 2, 3, 4}},
		{"somebody else is at it", func(d *Book) {
			o := partial(2)
			o.Version, o.Doing = 2, &api.OrderDoing{Act: api.ActAccept, By: "Mei"}
			d.Put(o)
		}, []int64{1, 20, 30}},
		{"the server tells of our own act", func(d *Book) {
			d.Begin(accept)
			o := partial(2)
			o.Version, o.Doing = 2, &api.OrderDoing{Act: api.ActAccept, By: "Mei"}
			d.Put(o)
		}, []int64{1, 2, 3}},
		{"a refund is asked for", func(d *Book) { d.Put(asked(partial(2), api.RefundAsked)) }, []int64{1, 20, 30}},
		{"the refund is decided", func(d *Book) {
			d.Put(asked(partial(2), api.RefundAsked))
			later(d, Rest)
			d.Put(asked(partial(2), api.RefundAgreed))
		}, []int64{1, 20, 30}},
		{"a refusal is said", func(d *Book) {
			request, _ := d.Begin(accept)
			d.End(request, api.Acted{}, &api.Error{Code: api.CodeRefused})
		}, []int64{1, 20, 30}},
		{"the connection is back", func(d *Book) {
			d.SetReachable(false)
			later(d, Rest)
			d.SetReachable(true)
		}, []int64{10, 20, 30}},
		{"the same list", func(d *Book) {
			d.Load(api.Orders{Orders: []api.Order{order(1, 1, api.ColumnNew), partial(2), order(3, 1, api.ColumnNew)}})
		}, []int64{1, 2, 3}},
		{"a longer list", func(d *Book) {
			d.Load(api.Orders{Orders: []api.Order{order(1, 1, api.ColumnNew), partial(2), order(3, 1, api.ColumnNew),
				order(4, 1, api.ColumnNew)}})
		}, []int64{1, 2, 3, 4}},
		{"a list without one", func(d *Book) {
			d.Load(api.Orders{Orders: []api.Order{order(1, 1, api.ColumnNew), order(3, 1, api.ColumnNew)}})
		}, []int64{1, 30}},
		{"a list with its contents", func(d *Book) {
			d.Load(api.Orders{Orders: []api.Order{order(1, 1, api.ColumnNew), order(2, 2, api.ColumnNew),
				order(3, 1, api.ColumnNew)}})
		}, []int64{1, 20, 30}},
	} {
		d := start()
		tt.do(d)
		if diff := cmp.Diff(tt.want, shown(d, LaneNew)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		later(d, Rest)
		for _, s := range d.Spots(LaneNew) {
			if s.Rests {
				t.Errorf("%s: rests for ever", tt.name)
			}
		}
	}
}

// asked is an order's next version, with a refund that stands so.
func asked(o api.Order, standing api.RefundStanding) api.Order {
	o.Refund = &api.OrderRefund{Standing: standing}
	o.Version = map[api.RefundStanding]int64{api.RefundAsked: 2, api.RefundAgreed: 3}[standing]
	return o
}

// On an order's page the button takes no press for a moment after it has become another one. It took one at once if
// another order came into another lane meanwhile, as in a rush.
func TestEachOrderThatTurnsRests(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew))
	later(d, Rest)
	d.Put(order(1, 2, api.ColumnPreparing))
	later(d, Hold/2)
	d.Put(order(2, 2, api.ColumnPreparing))
	if !d.Turned(1) || !d.Turned(2) {
		t.Errorf("turned: %v %v", d.Turned(1), d.Turned(2))
	}
	later(d, Hold/2)
	if d.Turned(1) || !d.Turned(2) {
		t.Errorf("a while later: %v %v", d.Turned(1), d.Turned(2))
	}
	later(d, Hold)
	if later(d, Rest); d.Turned(2) || d.Settle() != 0 {
		t.Error("it rests for ever")
	}
}

// A finger that taps where an order stood never presses another order within a
// second of the tap before.
func TestTapsNeverMeetAnotherOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := with()
		at := int64(1_000_000)
		d.now = func() int64 { return at }
		version := int64(1)
		next := int64(1)
		// One for each place in the page: which order took a press there last, and when.
		type tap struct{ order, at int64 }
		taps := map[int]tap{}
		for range 300 {
			at += r.Int64N(400)
			d.Settle()
			version++
			lane := d.Spots(LaneNew)
			switch r.IntN(4) {
			case 0:
				d.Put(order(next, version, api.ColumnNew))
				next++
			case 1: // an order goes, accepted here or elsewhere
				if len(lane) > 0 {
					if s := lane[r.IntN(len(lane))]; s.Order != nil && s.Gone == nil {
						d.Put(order(s.Order.OrderID, version, api.ColumnPreparing))
					}
				}
			default: // a finger taps on a place as it stands in the page
				visible := lane[:0:0]
				for _, s := range lane {
					if s.Order != nil {
						visible = append(visible, s)
					}
				}
				if len(visible) == 0 {
					continue
				}
				place := r.IntN(min(3, len(visible)))
				s := visible[place]
				d.Touch()
				if s.Gone != nil {
					taps[place] = tap{s.Order.OrderID, at}
				}
				if s.Gone != nil || s.Rests {
					continue
				}
				if before := taps[place]; before.order != 0 && before.order != s.Order.OrderID && at-before.at < Hold {
					t.Fatalf("seed %d: a tap %d ms after the one on order %d met order %d", seed, at-before.at, before.order,
						s.Order.OrderID)
				}
				taps[place] = tap{s.Order.OrderID, at}
			}
		}
	}
}

// The device's clock was set back by an hour just after an order was accepted: its place was held, and its neighbours
// took no press, for an hour.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew))
	later(d, Rest)
	d.Touch()
	d.Put(order(1, 2, api.ColumnPreparing))
	later(d, -60*minute)
	d.SetBack(60 * minute)
	later(d, 1)
	later(d, Rest)
	if diff := cmp.Diff([]int64{2}, shown(d, LaneNew)); diff != "" {
		t.Errorf("the lane of new orders (-want +got):\n%s", diff)
	}
	if again := d.Settle(); again != 0 {
		t.Errorf("looks again in %d ms", again)
	}
}

// The live line told of an act more than a second before its answer. With the answer the order's button took presses at
// once, and the second tap of a person was the order's next act.
func TestButtonRestsAfterTheAnswer(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew))
	request, _ := d.Begin(api.ActOrder{OrderID: 1, Act: api.ActAccept})
	d.Put(order(1, 2, api.ColumnPreparing))
	later(d, 2*Hold)
	if d.Settle(); d.Turned(1) {
		t.Error("rests for too long")
	}
	d.End(request, api.Acted{State: api.ActDone, Order: order(1, 2, api.ColumnPreparing)}, nil)
	if !d.Turned(1) {
		t.Error("takes presses as soon as the answer has come")
	}
	if later(d, Rest); d.Settle() != Hold-Rest {
		t.Error("isn't drawn again")
	}
}

// An order's page may show a newer order than the book of another board has. The version of an act tells what the
// person saw.
func TestActHasTheNewestVersionThatIsShown(t *testing.T) {
	t.Parallel()
	d := with(order(1, 2, api.ColumnNew), order(3, 4, api.ColumnNew))
	for id, want := range map[int64]int64{1: 3, 3: 4} {
		if request, _ := d.Begin(api.ActOrder{OrderID: id, Act: api.ActCancel, Version: 3}); request.Version != want {
			t.Errorf("order %d: version %d, want %d", id, request.Version, want)
		}
	}
}

// An order's page is open before the board has come: the act's answer is the first that the book hears of the order.
func TestButtonOfAnUnknownOrderRestsAfterTheAnswer(t *testing.T) {
	t.Parallel()
	d := with()
	later(d, 2*Hold)
	request, _ := d.Begin(api.ActOrder{OrderID: 1, Act: api.ActAccept})
	d.End(request, api.Acted{State: api.ActDone, Order: order(1, 2, api.ColumnPreparing)}, nil)
	if !d.Turned(1) {
		t.Error("takes presses as soon as the answer has come")
	}
}
