package sandbox_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// bought is a sandbox with one order, and a client.
func bought(
	t *testing.T, kind sandbox.OrderKind,
) (*sandbox.Sandbox, *sandbox.VirtualClock, *platform.Client, platform.OrderRef) {
	t.Helper()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock, TokenLifetime: 1000 * time.Hour}
	base := serve(t, s, "/p")
	client := present(base, exchange(t, base), &platform.Presenter{}, clock.Now)
	id, err := s.Place(sandbox.Placement{ShopID: central, Kind: kind})
	if err != nil {
		t.Fatal(err)
	}
	return s, clock, client, platform.OrderRef{OrderViewID: id, ShopID: central}
}

func statusOf(t *testing.T, s *sandbox.Sandbox, ref platform.OrderRef) platform.OrderStatus {
	t.Helper()
	o, ok := s.Order(ref.OrderViewID)
	if !ok {
		t.Fatal("the order is gone")
	}
	return o.Base.Status
}

// refused wants a refusal with that code and words.
func refused(t *testing.T, err error, code int, words string) {
	t.Helper()
	var said platform.Error
	if e := (*platform.Error)(nil); errors.As(err, &e) {
		said = *e
	}
	if got := codeOf(t, err); got != code || !strings.Contains(said.Message, words) {
		t.Errorf("refused with %d %q, want %d %q", got, said.Message, code, words)
	}
}

func TestOrderByRider(t *testing.T) {
	t.Parallel()
	s, _, client, ref := bought(t, sandbox.OrderDelivery)
	ctx := t.Context()
	if ref.OrderViewID <= 1<<53 || int64(float64(ref.OrderViewID)) == ref.OrderViewID {
		t.Errorf("the id %d passes through a float", ref.OrderViewID)
	}
	refused(t, client.PrepareOrder(ctx, ref), sandbox.CodeOrderState, "not confirmed")
	refused(t, client.CollectOrder(ctx, ref), sandbox.CodeOrderState, "self-pickup")
	refused(t, client.AgreeRefund(ctx, ref), sandbox.CodeNoRefund, "no refund request")
	refused(t, client.ConfirmOrder(ctx, ref), 0, "")
	refused(t, client.ConfirmOrder(ctx, ref), sandbox.CodeOrderState, "beyond its initial state")
	id := ref.OrderViewID
	for _, to := range []platform.LogisticsStatus{platform.RiderAssigned, platform.RiderAtShop} {
		if err := s.MoveRider(id, to, "Sam", "852-55512345"); err != nil {
			t.Fatal(err)
		}
	}
	if s.MoveRider(id, platform.RiderPickedUp, "", "") == nil {
		t.Error("picked up before it was ready")
	}
	refused(t, client.PrepareOrder(ctx, ref), 0, "")
	refused(t, client.PrepareOrder(ctx, ref), sandbox.CodeOrderState, "not in preparation")
	if err := s.MoveRider(id, platform.RiderPickedUp, "", ""); err != nil {
		t.Fatal(err)
	}
	cancel := platform.OrderCancel{OrderRef: ref, CancelCode: platform.CancelShortOfStaff}
	refused(t, client.CancelOrder(ctx, cancel), sandbox.CodeOrderState, "picked the order up")
	if err := s.MoveRider(id, platform.RiderDelivered, "", ""); err != nil {
		t.Fatal(err)
	}
	o, err := client.Order(ctx, ref)
	if err != nil || o.Base.Status != platform.OrderCompleted || o.Extra != "" || len(o.Deliveries) != 4 ||
		o.Deliveries[3].CourierName != "Sam" {
		t.Errorf("in the end %+v, %v", o, err)
	}
	refused(t, client.CancelOrder(ctx, cancel), sandbox.CodeOrderState, "completed")
	if err := s.CancelOrder(id, platform.OpCustomer, "late"); err == nil {
		t.Error("the customer cancelled a completed order")
	}
	if err := s.CancelOrder(id, platform.OpSupport, "late"); err != nil || statusOf(t, s, ref) != platform.OrderCancelled {
		t.Errorf("cancelled late: %v", err)
	}
}

func TestUnconfirmedOrderIsCancelled(t *testing.T) {
	t.Parallel()
	s, clock, client, ref := bought(t, sandbox.OrderAny)
	clock.Advance(5*time.Minute - time.Millisecond)
	if err := s.Step(t.Context()); err != nil || statusOf(t, s, ref) != platform.OrderPlaced {
		t.Errorf("cancelled too early, %v", err)
	}
	clock.Advance(time.Millisecond)
	// Also where nobody runs the sandbox.
	refused(t, client.ConfirmOrder(t.Context(), ref), sandbox.CodeOrderState, "beyond its initial state")
	o, _ := s.Order(ref.OrderViewID)
	if o.Cancelled == nil || o.Cancelled.OpType != platform.OpSystem {
		t.Errorf("cancelled by %+v", o.Cancelled)
	}
}

