package orders

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// An order never moves backwards. Events and reads lead to the same final state in any order and
// however often they are repeated.
func TestOrderNeverMovesBackwards(t *testing.T) {
	t.Parallel()
	statuses := []platform.OrderStatus{0, 10, 30, 35, 40, 50, 77, -1}
	rapid.Check(t, func(t *rapid.T) {
		type step struct {
			heard *PushedEvent
			read  *record
		}
		var steps []step
		var top api.Column
		for i := range rapid.IntRange(1, 12).Draw(t, "events") {
			status := rapid.SampledFrom(statuses).Draw(t, "status")
			at := int64(rapid.IntRange(1, 9).Draw(t, "at"))
			if rapid.Bool().Draw(t, "read") {
				r := &record{at: at}
				r.Base.Status, r.Base.CreatedAt = status, 5
				steps = append(steps, step{read: r})
			} else {
				event := rapid.SampledFrom(platform.Events()[:7]).Draw(t, "event")
				text, _ := json.Marshal(platform.OrderEvent{OpTime: at, OrderViewID: 1, ShopID: 1, Status: status})
				h := &PushedEvent{Event: event, ShopID: 1, OrderID: 1, MessageID: string(rune('a' + i))}
				if err := platform.Read(text, &h.Said); err != nil {
					t.Fatal(err)
				}
				steps = append(steps, step{heard: h})
				byEvent := map[platform.Event]api.Column{1001: api.ColumnNew, 1002: api.ColumnPreparing, 1003: api.ColumnDone,
					1004: api.ColumnCancelled}[event]
				if rank(byEvent) > rank(top) {
					top = byEvent
				}
			}
			if c := columnOf(status); rank(c) > rank(top) {
				top = c
			}
		}
		walk := func(steps []step) *orderState {
			k := &orderState{}
			for _, s := range steps {
				before := k.Column
				if s.heard != nil {
					k.hear(*s.heard)
				} else {
					k.takeRecord(s.read)
					k.settle()
				}
				if rank(k.Column) < rank(before) || k.Column == "" {
					t.Fatalf("from %q back to %q", before, k.Column)
				}
				if (k.AcceptBy != 0) != (k.Column == api.ColumnNew) {
					t.Fatalf("%q has to be accepted by %d", k.Column, k.AcceptBy)
				}
			}
			return k
		}
		first := walk(steps)
		if rank(first.Column) != rank(top) {
			t.Fatalf("ended at %q, want %q", first.Column, top)
		}
		again := slices.Concat(rapid.Permutation(steps).Draw(t, "shuffled"), rapid.Permutation(steps).Draw(t, "repeated"))
		if other := walk(again); rank(other.Column) != rank(first.Column) {
			t.Fatalf("shuffled it ended at %q, not %q", other.Column, first.Column)
		}
	})
}

// The message of an acceptance may be delivered again after that of a cancellation. Bug: the order had no time of
// acceptance, and counted as lost.
func TestAcceptanceHeardLateIsDated(t *testing.T) {
	t.Parallel()
	k := &orderState{}
	for at, event := range []platform.Event{platform.EventOrderPlaced, platform.EventOrderCancelled,
		platform.EventOrderAccepted, platform.EventOrderAccepted} {
		h := PushedEvent{Event: event}
		text, _ := json.Marshal(platform.OrderEvent{OpTime: int64(10 - at)})
		if err := platform.Read(text, &h.Said); err != nil {
			t.Fatal(err)
		}
		k.hear(h)
	}
	if k.Column != api.ColumnCancelled || k.CancelledAt != 9 || k.AcceptedAt != 8 || Lost(&k.Order) {
		t.Errorf("%+v", k.Order)
	}
}

// An order that was accepted at a terminal may be read only once it is ready, and be cancelled later. Bug: it counted
// as lost, and the kitchen was told that nobody had accepted it, in place of "Stop preparing".
func TestOrderFirstSeenReadyWasAccepted(t *testing.T) {
	t.Parallel()
	k := &orderState{}
	for _, text := range []string{`{"baseOrder":{"status":35}}`,
		`{"baseOrder":{"status":50},"cancelInfo":{"opType":0}}`} {
		r := recordOf(t, text)
		k.takeRecord(&r)
	}
	if o := &k.Order; o.Cancel == nil || o.Cancel.Via != api.ViaPlatform || o.Lapsed() || Lost(o) {
		t.Errorf("%+v %+v", o, o.Cancel)
	}
}

