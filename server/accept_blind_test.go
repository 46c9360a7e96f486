package server_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
)

// Acts on an order that was only heard of don't wait until the order can be read: the platform needs only shop and
// number. The bug: the acceptance was never sent, and the platform cancelled the order.
func TestActsAreSentWithoutTheRecord(t *testing.T) {
	t.Parallel()
	for _, act := range []api.ActOrder{
		{Act: api.ActAccept}, {Act: api.ActCancel, Code: 500001}, {Act: api.ActReady}, {Act: api.ActCollect},
	} {
		act.Key = "press"
		t.Run(string(act.Act), func(t *testing.T) {
			t.Parallel()
			for name, hang := range map[string]bool{"the read fails": false, "the read hangs": true} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					k := newKitchen(t, nil)
					staff := k.as(api.RoleManager)
					screen := k.screen(staff, "")
					hung := newGate(t, 0)
					if hang {
						k.far.Before(platform.PathOrderGet, hung.wait)
					} else {
						k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
					}
					k.place(orderID)
					screen.order(func(o api.Order) bool { return o.Column == api.ColumnNew && o.Partial })
					acted, err := k.act(staff, act)
					if err != nil || acted.State != api.ActDone || !acted.Order.Partial {
						t.Fatalf("%+v %v", acted, err)
					}
					hung.open()
					k.far.Fault(platform.PathOrderGet, nil)
					o := screen.order(func(o api.Order) bool { return !o.Partial && o.ItemCount == 2 })
					if o.Column != acted.Order.Column || act.Act == api.ActAccept && o.AcceptedVia != api.ViaPerson {
						t.Errorf("read: %+v, acted: %+v", o, acted.Order)
					}
				})
			}
		})
	}
}

// A replica that is killed in the middle of an act blocks the order no longer than its short lease.
func TestKilledActFreesTheOrder(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	now := time.Now().UnixMilli()
	staff := k.as(api.RoleStaff)
	k.screenWithOrder(staff)
	held := make(chan struct{})
	release := make(chan struct{})
	k.far.Before(platform.PathOrderConfirm, func(context.Context, int64) { close(held); <-release })
	var acting sync.WaitGroup
	acting.Go(func() {
		if acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "one"}); err != nil ||
			acted.State != api.ActDone {
			t.Errorf("%+v %v", acted, err)
		}
	})
	<-held
	name := "order.act/100001/9007199254740993"
	if err := k.store.Claim(t.Context(), name, "somebody else", now, now+1); err == nil {
		t.Error("the order is free while its acceptance is under way")
	}
	const short = 15_000
	if err := k.store.Claim(t.Context(), name, "somebody else", time.Now().UnixMilli()+short, 0); err != nil {
		t.Errorf("after %d ms: %v", short, err)
	}
	close(release)
	acting.Wait()
}