func TestMissedOrderClosesTheShop(t *testing.T) {
	t.Parallel()
	s, clock, _, _ := bought(t, sandbox.OrderAny)
	s.CloseMissed = 15 * time.Minute
	step := func(d time.Duration, want platform.ShopStatus) {
		t.Helper()
		clock.Advance(d)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if state, _ := s.Shop(central); state.Record.Status != want {
			t.Errorf("after %v the shop is %v", d, state.Record.Status)
		}
	}
	step(5*time.Minute, platform.ShopSuspended)
	if _, err := s.Place(sandbox.Placement{ShopID: central}); err == nil {
		t.Error("a customer ordered at a suspended shop")
	}
	step(14*time.Minute, platform.ShopSuspended)
	step(time.Minute, platform.ShopOperating)
}

func TestElsewhereFirst(t *testing.T) {
	t.Parallel()
	s, _, client, ref := bought(t, sandbox.OrderPickup)
	ctx := t.Context()
	if err := s.AcceptOnPOS(ref.OrderViewID); err != nil {
		t.Fatal(err)
	}
	refused(t, client.ConfirmOrder(ctx, ref), sandbox.CodeOrderState, "accepted on a point-of-sale terminal")
	if s.MoveRider(ref.OrderViewID, platform.RiderAssigned, "", "") == nil {
		t.Error("a rider for a self-pickup order")
	}
	refused(t, client.CollectOrder(ctx, ref), 0, "")
	refused(t, client.CollectOrder(ctx, ref), sandbox.CodeOrderState, "not waiting")

	reject := platform.OrderReject{OrderRef: ref, RejectCode: platform.RejectPrepared}
	if err := s.RequestRefund(ref.OrderViewID, nil, "cold"); err != nil {
		t.Fatal(err)
	}
	if s.RequestRefund(ref.OrderViewID, nil, "cold") == nil {
		t.Error("two requests at once")
	}
	if err := s.DecideRefund(ref.OrderViewID, false); err != nil {
		t.Fatal(err)
	}
	refused(t, client.RejectRefund(ctx, reject), sandbox.CodeRefundDecided, "already rejected")
	refused(t, client.AgreeRefund(ctx, ref), sandbox.CodeRefundDecided, "already rejected")
	if err := s.RequestRefund(ref.OrderViewID, nil, "still cold"); err != nil {
		t.Fatal(err)
	}
	refused(t, client.AgreeRefund(ctx, ref), 0, "")
	refused(t, client.AgreeRefund(ctx, ref), sandbox.CodeRefundDecided, "already approved")
	o, _ := s.Order(ref.OrderViewID)
	if o.Base.Status != platform.OrderCancelled || o.Fees[platform.FeeRefunded].Amount != o.Fees[platform.FeePaid].Amount {
		t.Errorf("a whole refund leaves %v, %+v", o.Base.Status, o.Fees)
	}
}

func TestReasons(t *testing.T) {
	t.Parallel()
	_, _, client, ref := bought(t, sandbox.OrderAny)
	cancel := func(code int, reason string) error {
		return client.CancelOrder(t.Context(), platform.OrderCancel{OrderRef: ref, CancelCode: code, CancelReason: reason})
	}
	refused(t, cancel(0, ""), sandbox.CodeParameter, "not one of the reasons")
	refused(t, cancel(platform.RejectOther, "x"), sandbox.CodeParameter, "not one of the reasons")
	refused(t, cancel(platform.CancelOther, " "), sandbox.CodeParameter, "cancelReason is required")
	refused(t, cancel(platform.CancelOther, "Flood"), 0, "")
	refused(t, cancel(platform.CancelOther, "Flood"), sandbox.CodeOrderState, "already cancelled")
	o, err := client.Order(t.Context(), ref)
	if err != nil || o.Cancelled == nil || o.Cancelled.CancelReason != "Flood" ||
		o.Cancelled.CancelCode != platform.CancelOther || o.Cancelled.OpType != platform.OpMerchant {
		t.Errorf("%+v, %v", o.Cancelled, err)
	}
	other := ref
	other.ShopID++
	_, err = client.Order(t.Context(), other)
	refused(t, err, sandbox.CodeUnknownOrder, "no such order")
}

// forward are the states an order may be in after each.
var forward = map[platform.OrderStatus][]platform.OrderStatus{
	platform.OrderPlaced:    {platform.OrderAccepted, platform.OrderCancelled},
	platform.OrderAccepted:  {platform.OrderPrepared, platform.OrderCompleted, platform.OrderCancelled},
	platform.OrderPrepared:  {platform.OrderCompleted, platform.OrderCancelled},
	platform.OrderCompleted: {platform.OrderCancelled},
	platform.OrderCancelled: {},
}

