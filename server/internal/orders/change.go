package orders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// attempts is how often a change is computed again after another change was saved first.
const attempts = 20

var errContended = errors.New("orders: the order changes too fast")

// orderUpdate is an order being changed.
type orderUpdate struct {
	*orderState
	row      store.Order
	timeline []api.TimelineEntry
	retold   bool // timeline is the order's whole timeline
	act      *store.OrderAct
	quiet    bool // no field that screens show has changed
}

// present returns the order as stored. Version is 0 for an unknown order.
func (s *Service) present(ctx context.Context, shopID, orderID int64) (*orderUpdate, error) {
	row, err := s.Store.Order(ctx, shopID, orderID)
	d := &orderUpdate{row: row}
	switch {
	case errors.Is(err, store.ErrNotFound):
		d.row, err = store.Order{ShopID: shopID, OrderID: orderID}, nil
		d.orderState = &orderState{Order: api.Order{ShopID: shopID, OrderID: orderID}}
	case err != nil:
		return nil, err
	case row.Record != "": // the order may be read from the platform again, which replaces damaged data
		d.orderState = s.listed(ctx, row)
	default:
		d.orderState, err = unpack(row)
	}
	if s.Ahead != nil && err == nil {
		// Of a clock that is further off no message would come in: what the answers tell isn't the platform's.
		if ahead := s.Ahead(); -platform.HookMaxFuture <= ahead && ahead <= platform.HookMaxPast {
			d.ahead = ahead.Milliseconds()
		}
	}
	return d, err
}

// change applies do to the stored order and saves the result. If another change was saved first,
// change starts again from the newer order, so do may be called several times. do reports whether
// there is anything to save. An erased order stays as it is.
func (s *Service) change(ctx context.Context, shopID, orderID int64,
	do func(d *orderUpdate) (bool, error)) (*orderUpdate, error) {
	for range attempts {
		d, err := s.present(ctx, shopID, orderID)
		if err != nil {
			return nil, err
		}
		if d.Erased {
			return d, nil
		}
		if wanted, err := do(d); err != nil || !wanted {
			return d, err
		}
		c, err := s.pack(d)
		if err != nil {
			return nil, err
		}
		saved, err := s.Store.SaveOrders(ctx, []store.OrderChange{c})
		if err != nil {
			return nil, err
		}
		if saved[0] {
			return d, nil
		}
	}
	return nil, errContended
}

// unread is the record of an order without details: the order wasn't read from the platform yet, the platform answered
// without data, or the details were deleted.
var unread = json.RawMessage("null")

// pack turns a draft into a row and the event that shows the order on screens.
func (s *Service) pack(d *orderUpdate) (c store.OrderChange, err error) {
	now := s.Millis()
	if int64(len(d.Refunds)) > d.row.Refunds {
		d.Added, d.quiet = d.row.Version+1, false
	}
	if !d.quiet {
		d.ChangedAt = max(now, d.ChangedAt)
	}
	d.settle()
	d.Version = d.row.Version + 1
	if d.row.Stage == string(api.ColumnNew) && d.Column != api.ColumnNew {
		d.Moved = d.Version
	}
	c = store.OrderChange{Order: d.row, Act: d.act, Retold: d.retold}
	row := &c.Order
	row.Stage, row.PlacedAt, row.ChangedAt, row.Search = string(d.Column), d.PlacedAt, d.ChangedAt, d.search()
	d.figures(row)
	if row.Record == "" && !d.quiet { // the change may tell of people, and Clean looks for a record
		if row.Record, err = s.Sealer.Seal(unread, Place(row.ShopID, row.OrderID)); err != nil {
			return c, err
		}
	}
	if row.Data, err = json.Marshal(d.orderState); err != nil {
		return c, fmt.Errorf("orders: order %d: %w", d.OrderID, err)
	}
	for _, e := range d.timeline {
		data, err := json.Marshal(e)
		if err != nil {
			return c, err
		}
		c.Timeline = append(c.Timeline, store.OrderMoment{At: e.At, Data: data})
	}
	if d.quiet {
		return c, nil
	}
	data, err := json.Marshal(d.Order)
	c.Events = []store.Event{{At: now, ShopID: d.ShopID, Kind: string(api.LiveOrder), Data: data}}
	return c, err
}

