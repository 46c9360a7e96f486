package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll        = 2 * time.Second
	unsavedWait = 2 * time.Second // after a read of which nothing could be saved
	cleanEvery  = time.Hour
	keepEvents  = 24 * time.Hour // of the event log: as far back as a stream resumes

	// hands is how many orders are read at once. The first shop may use half of
	// them: ten orders a second while each read takes six.
	hands = 128
	// readsPerSecond bounds how fast reads begin, as when all open orders are
	// asked for at a start.
	readsPerSecond = 100
)

// AskAgain has all open orders read again soon.
func (s *Service) AskAgain(ctx context.Context) error {
	err := s.o.Store.AskAgain(ctx, s.millis())
	s.reads.Ring()
	return err
}

// due lists more than there are hands for: of some shops no more may be read just
// now.
func (s *Service) due(ctx context.Context, _ int) ([]store.DueOrder, error) {
	return s.o.Store.DueOrders(ctx, s.millis(), hands, 2*hands)
}

// claim claims orders. A claim is the time at which the order is due again: of
// several replicas one reads each, and what a dead one began is read by another.
func (s *Service) claim(ctx context.Context, due []store.DueOrder) (claimed []store.DueOrder, err error) {
	until := s.millis() + readClaim.Milliseconds()
	ours, err := s.o.Store.ClaimOrders(ctx, due, until)
	for i, o := range due {
		if err == nil && ours[i] {
			o.DueAt = until
			claimed = append(claimed, o)
		}
	}
	return claimed, err
}

// readDue reads a claimed order. If nothing could be saved of it, the order is
// due again soon: at once, if this process stops.
func (s *Service) readDue(ctx context.Context, o store.DueOrder) error {
	err := s.pace.Wait(ctx)
	if err == nil {
		err = s.fetch(ctx, o.ShopID, o.OrderID)
	}
	if err == nil {
		return nil
	}
	again := s.millis()
	if ctx.Err() == nil {
		s.log.WarnContext(ctx, "orders: not read", "shop", o.ShopID, "order", o.OrderID, "err", err)
		again += unsavedWait.Milliseconds()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveWithin)
	defer cancel()
	if _, err = s.o.Store.ClaimOrders(ctx, []store.DueOrder{o}, again); err != nil {
		return fmt.Errorf("orders: order %d of shop %d not given back: %w", o.OrderID, o.ShopID, err)
	}
	return nil
}

// Clean deletes the customers' details of old orders.
func (s *Service) Clean(ctx context.Context) error {
	now := s.o.Now()
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
