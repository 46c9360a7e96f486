package push

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	backlog = 5_000            // limit of events read again after a start
	recent  = 10 * time.Minute // older events cause no notification
)

// Kinds of notifications. The event of a refund also has the time at which it was asked for, since its number may be
// told later; that of a silent device, its own and the time at which the device rang last.
const (
	eventNew       = "new"
	eventLast      = "last"
	eventCancelled = "cancelled"
	eventRefund    = "refund"
	eventSilent    = "silent"
)

type orderKey struct{ shop, order int64 }

// waitingOrder is an order that waits to be accepted.
type waitingOrder struct {
	number   string
	since    time.Time // time of the first event
	until    time.Time // time at which the platform cancels the order
	doing    bool      // an operator or a rule is accepting or cancelling the order
	told     bool
	lastTold bool
}

// notification is a notification to be sent.
type notification struct {
	Kind    string // kind, from the list above
	Event   string // name under which the notice is claimed
	ShopID  int64
	OrderID int64     // 0 for a silent device
	Number  string    // of the order, or name of the device
	Until   time.Time // the notice is of no use afterwards
}

// begin gives the number after which the log is read: at most backlog events before its end.
func begin(log store.EventPage) int64 { return max(log.Kept, log.Head-backlog, 0) }

// take updates the waiting orders and the news from events.
func (s *Service) take(events []store.Event) {
	for _, e := range events {
		s.takeOne(e)
	}
}

func (s *Service) takeOne(e store.Event) {
	at := time.UnixMilli(e.At)
	var o api.Order
	if e.Kind != string(api.LiveOrder) || s.Now().Sub(at) > recent || json.Unmarshal(e.Data, &o) != nil {
		return
	}
	key := orderKey{o.ShopID, o.OrderID}
	if o.Column == api.ColumnNew && o.AcceptBy != 0 {
		w := s.waiting[key]
		if w == nil {
			w = &waitingOrder{since: at}
			s.waiting[key] = w
		}
		w.number, w.until, w.doing = o.Number, time.UnixMilli(o.AcceptBy), o.Doing != nil
		return
	}
	delete(s.waiting, key)
	tell := func(kind, event string, happened int64, within, life time.Duration) {
		if began := time.UnixMilli(happened); at.Sub(began) < within {
			s.news = append(s.news, notification{kind, event, o.ShopID, o.OrderID, o.Number, at.Add(life)})
		}
	}
	switch {
	case o.Column == api.ColumnCancelled && elsewhere(&o):
		tell(eventCancelled, eventCancelled, o.CancelledAt, recent, recent)
	case o.Refund != nil && o.Refund.Standing == api.RefundAsked && o.Doing == nil:
		// It may be learned late, from the record; until its claim goes, each device is told once.
		event := eventRefund + "/" + strconv.FormatInt(o.Refund.At, 10)
		tell(eventRefund, event, o.Refund.At, keepClaims, time.Hour)
	}
}

// elsewhere reports whether the order was cancelled elsewhere. Operators know of cancellations made in this console,
// and of the refunds approved in it for which the platform cancels an order.
func elsewhere(o *api.Order) bool {
	approves := o.Doing != nil && o.Doing.Act == api.ActRefundAgree
	if r := o.Refund; r != nil {
		approves = !r.Partial && (approves || r.Standing == api.RefundAgreed && r.Via == api.ViaPerson)
	}
	return !approves && (o.Cancel == nil || o.Cancel.Via != api.ViaPerson)
}

// due sends all due notices. Failed ones stay due.
func (s *Service) due(ctx context.Context) error {
	now := s.Now()
	for len(s.news) > 0 {
		if s.news[0].Until.Before(now) {
			s.news = s.news[1:]
			continue
		}
		if err := s.tell(ctx, s.news[0]); err != nil {
			return err
		}
		s.news = s.news[1:]
	}
	for key, w := range s.waiting {
		n := notification{eventNew, eventNew, key.shop, key.order, w.number, w.until}
		switch left := w.until.Sub(now); {
		case left <= 0:
			delete(s.waiting, key)
			continue
		case w.doing, w.lastTold:
			continue
		case left <= api.LastMinute*time.Millisecond:
			n.Kind, n.Event = eventLast, eventLast
		case w.told || now.Sub(w.since) < s.Delay:
			continue
		}
		if err := s.tell(ctx, n); err != nil {
			return err
		}
		w.told = true
		w.lastTold = n.Kind == eventLast
	}
	return nil
}
