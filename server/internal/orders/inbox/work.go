package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// lease is how long a claim outlives its process. The claim is prolonged every holdEvery, so work
	// may take longer than a lease.
	lease      = 2 * time.Second
	holdEvery  = lease / 4
	hearWithin = 20 * time.Second // limit for applying a batch
	poll       = time.Second      // between looks for due messages
	claimed    = 256              // messages in a batch
	// While messages stream in, a batch gathers for a moment: deliveries wait for the commits of its
	// claim and its results, as for any other.
	gather     = 20 * time.Millisecond
	streaming  = 8 // messages in a batch, after which the next gathers, unless it was full
	minRetry   = 500 * time.Millisecond
	maxRetry   = 5 * time.Minute // minRetry doubles with each failure up to this limit
	maxTries   = 300             // about a day
	recallFor  = 24 * time.Hour  // about as long as a message is tried; later those of other shops go
	keepFor    = 30 * 24 * time.Hour
	cleanEvery = time.Hour
)

// start begins to store messages, and ends the claims of this replica's earlier process. Until then messages are
// stored unclaimed, because a claim would be ended too.
func (s *Service) start(ctx context.Context) error {
	s.work.Go(func() { s.write(ctx) })
	return s.Store.RecoverMessages(ctx, s.Replica) // without this call the claims expire
}

func (s *Service) prolong(ctx context.Context, batches []batch) (err error) {
	for _, holder := range batches[0].holders() { // one batch: the job has one hand
		err = errors.Join(err, s.Store.HoldMessages(ctx, holder, s.Millis()+lease.Milliseconds()))
	}
	return err
}

// workOn applies a batch to the orders and the event log. The platform isn't called: package orders
// reads the orders at its own rate.
func (s *Service) workOn(ctx context.Context, b batch) error {
	errs := s.hearAll(ctx, b)
	now := s.Now()
	for i := range b.messages {
		m := &b.messages[i]
		if errs[i] == nil {
			s.Heard(now.Sub(time.UnixMilli(m.ReceivedAt)))
		}
		s.Tracer.Step(m.ShopID, m.OrderID, tracing.Heard, time.UnixMilli(m.ReceivedAt), now, errs[i] != nil,
			tracing.Event(m.EventID))
		s.settle(ctx, m, errs[i])
	}
	saving, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	err := s.Store.SaveMessages(saving, b.messages)
	if err != nil {
		s.release(ctx, b.holders()...)
	}
	for i := range errs {
		if errors.Is(errs[i], foreignShop) { // its shop may have been added meanwhile
			if _, err := s.Store.Shop(saving, b.messages[i].ShopID); err == nil {
				s.ShopsAdded()
			}
		}
	}
	return err
}

// hearAll applies a batch in one commit. If the commit fails, each message is applied by itself, so
// that a failing message holds up no other.
func (s *Service) hearAll(ctx context.Context, b batch) []error {
	ctx, cancel := background.Finish(ctx, hearWithin)
	defer cancel()
	errs := make([]error, len(b.messages))
	events := make([]orders.PushedEvent, len(b.messages))
	order := make([]int, 0, len(b.messages)) // the indexes of the events
	shops := map[int64]error{}               // whether we look after a shop
	for i := range b.messages {
		errs[i] = background.Try(func() error {
			is, err := s.understand(ctx, &b.messages[i], b.read[i], shops, &events[i])
			if is {
				order = append(order, i)
			}
			return err
		})
	}
	if len(order) == 0 {
		return errs
	}
	// Sort by the events' own time, so that a late event seldom comes last.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(events[a].At(), events[b].At()) })
	heard := make([]orders.PushedEvent, len(order))
	for at, i := range order {
		heard[at] = events[i]
	}
	together, stop := context.WithTimeout(ctx, hearWithin/2)
	err := background.Try(func() error { return s.Orders.ApplyEvents(together, heard) })
	stop()
	if err == nil {
		return errs
	}
	s.Logger.WarnContext(ctx, "inbox: hear", "messages", len(heard), "err", err)
	for at, i := range order {
		if err := background.Try(func() error { return s.Orders.ApplyEvents(ctx, heard[at:at+1]) }); err != nil {
			errs[i] = fmt.Errorf("inbox: hear: %w", err)
		}
	}
	return errs
}

// permanentError is the reason why a message can never be acted on.
type permanentError string

func (d permanentError) Error() string { return string(d) }

// foreignShop is the reason why messages of shops that aren't ours are given up, until the shops are added.
const foreignShop permanentError = store.WhyForeign

