package server_test

import (
	"context"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// Replicas follow one log, and each notification is sent once; after a restart none is repeated.
func TestNotificationIsSentOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		b := newBackground(t, change)
		another := func() *server.Server {
			s, err := server.New(context.WithoutCancel(t.Context()), b.options)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		second := another()
		const devices, orders = 5, 8
		for range devices {
			b.subscribe(b.as(api.RoleOwner))
		}
		for i := range int64(orders) {
			b.order(orderID + i)
		}
		b.pass(16 * time.Second)
		b.service.Wait(devices * orders)
		if err := second.Close(); err != nil {
			t.Error(err)
		}
		third := another() // the third replica reads the log's last minutes again
		b.order(orderID + orders)
		b.pass(16 * time.Second)
		b.service.Wait(devices * (orders + 1))
		b.finish()
		if err := third.Close(); err != nil {
			t.Error(err)
		}
		if n := b.service.Requests(); n != devices*(orders+1) {
			t.Errorf("%d messages, want %d", n, devices*(orders+1))
		}
	})
}
