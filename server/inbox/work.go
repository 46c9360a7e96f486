package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lease       = time.Minute // on a message; longer than what is done under it
	workWithin  = 40 * time.Second
	poll        = 2 * time.Second // between looks for what is due
	claimed     = 64              // messages at once
	readAtOnce  = 8               // orders
	minRetry    = 2 * time.Second // doubles with each failure
	maxRetry    = 5 * time.Minute
	refusedFor  = 5   // tries of an order that the platform refuses to show
	unreachable = 300 // tries while it doesn't answer: about a day
	keepFor     = 30 * 24 * time.Hour
	cleanEvery  = time.Hour
)

// Run works on what was received, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	cleaned := time.Time{}
	for {
		if err := s.Work(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "inbox: work", "err", err)
		}
		if now := s.o.Now(); now.Sub(cleaned) > cleanEvery {
			cleaned = now
			if err := s.o.Store.PruneInbox(ctx, now.Add(-keepFor).UnixMilli()); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "inbox: prune", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.wake:
		}
	}
}

// Work takes on every message that is due, once. Replicas may do so at the same
// time: each message is claimed by one of them.
func (s *Service) Work(ctx context.Context) error {
	for ctx.Err() == nil {
		now := s.millis()
		batch, err := s.o.Store.ClaimMessages(ctx, now, now+lease.Milliseconds(), claimed)
		if err != nil || len(batch) == 0 {
			return err
		}
		if err := s.workOn(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// workOn first lets the screens know, with one commit for all; then it asks the
// platform for each order.
func (s *Service) workOn(ctx context.Context, batch []store.Message) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), workWithin)
	defer cancel()
	var heard []orders.Heard
	byOrder := map[[2]int64][]int{}
	errs := make([]error, len(batch))
	for i, m := range batch {
		h, err := s.understand(ctx, m)
		errs[i] = err
		if err == nil && h != nil {
			heard = append(heard, *h)
			key := [2]int64{h.ShopID, h.OrderID}
			byOrder[key] = append(byOrder[key], i)
		}
	}
	if len(heard) > 0 {
		// By their own time, not by arrival: then a late one seldom comes last.
		slices.SortStableFunc(heard, func(a, b orders.Heard) int { return cmp.Compare(a.At, b.At) })
		if err := s.o.Orders.Hear(ctx, heard); err != nil {
			return fmt.Errorf("inbox: hear: %w", err) // the lease ends, and it is tried again
		}
	}
	var group errgroup.Group
	group.SetLimit(readAtOnce)
	for key, which := range byOrder {
		group.Go(func() error {
			err := s.o.Orders.Fetch(ctx, key[0], key[1])
			for _, i := range which {
				errs[i] = err
			}
			return nil
		})
	}
	_ = group.Wait()
	for i := range batch {
		s.settle(ctx, &batch[i], errs[i])
	}
	return s.o.Store.SaveMessages(ctx, batch)
}

// dead is why a message can't be acted on, now or later.
type dead string

func (d dead) Error() string { return string(d) }

// understand tells what a message says of an order, or acts on it at once where
// it says nothing of one.
func (s *Service) understand(ctx context.Context, m store.Message) (*orders.Heard, error) {
	var w platform.Webhook
	if err := json.Unmarshal(m.Body, &w); err != nil {
		return nil, dead("the message can't be read")
	}
	if _, err := s.o.Store.Shop(ctx, m.ShopID); errors.Is(err, store.ErrNotFound) {
		return nil, dead("we don't look after this shop")
	} else if err != nil {
		return nil, err
	}
	if w.EventID.OfOrder() {
		if m.OrderID <= 0 {
			return nil, dead("the message names no order of this shop")
		}
		h := &orders.Heard{Event: w.EventID, ShopID: m.ShopID, OrderID: m.OrderID, MessageID: m.MessageID, At: m.ReceivedAt}
		if err := h.Read([]byte(w.Message)); err != nil {
			return nil, dead("the message can't be read")
		}
		return h, nil
	}
	return nil, s.tell(ctx, w)
}

// tell lets the screens know of what isn't about an order (interface 6.3).
func (s *Service) tell(ctx context.Context, w platform.Webhook) error {
	e := store.Event{At: s.millis(), ShopID: w.ShopID}
	raw := func() { e.Data, _ = json.Marshal(api.LiveRaw{Event: int(w.EventID), Message: w.Message}) } // of plain values: it can't fail
	switch w.EventID {                                                                                 //nolint:exhaustive // an order's event doesn't come here
	case platform.EventHoursChanged:
		e.Kind = string(api.LiveHours)
		s.o.Changed(ctx, w.ShopID)
	case platform.EventStatusChanged:
		e.Kind = string(api.LiveShop)
		s.o.Look(ctx, w.ShopID)
		s.o.Changed(ctx, w.ShopID)
	case platform.EventPictureBinding:
		e.Kind = string(api.LivePicture)
		s.o.Changed(ctx, w.ShopID)
		raw()
	default:
		e.Kind = string(api.LiveMessage)
		raw()
	}
	return s.o.Store.AddEvents(ctx, []store.Event{e})
}

// settle says what becomes of a message after err.
func (s *Service) settle(ctx context.Context, m *store.Message, err error) {
	if err == nil {
		m.State, m.Why = store.MessageDone, ""
		return
	}
	m.Tries++
	m.Why = reason(err)
	limit := int64(unreachable)
	var never dead
	var said *platform.Error
	switch {
	case errors.As(err, &never):
		limit = 0
	case errors.As(err, &said) && !said.Authentication() && said.Code != 0:
		limit = refusedFor
	}
	if m.Tries > limit {
		m.State = store.MessageDead
		s.log.ErrorContext(ctx, "inbox: given up", "id", m.ID, "event", m.EventID, "shop", m.ShopID, "order", m.OrderID, "why", m.Why)
		return
	}
	wait := min(maxRetry, minRetry<<min(m.Tries-1, 8))
	m.DueAt = s.o.Now().Add(wait).UnixMilli()
}

// reason is err in words that may be shown.
func reason(err error) string {
	var never dead
	var said *platform.Error
	switch {
	case errors.As(err, &never):
		return string(never)
	case errors.As(err, &said):
		return said.Error()
	case errors.Is(err, platform.ErrUnreachable):
		return "the platform doesn't answer"
	}
	return "our own trouble: see the log"
}
