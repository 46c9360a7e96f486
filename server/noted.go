package server

import (
	"context"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/about"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// Notes are an installation's notes about its platform.
type Notes struct {
	Shops      []int64         // shops that it looks after, by number
	HookID     string          // in the webhook's address; "" before the first start
	Heartbeat  int64           // time of the last heartbeat, milliseconds of Unix time; 0 for none
	Registered map[int64]bool  // by event: whether the present address is registered, not for tests alone
	Shown      map[string]bool // what changes have shown: see [doctor.Known]
}

// Noted reads an installation's notes from its store. A server may run beside it.
func Noted(ctx context.Context, db store.Store, publicURL string) (Notes, error) {
	return noted(ctx, db, publicURL, false)
}

// noted is [Noted] of a console whose registrations are for tests, or aren't.
func noted(ctx context.Context, db store.Store, publicURL string, test bool) (Notes, error) {
	n := Notes{Registered: map[int64]bool{}}
	shops, err := db.Shops(ctx)
	if err != nil {
		return n, err
	}
	for _, shop := range shops {
		n.Shops = append(n.Shops, shop.ShopID)
	}
	if n.HookID, err = db.Meta(ctx, metaHook); store.Optional(err) != nil {
		return n, err
	}
	events, err := db.HookEvents(ctx)
	if err != nil {
		return n, err
	}
	address := strings.TrimRight(publicURL, "/") + api.PathHook + n.HookID
	for _, e := range events {
		if e.Test == test {
			n.Registered[e.EventID] = e.State == string(api.HookSet) && e.URL == address
		}
	}
	if n.Heartbeat, err = db.Marked(ctx, inbox.MarkHeartbeat); err != nil {
		return n, err
	}
	n.Shown, err = about.Shown(ctx, db)
	return n, err
}