// ApplyEvents moves orders forward by the events that the platform pushed, all in one transaction, and
// makes the orders due to be read. The changes are durable when ApplyEvents returns. It may be called
// again with equal events.
func (s *Service) ApplyEvents(ctx context.Context, heard []PushedEvent) error {
	waiting := heard
	for range attempts {
		drafts := map[[2]int64]*orderUpdate{}
		var order [][2]int64
		told := map[[2]int64][]PushedEvent{}
		for _, h := range waiting {
			key := [2]int64{h.ShopID, h.OrderID}
			if drafts[key] == nil {
				d, err := s.present(ctx, h.ShopID, h.OrderID)
				if err != nil {
					return err
				}
				drafts[key], order = d, append(order, key)
			}
			told[key] = append(told[key], h)
			d := drafts[key]
			if d.Erased {
				continue
			}
			was := d.Column
			if entry, news := d.hear(h); news {
				entry.Heard = s.Millis()
				d.timeline = append(d.timeline, entry)
				if d.movedElsewhere(was) == h.Event {
					s.told(ctx, h.Event)
				}
			}
		}
		var changes []store.OrderChange
		var keys [][2]int64
		for _, key := range order {
			d := drafts[key]
			if len(d.timeline) == 0 {
				continue
			}
			d.Asked++
			s.schedule(d)
			c, err := s.pack(d)
			if err != nil {
				return err
			}
			changes, keys = append(changes, c), append(keys, key)
		}
		if len(changes) == 0 {
			return nil
		}
		defer s.reads.Ring()
		saved, err := s.Store.SaveOrders(ctx, changes)
		if err != nil {
			return err
		}
		waiting = nil
		for i, key := range keys {
			if !saved[i] {
				waiting = append(waiting, told[key]...)
			}
		}
		if len(waiting) == 0 {
			return nil
		}
	}
	return errContended
}

// Intervals between reads of an order from the platform. Events usually arrive sooner; these reads
// find lost events.
const (
	watchNew  = 45 * time.Second
	watchOpen = store.PutOffOpen
	watchPast = 3 * time.Second // after the time to accept has ended
	// watchAsked is for a refund requested after the order ended: no event reports an answer given
	// elsewhere (interface 6.3).
	watchAsked = store.PutOffEnded
)

// schedule sets when the order is read from the platform again.
func (s *Service) schedule(d *orderUpdate) {
	now := s.Millis()
	switch {
	case d.Asked > d.ReadFor:
		d.row.DueAt = now
	case !d.Column.Open() && !d.Partial && slices.ContainsFunc(d.Refunds, func(r api.OrderRefund) bool {
		return r.Standing == api.RefundAsked
	}):
		d.row.DueAt = now + watchAsked.Milliseconds()
	case !d.Column.Open() && !d.Partial:
		d.row.DueAt = 0
	case d.Column == api.ColumnNew:
		d.row.DueAt = now + watchNew.Milliseconds()
		if end := d.AcceptBy + watchPast.Milliseconds(); end > now {
			d.row.DueAt = min(d.row.DueAt, end)
		}
	default:
		d.row.DueAt = now + watchOpen.Milliseconds()
	}
	d.dueForDoing()
}

// dueForDoing makes an order with an act under way due when the process of the act must be dead.
func (d *orderUpdate) dueForDoing() {
	if d.Doing == nil {
		return
	}
	if at := d.Doing.Since + actGone.Milliseconds(); d.row.DueAt == 0 || d.row.DueAt > at {
		d.row.DueAt = at
	}
}

// bury ends an act whose process must be dead, and reports whether there was one. The outcome stays unknown.
func (k *orderState) bury(now int64) bool {
	dead := k.Doing != nil && now-k.Doing.Since >= actGone.Milliseconds()
	if dead {
		k.Doing = nil
	}
	return dead
}
