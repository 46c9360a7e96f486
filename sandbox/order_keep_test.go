package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestRestartKeepsOrders(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), sandbox.NewVirtualClock(noon)
	before := &sandbox.Sandbox{Clock: clock, Dir: dir}
	ids, err := before.Rush(sandbox.Placement{ShopID: central}, 20)
	must(t, err, before.AcceptOnPOS(ids[0]), before.RequestRefund(ids[0], nil, "cold"),
		before.CancelOrder(ids[1], platform.OpCustomer, ""))
	want := before.Orders(0)

	// No Close, and a line that a crash cut short.
	path := filepath.Join(dir, "orders.jsonl")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = file.WriteString(`{"sale":{"id":1`)
	must(t, err, file.Close())
	after := &sandbox.Sandbox{Clock: clock, Dir: dir}
	must(t, after.Load())
	if diff := cmp.Diff(want, after.Orders(0)); diff != "" {
		t.Errorf("orders (-before +after):\n%s", diff)
	}
	id, err := after.Place(sandbox.Placement{ShopID: central})
	must(t, err)
	if o, _ := after.Order(id); o.Base.Number != 21 || id <= ids[19] {
		t.Errorf("the next order is %d, number %d", id, o.Base.Number)
	}
	must(t, (&sandbox.Sandbox{Dir: dir}).Load())

	text, err := os.ReadFile(path)
	must(t, err, os.WriteFile(path, []byte("{}\n"+string(text)), 0o600))
	if damaged := (&sandbox.Sandbox{Dir: dir}); damaged.Load() == nil || damaged.AcceptOnPOS(id) == nil {
		t.Error("a damaged journal was taken")
	}
}

// A change costs a line, not the whole book, and the journal stays bounded.
func TestJournalStaysShort(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock, Dir: dir}
	ids, err := s.Rush(sandbox.Placement{ShopID: central}, 30)
	must(t, err, s.AcceptOnPOS(ids[0]))
	for range 60 { // the rushes expire
		_, err := s.Rush(sandbox.Placement{ShopID: central}, 100)
		clock.Advance(5 * time.Minute)
		must(t, err, s.Step(t.Context()))
	}
	orders := len(s.Orders(0))
	text, err := os.ReadFile(filepath.Join(dir, "orders.jsonl"))
	if lines := strings.Count(string(text), "\n"); err != nil || orders > 2100 || orders < 1500 || lines > 4*orders+1200 {
		t.Errorf("%d orders in %d lines, %v", orders, lines, err)
	}
	if _, ok := s.Order(ids[0]); !ok {
		t.Error("an open order was forgotten")
	}
}

func TestConcurrentOrders(t *testing.T) {
	t.Parallel()
	s, _, r, step := pushing(t)
	s.Dir = ""
	base := serve(t, s, "/p")
	client := dial(t, base)
	ids, err := s.Rush(sandbox.Placement{ShopID: central}, 40)
	must(t, err)
	var all sync.WaitGroup
	var mu sync.Mutex
	accepted := 0
	for _, id := range ids {
		ref := platform.OrderRef{OrderViewID: id, ShopID: central}
		for range 3 {
			all.Go(func() {
				if client.ConfirmOrder(t.Context(), ref) == nil {
					mu.Lock()
					accepted++
					mu.Unlock()
				}
				_ = s.AcceptOnPOS(id)
				_, _ = client.Order(t.Context(), ref)
			})
		}
		all.Go(func() {
			_ = s.Step(t.Context())
			_, _ = fetch(t, base+"/sandbox/")
		})
	}
	all.Wait()
	step(0)
	pos := 0
	for _, o := range s.Orders(central) {
		if o.Base.Status != platform.OrderAccepted {
			t.Errorf("order %d is %v", o.Base.OrderViewID, o.Base.Status)
		}
		ref := platform.OrderRef{OrderViewID: o.Base.OrderViewID, ShopID: central}
		if err := client.ConfirmOrder(t.Context(), ref); err != nil && strings.Contains(messageOf(err), "point-of-sale") {
			pos++
		}
	}
	if accepted+pos != len(ids) || len(r.events()) != 2*len(ids) {
		t.Errorf("%d accepted here and %d there of %d, %d events", accepted, pos, len(ids), len(r.events()))
	}
}

// The demonstration shows something at once, goes on by itself, and stays
// bounded over a day.
func TestFlow(t *testing.T) {
	t.Parallel()
	s, _, r, step := pushing(t)
	s.Flow = &sandbox.Flow{Every: 40 * time.Second}
	step(0)
	seen := map[platform.OrderStatus]int{}
	refunds, open := 0, 0
	for _, o := range s.Orders(0) {
		seen[o.Base.Status]++
		refunds += len(o.Refunds)
	}
	for _, status := range []platform.OrderStatus{10, 30, 35, 40, 50} {
		if seen[status] == 0 {
			t.Errorf("no order is %v at first", status)
		}
	}
	if refunds == 0 || len(r.events()) < 20 {
		t.Errorf("%d refunds, %d events at first", refunds, len(r.events()))
	}
	for range 6 * 60 * 2 { // two hours
		step(10 * time.Second)
	}
	seen = map[platform.OrderStatus]int{}
	for _, o := range s.Orders(0) {
		seen[o.Base.Status]++
		if o.Base.Status < platform.OrderCompleted {
			open++
		}
	}
	if total := len(s.Orders(0)); total < 120 || total > 300 || open > 60 || seen[platform.OrderCompleted] == 0 ||
		seen[platform.OrderCancelled] == 0 {
		t.Errorf("after two hours %d orders, %d open: %v", total, open, seen)
	}
}
