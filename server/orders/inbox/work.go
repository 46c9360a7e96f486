package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// lease is how long a claim outlives the process that holds it. It is
	// prolonged every holdEvery, so that work may take longer.
	lease      = 2 * time.Second
	holdEvery  = lease / 4
	hearWithin = 20 * time.Second // of hearing a batch
	saveWithin = 10 * time.Second // of saving what came of it, however long hearing took
	poll       = time.Second      // between looks for what is due
	claimed    = 64               // messages at once
	minRetry   = 500 * time.Millisecond
	maxRetry   = 5 * time.Minute // minRetry doubles with each failure up to this
	maxTries   = 300             // about a day
	keepFor    = 30 * 24 * time.Hour
	cleanEvery = time.Hour
)

// endEarlier ends the claims of this replica's earlier life.
func (s *Service) endEarlier(ctx context.Context) error {
	return s.o.Store.RecoverMessages(ctx, s.o.Replica) // else they end by themselves
}

// due claims a batch of messages: each is claimed by one replica.
func (s *Service) due(ctx context.Context, _ int) ([][]store.Message, error) {
	now := s.millis()
	batch, err := s.o.Store.ClaimMessages(ctx, s.holder, now, now+lease.Milliseconds(), claimed)
	if err != nil {
		s.release(ctx) // it may have claimed, and only the answer was lost
	}
	if err != nil || len(batch) == 0 {
		return nil, err
	}
	return [][]store.Message{batch}, nil
}

// release ends our claims, so that a message waits for no lease.
func (s *Service) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveWithin)
	defer cancel()
	if err := s.o.Store.ReleaseMessages(ctx, s.holder); err != nil {
		s.log.WarnContext(ctx, "inbox: release", "err", err) // the claims end by themselves
	}
}

func (s *Service) prolong(ctx context.Context) error {
	return s.o.Store.HoldMessages(ctx, s.holder, s.millis()+lease.Milliseconds())
}

// workOn lets the screens know what a batch says. The platform isn't asked:
// package orders reads the orders, at a pace of its own.
func (s *Service) workOn(ctx context.Context, batch []store.Message) error {
	ctx = context.WithoutCancel(ctx) // begun, it is ended
	errs := s.hearAll(ctx, batch)
	for i := range batch {
		s.settle(ctx, &batch[i], errs[i])
	}
	saving, cancel := context.WithTimeout(ctx, saveWithin)
	defer cancel()
	err := s.o.Store.SaveMessages(saving, batch)
	if err != nil {
		s.release(ctx)
	}
	return err
}

// hearAll has a batch heard with one commit. If that fails, each message is
// heard by itself: one that can't be heard holds no other up.
func (s *Service) hearAll(ctx context.Context, batch []store.Message) []error {
	ctx, cancel := context.WithTimeout(ctx, hearWithin)
	defer cancel()
	errs := make([]error, len(batch))
	heard := make([]orders.Heard, 0, len(batch))
	from := make([]int, 0, len(batch)) // of each in heard, its place in the batch
	for i, m := range batch {
		h, err := s.understand(ctx, m)
		errs[i] = err
		if err == nil && h != nil {
			heard, from = append(heard, *h), append(from, i)
		}
	}
	if len(heard) == 0 {
		return errs
	}
	// By their own time, not by arrival: then a late one seldom comes last.
	sorted := slices.Clone(heard)
	slices.SortStableFunc(sorted, func(a, b orders.Heard) int { return cmp.Compare(a.At, b.At) })
	together, stop := context.WithTimeout(ctx, hearWithin/2)
	err := s.o.Orders.Hear(together, sorted)
	stop()
	if err == nil {
		return errs
	}
	s.log.WarnContext(ctx, "inbox: hear", "messages", len(heard), "err", err)
	for i, h := range heard {
		if err := s.o.Orders.Hear(ctx, []orders.Heard{h}); err != nil {
			errs[from[i]] = fmt.Errorf("inbox: hear: %w", err)
		}
	}
	return errs
}

// dead is why a message can't be acted on, now or later.
type dead string

func (d dead) Error() string { return string(d) }

// understand tells what a message says of an order, or acts on it at once where
// it says nothing of one.
func (s *Service) understand(ctx context.Context, m store.Message) (*orders.Heard, error) {
	var w platform.Webhook
	if err := platform.Read(m.Body, &w); err != nil {
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
	// of plain values: it can't fail
	raw := func() { e.Data, _ = json.Marshal(api.LiveRaw{Event: int(w.EventID), Message: w.Message}) }
	switch w.EventID { //nolint:exhaustive // an order's event doesn't come here
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
	var never dead
	if errors.As(err, &never) || m.Tries > maxTries {
		m.State = store.MessageDead
		s.log.ErrorContext(ctx, "inbox: given up", "id", m.ID, "event", m.EventID, "shop", m.ShopID, "order",
			m.OrderID, "why", m.Why)
		return
	}
	m.DueAt = s.o.Now().Add(min(maxRetry, minRetry<<min(m.Tries-1, 10))).UnixMilli()
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
