package push

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	pageSize = 500
	backlog  = 5_000            // events read again after a start, at most
	recent   = 10 * time.Minute // what happened longer ago is told to nobody
	lastCall = time.Minute      // before the platform cancels an order
)

// What is told. A refund's has its number behind it.
const (
	eventNew       = "new"
	eventLast      = "last"
	eventCancelled = "cancelled"
	eventRefund    = "refund"
)

type orderKey struct{ shop, order int64 }

// waiting is an order that nobody has accepted.
type waiting struct {
	number   string
	since    time.Time // when we heard of it
	until    time.Time // when the platform cancels it
	doing    bool      // somebody is accepting or cancelling it right now
	told     bool
	lastTold bool
}

// notice is something to be told.
type notice struct {
	Kind    string // one of the events
	Event   string // that it is claimed by
	ShopID  int64
	OrderID int64
	Number  string
	Until   time.Time // it is of no use afterwards
}

// look takes what is new in the log; the first time what is young enough to be
// told.
func (s *Service) look(ctx context.Context) error {
	if s.seq < 0 {
		page, err := s.o.Store.Events(ctx, 0, 0)
		if err != nil {
			return err
		}
		s.seq = max(page.Kept, page.Head-backlog, 0)
	}
	for {
		page, err := s.o.Store.Events(ctx, s.seq, pageSize)
		if err != nil {
			return err
		}
		for _, e := range page.Events {
			s.seq = e.Seq
			s.take(e)
		}
		if page.Head < s.seq || page.Kept > s.seq { // another database, or away for very long
			s.seq = max(page.Kept, page.Head)
		}
		if len(page.Events) < pageSize {
			return nil
		}
	}
}

// take notes what an event says of an order.
func (s *Service) take(e store.Event) {
	at := time.UnixMilli(e.At)
	var o api.Order
	if e.Kind != string(api.LiveOrder) || s.o.Now().Sub(at) > recent || json.Unmarshal(e.Data, &o) != nil {
		return
	}
	key := orderKey{o.ShopID, o.OrderID}
	if o.Column == api.ColumnNew && o.AcceptBy != 0 {
		w := s.waiting[key]
		if w == nil {
			w = &waiting{since: at}
			s.waiting[key] = w
		}
		w.number, w.until, w.doing = o.Number, time.UnixMilli(o.AcceptBy), o.Doing != nil
		return
	}
	delete(s.waiting, key)
	tell := func(kind, event string, happened int64, life time.Duration) {
		if began := time.UnixMilli(happened); at.Sub(began) < recent {
			s.news = append(s.news, notice{kind, event, o.ShopID, o.OrderID, o.Number, at.Add(life)})
		}
	}
	switch {
	case o.Column == api.ColumnCancelled && elsewhere(o.Cancel):
		tell(eventCancelled, eventCancelled, o.CancelledAt, recent)
	case o.Refund != nil && o.Refund.Standing == api.RefundAsked:
		which := strconv.FormatInt(o.Refund.ID, 10)
		if o.Refund.ID == 0 { // not every platform numbers them
			which = "at/" + strconv.FormatInt(o.Refund.At, 10)
		}
		tell(eventRefund, eventRefund+"/"+which, o.Refund.At, time.Hour)
	}
}

// elsewhere reports whether somebody other than us cancelled: who did so here
// knows.
func elsewhere(end *api.OrderEnd) bool { return end == nil || end.Via != api.ViaPerson }

// due tells what is due. What couldn't be is due again.
func (s *Service) due(ctx context.Context) error {
	now := s.o.Now()
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
		n := notice{eventNew, eventNew, key.shop, key.order, w.number, w.until}
		switch left := w.until.Sub(now); {
		case left <= 0:
			delete(s.waiting, key)
			continue
		case w.doing, w.lastTold:
			continue
		case left <= lastCall:
			n.Kind, n.Event = eventLast, eventLast
		case w.told || now.Sub(w.since) < s.o.Delay:
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
