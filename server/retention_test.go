package server_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// A server deletes what is older than KeepOrders by itself: orders, and messages that were given up.
func TestServerDeletesOldOrders(t *testing.T) {
	t.Parallel()
	var db store.Store
	now := time.Now()
	b := open(t, func(o *server.Options) {
		db, o.KeepOrders = o.Store, 40*24*time.Hour
		for i, age := range []time.Duration{41, 39} {
			at := now.Add(-age * 24 * time.Hour).UnixMilli()
			id := int64(i + 1)
			order := store.Order{ShopID: ownShop, OrderID: id, Stage: "done", PlacedAt: at, ChangedAt: at, Data: []byte("{}")}
			message := store.Message{MessageID: fmt.Sprint(i), Digest: []byte("d"), ReceivedAt: at, EventID: 1001,
				Body: []byte("{}"), State: store.MessageWaiting}
			_, kept := db.SaveOrders(t.Context(), []store.OrderChange{{Order: order}})
			_, added := db.AddMessages(t.Context(), []store.Message{message})
			if err := errors.Join(kept, added); err != nil {
				t.Fatal(err)
			}
		}
		all, err := db.ClaimMessages(t.Context(), "a/1", now.UnixMilli(), now.UnixMilli()+1, 9)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i].State = store.MessageDead
		}
		if err := db.SaveMessages(t.Context(), all); err != nil {
			t.Fatal(err)
		}
	})
	b.eventually("the old ones to be gone", func() bool {
		_, err := db.Order(t.Context(), ownShop, 1)
		dead, failed := db.DeadMessages(t.Context(), 9)
		return errors.Is(err, store.ErrNotFound) && failed == nil && len(dead) == 1
	})
	if _, err := db.Order(t.Context(), ownShop, 2); err != nil {
		t.Errorf("the younger order: %v", err)
	}
}

// Bugs: a server whose clock was weeks ahead deleted customers' details of orders that were still to be cooked, and
// everybody's sessions and notifications.
func TestServerDeletesNothingByAClockThatIsAhead(t *testing.T) {
	t.Parallel()
	now := time.Now()
	b := open(t, func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(60 * 24 * time.Hour) }
		o.KeepOrders = 50 * 24 * time.Hour
		order := store.Order{ShopID: ownShop, OrderID: 1, Stage: "done", PlacedAt: now.UnixMilli(),
			ChangedAt: now.UnixMilli(), Data: []byte("{}"), Record: "sealed"}
		if _, err := o.Store.SaveOrders(t.Context(), []store.OrderChange{{Order: order}}); err != nil {
			t.Fatal(err)
		}
		session := store.Session{TokenHash: "s", ExpiresAt: now.Add(time.Hour).UnixMilli()}
		if err := o.Store.SaveSession(t.Context(), session); err != nil {
			t.Fatal(err)
		}
	})
	for _, job := range []string{"orders.clean", "orders.prune", "inbox.dead.prune", "orders.missed", "sessions.sweep",
		"push.sweep", "photos.sweep"} {
		b.eventually("no "+job, func() bool {
			return strings.Contains(b.log.String(), `msg="job failed" job=`+job+` err="server: this machine's clock is`)
		})
	}
	if order, err := b.store.Order(t.Context(), ownShop, 1); err != nil || order.Record == "" {
		t.Errorf("%+v, %v", order, err)
	}
	if _, err := b.store.Session(t.Context(), "s", now.UnixMilli()); err != nil {
		t.Errorf("the session: %v", err)
	}
}
