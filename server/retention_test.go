package server_test

import (
	"errors"
	"fmt"
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
