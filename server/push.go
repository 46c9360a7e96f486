package server

import (
	"context"
	"strings"

	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/internal/orders/ring"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/store"
)

// answerWithin limits a push service's answer.
var answerWithin = fetch.Timeout

// assemblePush makes the notifications to devices where the console isn't in view.
func (s *Server) assemblePush(ctx context.Context) error {
	o := s.opts
	sealer, err := o.Keys.Sub("push")
	if err != nil {
		return err
	}
	contact := o.public.String() + o.mount
	if o.public.Scheme == "http" {
		contact = "nobody@" + o.public.Hostname() // on loopback there is no contact to reach
	}
	s.pushes = fetch.New(fetch.Options{Loopback: o.Demo, Keep: true, Timeout: answerWithin})
	s.push, err = push.New(ctx, push.Options{
		Authoriser: s.auth, Store: o.Store, Sealer: sealer, Sender: s.pushes,
		Contact: contact, Off: o.Push.Off, More: o.Push.Services, Loopback: o.Demo, Delay: o.Push.Delay,
		Reached: func(reach store.OrderReach) {
			s.metrics.pushes.WithLabelValues(reach.How).Inc()
			if reach.OrderID != 0 {
				s.orders.NoteReach(reach)
			}
		}, Base: o.base(),
	})
	return err
}

// assembleRing makes the service that knows which devices would ring.
func (s *Server) assembleRing() (err error) {
	s.ring, err = ring.New(ring.Options{
		Authoriser: s.auth, Store: s.store, Now: s.opts.Now,
		Open: func(ctx context.Context) (map[int64]int64, error) {
			shops, err := s.store.Shops(ctx)
			if err != nil {
				return nil, err
			}
			return s.today.Open(ctx, shops)
		},
		Tell: func(ctx context.Context, shopID int64, one ring.Silent) error {
			d := one.Device
			name := strings.Trim(d.Who+", "+d.Browser+" "+d.System, ", ")
			return s.push.TellSilent(ctx, shopID, d.ID, name, d.RangAt)
		},
	})
	return err
}
