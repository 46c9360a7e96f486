package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// turn takes the order's lease: one act at a time for all replicas.
func (s *Service) turn(ctx context.Context, a action) (release func(), err error) {
	return s.lease(ctx, fmt.Sprintf("order.act/%d/%d", a.ShopID, a.OrderID), a.via != api.ViaRule)
}

// turnLease is how long a lease outlives a killed process.
const turnLease = 10 * time.Second

// lease takes the named lease. Without wait, a lease held elsewhere is answered errBusy at once.
func (s *Service) lease(ctx context.Context, name string, wait bool) (release func(), err error) {
	l := background.Lease{Leases: s.Store, Base: s.Base, Name: name, Life: turnLease, Held: true}
	if wait {
		l.Again = turnEvery
	}
	release, err = l.Take(ctx)
	if errors.Is(err, store.ErrConflict) {
		return nil, errBusy
	}
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	return release, nil
}

var errBusy = httpio.Refusal(api.CodeBusy,
	"Somebody is doing something with this order right now. Nothing was sent; try again in a moment.")
