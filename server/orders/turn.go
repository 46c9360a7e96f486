package orders

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// turn takes the order's lease: one act at a time, whichever replica asks.
func (s *Service) turn(ctx context.Context, a asked) (release func(), err error) {
	return s.lease(ctx, fmt.Sprintf("order.act/%d/%d", a.ShopID, a.OrderID), a.via != api.ViaRule)
}

// lease takes the lease of that name. Whoever doesn't wait for it is told at once
// that somebody else has it.
func (s *Service) lease(ctx context.Context, name string, wait bool) (release func(), err error) {
	holder := rand.Text()
	for {
		now := s.millis()
		err := s.o.Store.Claim(ctx, name, holder, now, now+actLease.Milliseconds())
		if err == nil {
			return func() {
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

var errBusy = &api.Error{
	Status: http.StatusConflict, Code: api.CodeBusy,
	Message: "Somebody is doing something with this order right now. Nothing was sent; try again in a moment.",
}
