package server_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// standstill is the store of a replica that stands still just before it sends an act.
type standstill struct {
	store.Store
	action string
	gate   *gate
}

func (s *standstill) Begin(ctx context.Context, e store.Entry) (int64, error) {
	if e.Action == s.action {
		s.gate.wait(ctx, 0)
	}
	return s.Store.Begin(ctx, e)
}

// A replica stands still before it sends an act, as a virtual machine that is moved, until the order's turn has passed,
// and an act is made by another replica meanwhile. Bug: its own act was sent as soon as it went on: a refund was made
// twice, and an accepted order was cancelled.
func TestActOfAReplicaThatStoodStillIsNotSent(t *testing.T) {
	t.Parallel()
	accept := api.ActOrder{Act: api.ActAccept, Key: "accept"}
	for _, tt := range []struct {
		name, action, path string
		before             []api.ActOrder
		stalled, meanwhile api.ActOrder
		calls              int
	}{
		{"a refund that is pressed again", "refund.apply", platform.PathRefundApply, []api.ActOrder{accept},
			refund("press", 1, orderstest.Price), refund("press", 1, orderstest.Price), 1},
		{"the rejection of an order that is accepted", "order.cancel", platform.PathOrderCancel, nil,
			api.ActOrder{Act: api.ActCancel, Key: "reject", Code: platform.CancelNoIngredients}, accept, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var options server.Options
			still := newGate(t, 0)
			k := newKitchen(t, func(o *server.Options) {
				options = *o
				o.Store = &standstill{o.Store, tt.action, still}
			})
			options.Now = func() time.Time { return time.Now().Add(15 * time.Second) } // the turn has passed
			manager := k.as(api.RoleManager)
			k.screenWithOrder(manager)
			for _, act := range tt.before {
				if _, err := k.act(manager, act); err != nil {
					t.Fatal(err)
				}
			}
			other := &kitchen{bench: k.replica(options), far: k.far}
			var failure *api.Error
			var acting sync.WaitGroup
			acting.Go(func() { _, failure = k.act(manager, tt.stalled) })
			k.eventually("the replica to stand still", func() bool { return still.asked.Load() == 1 })
			if acted, err := other.act(manager, tt.meanwhile); err != nil || acted.State != api.ActDone {
				t.Fatalf("%+v %v", acted, err)
			}
			still.open()
			acting.Wait()
			if failure == nil || failure.Status != http.StatusConflict || failure.Code != api.CodeBusy ||
				k.far.Calls(tt.path) != tt.calls {
				t.Errorf("%+v, %d calls", failure, k.far.Calls(tt.path))
			}
		})
	}
}
