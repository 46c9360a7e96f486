package orders

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll        = 2 * time.Second
	unsavedWait = 2 * time.Second // after a read of which nothing could be saved
	cleanEvery  = time.Hour
	keepEvents  = 24 * time.Hour // of the event log: as far back as a stream resumes
)

// Run asks the platform for what is due, deletes what is old, and, first of
// all, asks for every open order: this process may have been away. When ctx
// ends, so do the reads under way; Run returns after them.
func (s *Service) Run(ctx context.Context) {
	defer s.reads.wait()
	if err := s.AskAgain(ctx); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "orders: ask again", "err", err)
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	cleaned := time.Time{}
	for {
		if err := s.begin(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "orders: work", "err", err)
		}
		if now := s.o.Now(); now.Sub(cleaned) > cleanEvery {
			cleaned = now
			if err := s.Clean(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "orders: clean", "err", err)
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

// AskAgain has all open orders read again soon.
func (s *Service) AskAgain(ctx context.Context) error {
	err := s.o.Store.AskAgain(ctx, s.millis())
	s.ring()
	return err
}

// ring wakes the worker.
func (s *Service) ring() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// begin starts to read as many of the due orders as there are hands for, and
// doesn't wait for the answers. A claim is the time at which the order is due
// again: of several replicas one reads each, and what a dead one began is read
// by another.
func (s *Service) begin(ctx context.Context) error {
	for ctx.Err() == nil {
		now := s.millis()
		due, err := s.o.Store.DueOrders(ctx, now, hands, 2*hands) // no more than hands shops are busy: others are listed too
		if err != nil {
			return err
		}
		due = s.reads.choose(due)
		if len(due) == 0 {
			return nil
		}
		until := now + readClaim.Milliseconds()
		claimed, err := s.o.Store.ClaimOrders(ctx, due, until)
		for i, o := range due {
			if err != nil || !claimed[i] {
				s.reads.free(o.ShopID)
				continue
			}
			o.DueAt = until
			s.reads.Go(func() {
				defer s.ring() // others may have waited for the hand
				defer s.reads.free(o.ShopID)
				s.readDue(ctx, o)
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readDue reads a claimed order. If nothing could be saved of it, the order is
// due again soon: at once, if this process stops.
func (s *Service) readDue(ctx context.Context, o store.DueOrder) {
	err := s.reads.pace.Wait(ctx)
	if err == nil {
		err = s.fetch(ctx, o.ShopID, o.OrderID)
	}
	if err == nil {
		return
	}
	again := s.millis()
	if ctx.Err() == nil {
		s.log.WarnContext(ctx, "orders: not read", "shop", o.ShopID, "order", o.OrderID, "err", err)
		again += unsavedWait.Milliseconds()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveWithin)
	defer cancel()
	if _, err := s.o.Store.ClaimOrders(ctx, []store.DueOrder{o}, again); err != nil {
		s.log.WarnContext(ctx, "orders: not given back", "shop", o.ShopID, "order", o.OrderID, "err", err)
	}
}

// Clean deletes the customers' details of old orders, and old events.
func (s *Service) Clean(ctx context.Context) error {
	now := s.o.Now()
	if err := s.o.Store.PruneEvents(ctx, now.Add(-keepEvents).UnixMilli()); err != nil {
		return err
	}
	for ctx.Err() == nil {
		old, err := s.o.Store.OldRecords(ctx, now.Add(-s.o.KeepRecords).UnixMilli(), 100)
		if err != nil || len(old) == 0 {
			return err
		}
		for _, row := range old {
			_, err := s.change(ctx, row.ShopID, row.OrderID, func(d *draft) (bool, error) {
				d.forget()
				d.row.Record, d.quiet = "", true
				if !d.Column.Open() {
					d.row.DueAt = 0 // reading it would bring them back
				}
				return true, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