// understand sets the order event of a message, and reports whether there is one. A message that isn't about an order
// is acted on at once. w is the message's content, nil if it is to be read from the body. shops remembers what the
// store answered for the batch's other messages.
func (s *Service) understand(
	ctx context.Context, m *store.Message, w *message, shops map[int64]error, h *orders.PushedEvent,
) (is bool, err error) {
	if w == nil {
		opened, err := read(m.Body)
		if err != nil { // kept by an earlier release, which took it
			opened = message{}
			err = platform.Read(m.Body, &opened.Webhook)
			opened.open()
		}
		if err != nil {
			return false, permanentError("the message can't be read")
		}
		w = &opened
	}
	if m.Tries == 0 {
		s.Seen(w.EventID, m.Body)
	}
	if m.ShopID <= 0 {
		if !w.EventID.Known() && w.EventID != 0 { // shown among the messages of unknown events
			return false, nil
		}
		return false, permanentError("the message names no shop")
	}
	err, asked := shops[m.ShopID]
	if !asked {
		_, err = s.Store.Shop(ctx, m.ShopID)
		shops[m.ShopID] = err
	}
	if errors.Is(err, store.ErrNotFound) {
		return false, foreignShop
	} else if err != nil {
		return false, err
	}
	if w.EventID == 0 && m.OrderID <= 0 {
		return false, permanentError("the message's eventId can't be read, and it names no order of this shop")
	}
	if !w.EventID.Known() {
		if err := s.tell(ctx, &w.Webhook); err != nil {
			return false, err
		}
	}
	if w.EventID.OfOrder() || m.OrderID > 0 {
		if m.OrderID <= 0 {
			return false, permanentError("the message names no order of this shop")
		}
		*h = orders.PushedEvent{Event: w.EventID, ShopID: m.ShopID, OrderID: m.OrderID, MessageID: m.MessageID,
			CameAt: m.ReceivedAt}
		if h.Said, err = w.event(); err != nil {
			return false, permanentError("the message can't be read")
		}
		return true, nil
	}
	if !w.EventID.Known() {
		return false, nil
	}
	return false, s.tell(ctx, &w.Webhook)
}

// tell appends an event to the log for a message that isn't about an order (interface 6.3).
func (s *Service) tell(ctx context.Context, w *platform.Webhook) error {
	e := store.Event{At: s.Millis(), ShopID: w.ShopID}
	// can't fail: the values are plain
	raw := func() { e.Data, _ = json.Marshal(api.LiveRaw{Event: int(w.EventID), Message: w.Message}) }
	switch w.EventID { //nolint:exhaustive // an order's event doesn't come here
	case platform.EventHoursChanged:
		e.Kind = string(api.LiveHours)
		s.OnShopChanged(ctx, w.ShopID)
	case platform.EventStatusChanged:
		e.Kind = string(api.LiveShop)
		s.OnStatusChanged(ctx, w.ShopID)
		s.OnShopChanged(ctx, w.ShopID)
	case platform.EventPictureBinding:
		e.Kind = string(api.LivePicture)
		s.OnShopChanged(ctx, w.ShopID)
		raw()
	default:
		e.Kind = string(api.LiveMessage)
		raw()
	}
	return s.Store.AddEvents(ctx, []store.Event{e})
}

// settle sets the message's state and next attempt after err.
func (s *Service) settle(ctx context.Context, m *store.Message, err error) {
	if err == nil {
		m.State, m.Why = store.MessageDone, ""
		return
	}
	m.Tries++
	m.Why = reason(err)
	var never permanentError
	if errors.As(err, &never) || m.Tries > maxTries {
		m.State = store.MessageDead
		level := slog.LevelError
		if never == foreignShop {
			level = slog.LevelInfo
		}
		s.Logger.Log(ctx, level, "inbox: given up", "id", m.ID, "event", m.EventID, "shop", m.ShopID, "order",
			m.OrderID, "why", m.Why)
		return
	}
	m.State = store.MessageWaiting
	m.DueAt = s.Now().Add(background.Backoff(minRetry, maxRetry, m.Tries)).UnixMilli()
}

// reason returns err in words that screens may show.
func reason(err error) string {
	var never permanentError
	var said *platform.Error
	switch {
	case errors.As(err, &never):
		return string(never)
	case errors.As(err, &said):
		return said.Error()
	case errors.Is(err, platform.ErrUnreachable):
		return "the platform doesn't answer"
	case errors.Is(err, upstream.ErrToken):
		return "there is no access token for the call"
	}
	return "our own trouble: see the log"
}
