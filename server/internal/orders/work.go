package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll        = 2 * time.Second
	unsavedWait = 2 * time.Second // delay after a read whose result couldn't be saved
	cleanEvery  = time.Hour
	// repeatedFor is how long the platform repeats a message that wasn't taken: three times, a minute apart (interface
	// 6.2). missedFor is the age of the orders that are read for what is lost.
	repeatedFor = 3 * time.Minute
	missedFor   = 24 * time.Hour
	keepEvents  = 24 * time.Hour // age limit of the event log, and so of resumed streams

	// hands is how many orders are read at once. One shop may use half of them: ten orders a second at
	// six seconds a read.
	hands = 128
	// readsPerSecond limits how fast reads begin, for example at a start, when all open orders are
	// due.
	readsPerSecond = 100
	// slowHands is how many orders are read at once while the platform has no time for more: a new order waits for their
	// turns.
	slowHands = 4
)

// AskAgain makes all open orders due to be read.
func (s *Service) AskAgain(ctx context.Context) error {
	now := s.Millis()
	err := s.Store.AskAgain(ctx, now, now)
	s.reads.Ring()
	return err
}

const (
	// markHeard names the mark of when no message was lost, as far as is known. MarkMissed names that of when a time
	// without messages was over.
	markHeard  = "orders.heard"
	MarkMissed = "orders.missed"
	// ActionMissed names in the audit that orders were read again after such a time. MissedKind is its kind.
	ActionMissed = MissedKind + ".missed"
	MissedKind   = "hook"
)

var errSilent = errors.New("orders: no message of the platform has come through")

// askMissed makes the last day's orders due, too, when messages come again after longer than the platform repeats
// them: those of the time between are lost, and a customer's request for a refund shows in the record alone. The job
// fails while none come.
func (s *Service) askMissed(ctx context.Context) error {
	h, err := s.Hearing(ctx)
	if err != nil {
		return err
	}
	if h.Silent {
		s.silent = h
		return fmt.Errorf("%w: %s (the last at %s)", errSilent, h.Why, time.UnixMilli(h.HeardAt).UTC().Format(time.RFC3339))
	}
	heard, err := s.Store.Marked(ctx, markHeard)
	if err != nil {
		return err
	}
	gap := api.HookGap{Since: heard, Until: s.Millis(), Why: api.GapStopped}
	if s.silent.Silent {
		gap.Since, gap.Why = s.silent.HeardAt, s.silent.Why
	}
	if 0 < gap.Since && gap.Until-gap.Since > repeatedFor.Milliseconds() {
		if err := s.askAfter(ctx, gap); err != nil {
			return err
		}
	}
	s.silent = api.Hearing{}
	return s.Store.Mark(ctx, markHeard, gap.Until)
}

// askAfter reads the orders again after a time without messages, unless another replica has done so.
func (s *Service) askAfter(ctx context.Context, gap api.HookGap) error {
	release, err := s.lease(ctx, MarkMissed, true)
	if err != nil {
		return err
	}
	defer release()
	over, err := s.Store.Marked(ctx, MarkMissed)
	if err != nil || over > gap.Since && !store.Ahead(over, gap.Until) {
		return err
	}
	s.Logger.WarnContext(ctx, "orders: messages may be lost", "since", time.UnixMilli(gap.Since), "why", gap.Why)
	if err := s.Store.AskAgain(ctx, gap.Until, gap.Until-missedFor.Milliseconds()); err != nil {
		return err
	}
	return s.Audit.WithAudit(ctx, auth.Server.Entry(ActionMissed, 0, gap, s.Now()), func(ctx context.Context) error {
		return s.Store.Mark(ctx, MarkMissed, gap.Until)
	})
}

// due lists twice as many orders as hands, because some shops may have reached their limit of reads
// at once.
func (s *Service) due(ctx context.Context, free int) ([]store.DueOrder, error) {
	most := 2 * hands
	if s.slowed() {
		most = max(0, slowHands-(hands-free))
	}
	return s.Store.DueOrders(ctx, s.Millis(), hands, most)
}

