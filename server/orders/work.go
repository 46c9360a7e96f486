package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll       = 2 * time.Second
	together   = 8 // orders read at once
	dueAtOnce  = 32
	cleanEvery = time.Hour
	keepEvents = 24 * time.Hour // of the event log: as far back as a stream resumes
	readLease  = 30 * time.Second
)

// Run asks the platform for what is due, deletes what is old, and, first of
// all, asks for every open order: this process may have been away.
func (s *Service) Run(ctx context.Context) {
	if err := s.AskAgain(ctx); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "orders: ask again", "err", err)
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	cleaned := time.Time{}
	for {
		if err := s.Work(ctx); err != nil && ctx.Err() == nil {
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
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return err
}

// Work reads every order that is due, once. Of several replicas one reads
// each: a lease. That another one has it is no error.
func (s *Service) Work(ctx context.Context) error {
	now := s.millis()
	for ctx.Err() == nil {
		due, err := s.o.Store.DueOrders(ctx, now, dueAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		read := 0
		var group errgroup.Group
		group.SetLimit(together)
		for _, row := range due {
			name := fmt.Sprintf("order.read/%d/%d", row.ShopID, row.OrderID)
			err := s.o.Store.Claim(ctx, name, s.holder, now, now+readLease.Milliseconds())
			if errors.Is(err, store.ErrConflict) {
				continue
			}
			if err != nil {
				return errors.Join(err, group.Wait())
			}
			read++
			group.Go(func() error {
				defer func() { _ = s.o.Store.Release(context.WithoutCancel(ctx), name, s.holder) }()
				if err := s.fetch(ctx, row.ShopID, row.OrderID); err != nil && ctx.Err() == nil {
					s.log.WarnContext(ctx, "orders: not read", "shop", row.ShopID, "order", row.OrderID, "err", err)
				}
				return nil // it is due again later
			})
		}
		if err := group.Wait(); err != nil || read == 0 {
			return err
		}
	}
	return nil
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