// In every sequence of acts an order moves only as its stages allow, and a refusal
// changes nothing.
func TestNoForbiddenTransition(t *testing.T) {
	t.Parallel()
	s, clock, client, _ := bought(t, sandbox.OrderAny)
	ctx := t.Context()
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom(sandbox.OrderKinds()).Draw(rt, "kind")
		id, err := s.Place(sandbox.Placement{ShopID: central, Kind: kind})
		if err != nil {
			rt.Fatal(err)
		}
		ref := platform.OrderRef{OrderViewID: id, ShopID: central}
		first, _ := s.Order(id)
		lines := []platform.RefundLine{{OrderProductID: first.Products[0].ID, RefundCount: 1}}
		acts := map[string]func() error{
			"confirm": func() error { return client.ConfirmOrder(ctx, ref) },
			"prepare": func() error { return client.PrepareOrder(ctx, ref) },
			"collect": func() error { return client.CollectOrder(ctx, ref) },
			"cancel": func() error {
				return client.CancelOrder(ctx, platform.OrderCancel{OrderRef: ref, CancelCode: platform.CancelNoIngredients})
			},
			"agree": func() error { return client.AgreeRefund(ctx, ref) },
			"reject": func() error {
				return client.RejectRefund(ctx, platform.OrderReject{OrderRef: ref, RejectCode: platform.RejectPrepared})
			},
			"apply": func() error {
				return client.ApplyRefund(ctx, platform.RefundApply{OrderRef: ref, Products: lines,
					PartRefundType: platform.RefundSlow})
			},
			"pos":       func() error { return s.AcceptOnPOS(id) },
			"customer":  func() error { return s.CancelOrder(id, platform.OpCustomer, "") },
			"support":   func() error { return s.CancelOrder(id, platform.OpSupport, "") },
			"ask":       func() error { return s.RequestRefund(id, nil, "x") },
			"ask part":  func() error { return s.RequestRefund(id, lines, "x") },
			"assigned":  func() error { return s.MoveRider(id, platform.RiderAssigned, "", "") },
			"at shop":   func() error { return s.MoveRider(id, platform.RiderAtShop, "", "") },
			"picked up": func() error { return s.MoveRider(id, platform.RiderPickedUp, "", "") },
			"delivered": func() error { return s.MoveRider(id, platform.RiderDelivered, "", "") },
			"minute": func() error {
				clock.Advance(time.Minute)
				return s.Step(ctx)
			},
		}
		names := rapid.SampledFrom([]string{
			"confirm", "confirm", "prepare", "prepare", "collect", "cancel", "agree", "reject", "apply", "pos", "customer",
			"support", "ask", "ask part", "assigned", "at shop", "picked up", "delivered", "minute",
		})
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			before, _ := s.Order(id)
			name := names.Draw(rt, "act")
			err := acts[name]()
			after, _ := s.Order(id)
			was, is := before.Base.Status, after.Base.Status
			if was != is && !contains(forward[was], is) {
				rt.Fatalf("%s took it from %v to %v", name, was, is)
			}
			late := name != "minute" && after.Base.CreatedAt+5*60_000 <= clock.Now().UnixMilli()
			if err != nil && was != is && !late {
				rt.Fatalf("%s was refused (%v) and took it from %v to %v", name, err, was, is)
			}
			if refunded, paid := after.Fees[platform.FeeRefunded].Amount,
				after.Fees[platform.FeePaid].Amount; refunded < before.Fees[platform.FeeRefunded].Amount || refunded > paid {
				rt.Fatalf("%s: %d of %d refunded", name, refunded, paid)
			}
		}
	})
}

func contains(list []platform.OrderStatus, one platform.OrderStatus) bool {
	for _, s := range list {
		if s == one {
			return true
		}
	}
	return false
}

// A third party suspends a shop that the platform has closed for a missed order: the shop stays suspended until it is
// reactivated (interface 3.1). The regression: the platform opened the shop again by itself.
func TestRestOutlastsTheClosingForAMissedOrder(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock, CloseMissed: 15 * time.Minute}
	client, shop := dial(t, serve(t, s, "/p")), platform.ShopRef{ShopID: central}
	_, err := s.Place(sandbox.Placement{ShopID: central})
	must(t, err)
	clock.Advance(5 * time.Minute)
	must(t, s.Step(t.Context()))
	if closed, _ := s.Shop(central); closed.Record.Status != platform.ShopSuspended {
		t.Fatalf("%+v", closed.Record)
	}
	must(t, client.Rest(t.Context(), shop))
	clock.Advance(time.Hour)
	must(t, s.Step(t.Context()))
	if got, _ := s.Shop(central); got.Record.Status != platform.ShopSuspended || got.Record.DeliveryRest != 1 {
		t.Errorf("status %d, rest %d", got.Record.Status, got.Record.DeliveryRest)
	}
	must(t, client.Open(t.Context(), shop))
	if got, _ := s.Shop(central); got.Record.Status != platform.ShopOperating {
		t.Errorf("reactivated: status %d", got.Record.Status)
	}
}
