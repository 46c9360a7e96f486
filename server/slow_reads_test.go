package server_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// onEngines runs a test on each of the two stores.
func onEngines(t *testing.T, test func(t *testing.T, change func(*server.Options))) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, func(*server.Options) {})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		db := postgrestest.Open(t)
		test(t, func(o *server.Options) { o.Store = db })
	})
}

// gate holds back answers to /order/get: of all shops, or of one.
type gate struct {
	shop   int64         // 0: all
	pass   chan struct{} // lets one answer pass for each value; closed: every answer
	asked  atomic.Int64
	opened sync.Once
}

func newGate(t *testing.T, shop int64) *gate {
	g := &gate{shop: shop, pass: make(chan struct{})}
	t.Cleanup(g.open)
	return g
}

func (g *gate) open() { g.opened.Do(func() { close(g.pass) }) }

func (g *gate) wait(ctx context.Context, shop int64) {
	if g.shop == 0 || g.shop == shop {
		g.asked.Add(1)
		select {
		case <-g.pass:
		case <-ctx.Done(): // on a busy machine, one that was no longer waited for took what was to pass another
		}
	}
}

// during lets answers pass while do runs. One answer alone may be that of a read which has just been given up.
func (g *gate) during(do func()) {
	var passing sync.WaitGroup
	defer passing.Wait()
	done := make(chan struct{})
	defer close(done)
	passing.Go(func() {
		for {
			select {
			case g.pass <- struct{}{}:
			case <-done:
				return
			}
		}
	})
	do()
}

// placeIn has a customer order in a shop, and the platform push the order.
func (k *kitchen) placeIn(shop, id int64) (answered time.Time) {
	k.t.Helper()
	now := time.Now()
	k.far.Put(orderstest.NewOrder(shop, id, now))
	k.n++
	event := orderstest.Event(shop, id, platform.OrderPlaced, now)
	k.accepted(orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, orderstest.ID(k.n),
		platform.EventOrderPlaced, shop, event, now))
	return time.Now()
}

// allRead waits until the board has so many orders, all of them complete.
func (k *kitchen) allRead(owner *http.Client, count int) {
	k.t.Helper()
	k.eventually("every order is read", func() bool {
		board := read[api.Orders](k.bench, owner, api.PathOrders)
		return len(board.Orders) == count && !slices.ContainsFunc(board.Orders, func(o api.Order) bool { return o.Partial })
	})
}

// Every order that was answered with code 0 is on the screen even if the platform answers no read of an order. The
// bug: the next batch of messages waited until every order of the previous batch had been read.
func TestHearingDoesNotWaitForReading(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		k := newKitchen(t, change)
		hung := newGate(t, 0)
		k.far.Before(platform.PathOrderGet, hung.wait)
		owner := k.as(api.RoleOwner)
		screen := k.screen(owner, "")
		const many = 150 // more than two batches of the inbox
		answered := map[int64]time.Time{}
		var late []time.Duration
		for i := range int64(many) {
			answered[orderID+i] = k.placeIn(shopID, orderID+i)
			o := screen.order(func(o api.Order) bool { return o.OrderID == orderID+i && o.Column == api.ColumnNew })
			late = append(late, time.Since(answered[o.OrderID]))
		}
		slices.Sort(late)
		t.Logf("code 0 to event while reads hang: p50 %v, p99 %v", late[many/2], late[many*99/100])
		if hung.asked.Load() == 0 {
			t.Error("no order was asked for")
		}
		hung.open()
		k.allRead(owner, many)
	})
}

// The platform answers reads after each tenth order alone: each order is on the screen at once, and complete in the
// end.
func TestOrdersAreShownWhileReadsAreSlow(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		k := newKitchen(t, change)
		slow := newGate(t, 0)
		k.far.Before(platform.PathOrderGet, slow.wait)
		owner := k.as(api.RoleOwner)
		screen := k.screen(owner, "")
		const many = 100
		for i := range int64(many) {
			k.placeIn(shopID, orderID+i)
			screen.order(func(o api.Order) bool { return o.OrderID == orderID+i && o.Column == api.ColumnNew })
			if i%10 == 9 {
				slow.during(func() { screen.order(func(o api.Order) bool { return !o.Partial }) })
			}
		}
		slow.open()
		k.allRead(owner, many)
	})
}

// Hanging reads of a shop delay no other shop: the orders of the others are heard and read.
func TestHungShopDelaysNoOtherShop(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		k := newKitchen(t, change)
		hung := newGate(t, shopID)
		k.far.Before(platform.PathOrderGet, hung.wait)
		screen := k.screen(k.as(api.RoleOwner), "")
		const many = 140 // more than the parallel reads
		for i := range int64(many) {
			k.placeIn(shopID, orderID+i)
		}
		screen.order(func(o api.Order) bool { return o.OrderID == orderID+many-1 })
		for i := range int64(10) {
			id := orderID + many + i
			k.placeIn(shopID+1+i%3, id)
			screen.order(func(o api.Order) bool { return o.OrderID == id && !o.Partial && o.ItemCount == 2 })
		}
		if hung.asked.Load() == 0 {
			t.Error("the hung shop's orders were never asked for")
		}
	})
}

// Close waits for open reads, which end at once, and the next replica reads the interrupted order without delay.
func TestCloseEndsReadsAndFreesTheirOrders(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		var options server.Options
		k := newKitchen(t, func(o *server.Options) { change(o); options = *o })
		hung := newGate(t, 0)
		k.far.Before(platform.PathOrderGet, hung.wait)
		k.placeIn(shopID, orderID)
		k.eventually("the order is asked for", func() bool { return hung.asked.Load() > 0 })
		if err := k.console.Close(); err != nil {
			t.Fatal(err)
		}
		before := hung.asked.Load()
		row, err := k.store.Order(t.Context(), shopID, orderID)
		if err != nil || row.DueAt > time.Now().UnixMilli() {
			t.Errorf("the read was not given back: due at %d, %v", row.DueAt, err)
		}
		if hung.asked.Load() != before {
			t.Error("a read began after Close")
		}
		hung.open()
		next, err := server.New(context.WithoutCancel(t.Context()), options)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = next.Close() }()
		k.eventually("the next replica reads it", func() bool {
			row, err := k.store.Order(t.Context(), shopID, orderID)
			return err == nil && row.Record != ""
		})
	})
}
