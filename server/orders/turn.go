package orders

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

// turn takes the order's lease: one act at a time, whichever replica asks.
func (s *Service) turn(ctx context.Context, a asked) (release func(), err error) {
	return s.lease(ctx, fmt.Sprintf("order.act/%d/%d", a.ShopID, a.OrderID), a.via != api.ViaRule)
}

// A lease outlives a process that was killed by turnLease at most; it is
// prolonged every turnHold for as long as it is needed.
const (
	turnLease = 10 * time.Second
	turnHold  = turnLease / 4
)

// lease takes the lease of that name. Whoever doesn't wait for it is told at once
// that somebody else has it.
func (s *Service) lease(ctx context.Context, name string, wait bool) (release func(), err error) {
	holder := rand.Text()
	for {
		now := s.millis()
		err := s.o.Store.Claim(ctx, name, holder, now, now+turnLease.Milliseconds())
		if err == nil {
			stop := s.hold(ctx, name, holder)
			return func() {
				stop()
				if err := s.o.Store.Release(context.WithoutCancel(ctx), name, holder); err != nil {
					s.log.WarnContext(ctx, "orders: lease not ended", "lease", name, "err", err)
				}
			}, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return nil, httpio.Unavailable(err)
		}
		if !wait {
			return nil, errBusy
		}
		select {
		case <-time.After(turnEvery):
		case <-ctx.Done():
			return nil, errBusy
		}
	}
}

// hold prolongs holder's lease until stop is called.
func (s *Service) hold(ctx context.Context, name, holder string) (stop func()) {
	return store.Hold(context.WithoutCancel(ctx), turnHold, func(ctx context.Context) error {
		now := s.millis()
		return s.o.Store.Claim(ctx, name, holder, now, now+turnLease.Milliseconds())
	}, func(err error) { s.log.WarnContext(ctx, "orders: lease not prolonged", "lease", name, "err", err) })
}

var errBusy = &api.Error{
	Status: http.StatusConflict, Code: api.CodeBusy,
	Message: "Somebody is doing something with this order right now. Nothing was sent; try again in a moment.",
}