// The status in a message of an undocumented event may be of something else, such as an invoice: only the order's
// record moves the order. The bug: the order was called cancelled for good, and nobody cooked it. A new order rings at
// once.
func TestUndocumentedEventMovesNoOrder(t *testing.T) {
	t.Parallel()
	for status, want := range map[platform.OrderStatus][2]api.Column{
		platform.OrderPlaced:    {api.ColumnNew, api.ColumnPreparing},
		platform.OrderCancelled: {api.ColumnOther, api.ColumnPreparing},
	} {
		h := PushedEvent{Event: 4711, MessageID: "m", CameAt: 9}
		h.Said.Status = status
		k := &orderState{}
		k.hear(h)
		before := k.Column
		r := recordOf(t, `{"baseOrder":{"orderViewId":1,"status":30}}`)
		k.takeRecord(&r)
		h.MessageID = "again"
		k.hear(h)
		if got := [2]api.Column{before, k.Column}; got != want {
			t.Errorf("status %d: %q, want %q", status, got, want)
		}
	}
}

// A late message doesn't reopen a decided refund.
func TestDecidedRefundIsNotReopened(t *testing.T) {
	t.Parallel()
	k := &orderState{}
	asked := func(message string, at int64) PushedEvent {
		h := PushedEvent{Event: platform.EventRefund, MessageID: message}
		text, _ := json.Marshal(platform.OrderEvent{OpTime: at, Status: 30, AfterSaleOrderID: 7, Money: 100, Currency: "KWD"})
		if err := platform.Read(text, &h.Said); err != nil {
			t.Fatal(err)
		}
		return h
	}
	k.hear(asked("a", 1))
	k.Known = 1
	k.decide(api.RefundAgreed, api.ViaPerson, "Mei", 5)
	k.hear(asked("b", 2))
	if len(k.Refunds) != 1 || k.Refund.Standing != api.RefundAgreed || k.Refund.By != "Mei" ||
		k.Refund.Money.Text != "KWD 0.100" {
		t.Errorf("%+v", k.Refunds)
	}
}

// A member of an unexpected type doesn't lose the four members of interface 6.1.
func TestMembersOfOtherTypesAreIgnored(t *testing.T) {
	t.Parallel()
	h := PushedEvent{Event: platform.EventRefund}
	if err := platform.Read([]byte(`{"opTime":5,"orderViewId":9007199254740993,"shopId":1,"status":30,"money":{"amount":1}}`), &h.Said); err != nil || h.At() != 5 || h.Said.Status != 30 {
		t.Errorf("%+v %v", h, err)
	}
	if platform.Read([]byte(`"no order"`), &h.Said) == nil {
		t.Error("taken")
	}
}

// A search finds digits of any script, in the search and in the customer's note.
func TestSearchFindsDigitsOfAnyScript(t *testing.T) {
	t.Parallel()
	k := &orderState{Order: api.Order{Number: "4817", Note: "الطابق ٣، شقة 12"}}
	for _, typed := range []string{"٤٨١٧", "４８１７", "3", "٣", "۱۲"} {
		if !strings.Contains(k.search(), searched(typed)) {
			t.Errorf("%s isn't found", typed)
		}
	}
}

// What another person did before isn't taken from them by a refusal.
func TestRefusalLeavesTheNamesOfOthers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]api.Via{"Mei": api.ViaElsewhere, "Marco": api.ViaPerson} {
		k := orderState{Order: api.Order{AcceptedVia: api.ViaPerson, AcceptedBy: "Mei"}}
		k.failed(action{
			ActOrder: api.ActOrder{Act: api.ActAccept}, via: api.ViaPerson, who: &auth.Principal{Name: name},
		})
		if k.AcceptedVia != want {
			t.Errorf("refused to %s: accepted via %s, want %s", name, k.AcceptedVia, want)
		}
	}
}