func (s *Service) slowed() bool { return s.Rate != nil && s.Rate.Slowed() }

// claim claims orders by moving the time at which each is due. One replica reads each order;
// another replica reads the orders of a dead one.
func (s *Service) claim(ctx context.Context, due []store.DueOrder) (claimed []store.DueOrder, err error) {
	until := s.Millis() + readClaim.Milliseconds()
	ours, err := s.Store.ClaimOrders(ctx, due, until)
	for i, o := range due {
		if err == nil && ours[i] {
			o.DueAt = until
			claimed = append(claimed, o)
		}
	}
	return claimed, err
}

// readDue reads a claimed order. If nothing could be saved, the order is due again soon, or at once
// when this process stops.
func (s *Service) readDue(ctx context.Context, o store.DueOrder) error {
	noted, err := false, s.pace.Wait(ctx)
	if err == nil && s.slowed() {
		err = s.Rate.Wait(ctx)
	}
	if err == nil {
		noted, err = s.fetch(ctx, o.ShopID, o.OrderID)
	}
	if err == nil {
		return nil
	}
	again := s.Millis()
	if ctx.Err() == nil {
		s.Logger.WarnContext(ctx, "orders: not read", "shop", o.ShopID, "order", o.OrderID, "err", err)
		again += unsavedWait.Milliseconds()
	}
	if noted {
		return nil
	}
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	if _, err = s.Store.ClaimOrders(ctx, []store.DueOrder{o}, again); err != nil {
		return fmt.Errorf("orders: order %d of shop %d not given back: %w", o.OrderID, o.ShopID, err)
	}
	return nil
}

// cleanedAtOnce is how many old orders Clean lists at once.
const cleanedAtOnce = 100

// Clean deletes the customers' details of old orders. An order that can't be cleaned is left for the next time.
func (s *Service) Clean(ctx context.Context) error {
	before := s.Now().Add(-s.KeepRecords).UnixMilli()
	left := map[[2]int64]bool{}
	for ctx.Err() == nil {
		old, err := s.Store.OldRecords(ctx, before, cleanedAtOnce+len(left))
		old = slices.DeleteFunc(old, func(row store.Order) bool { return left[[2]int64{row.ShopID, row.OrderID}] })
		if err != nil || len(old) == 0 {
			return err
		}
		for _, row := range old {
			if err := s.clean(ctx, row.ShopID, row.OrderID); err != nil && ctx.Err() == nil {
				s.Logger.ErrorContext(ctx, "orders: details not deleted", "shop", row.ShopID, "order", row.OrderID, "err", err)
				left[[2]int64{row.ShopID, row.OrderID}] = true
			}
		}
	}
	return ctx.Err()
}

// clean deletes the customer's details of an order.
func (s *Service) clean(ctx context.Context, shopID, orderID int64) error {
	_, err := s.change(ctx, shopID, orderID, func(d *orderUpdate) (bool, error) {
		d.forget()
		d.row.Record, d.quiet = "", true
		d.row.DueAt = 0 // another read would store the details again
		d.dueForDoing()
		return true, s.forgetTimeline(ctx, d)
	})
	return err
}

// forgetTimeline deletes what people wrote from the order's timeline, and couriers' names. The reasons of cancellations
// stay, because figures count them.
func (s *Service) forgetTimeline(ctx context.Context, d *orderUpdate) error {
	var err error
	d.timeline, err = s.timeline(ctx, d.ShopID, d.OrderID)
	d.retold = true
	for i := range d.timeline {
		if e := &d.timeline[i]; e.Act != api.ActCancel && platform.Event(e.Event) != platform.EventOrderCancelled {
			e.Text = ""
		}
	}
	return err
}

// prunedAtOnce is how many old orders one transaction deletes.
const prunedAtOnce = 200

// prune deletes the orders that haven't changed for KeepOrders.
func (s *Service) prune(ctx context.Context, before int64) error {
	for ctx.Err() == nil {
		gone, err := s.Store.PruneOrders(ctx, before, prunedAtOnce)
		if err != nil || gone == 0 {
			return err
		}
	}
	return ctx.Err()
}
