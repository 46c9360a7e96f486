package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll       = time.Second              // between looks for due shops
	workWithin = 4 * time.Minute          // on a shop, each time; most of it for the moments of a rate that is slow
	turnLife   = workWithin + time.Minute // of a turn that isn't given back
	busyWait   = time.Second              // while the turn is taken
	keepFor    = 180 * 24 * time.Hour
	cleanEvery = 6 * time.Hour
)

// together is how many shops a replica works on at once: as many as keep the rate limit busy if each call takes half a
// second.
func together(limit Pace) int {
	return min(max(1, int(math.Ceil(float64(time.Second/2)/float64(limit.Every())))), 32)
}

// look begins and ends runs.
func (s *Service) look(ctx context.Context) error {
	s.moved.Store(true)
	return s.turnover(ctx)
}

// due claims shops. If no shop is due, due begins and ends runs, unless look has just done so: the last shop of a run
// may have ended.
func (s *Service) due(ctx context.Context, free int) ([]store.RunShop, error) {
	now := s.o.Now()
	rows, err := s.o.Store.ClaimRunShops(ctx, s.holder, now.UnixMilli(), now.Add(s.o.Lease).UnixMilli(), free)
	if err == nil && len(rows) == 0 && !s.moved.Swap(false) {
		err = s.turnover(ctx)
	}
	return rows, err
}

// prolong prolongs the leases of the shops in work.
func (s *Service) prolong(ctx context.Context, rows []store.RunShop) error {
	now := s.o.Now()
	shops := make([]int64, len(rows))
	for i, row := range rows {
		shops[i] = row.ShopID
	}
	return s.o.Store.HoldRunShops(ctx, s.holder, shops, now.UnixMilli(), now.Add(s.o.Lease).UnixMilli())
}

// turnover begins scheduled runs and ends finished ones.
func (s *Service) turnover(ctx context.Context) error {
	now := s.millis()
	begun, err := s.o.Store.BeginRuns(ctx, now)
	if err != nil {
		return err
	}
	ended, err := s.o.Store.EndRuns(ctx, now)
	for _, run := range append(begun, ended...) {
		s.log.InfoContext(ctx, "run went on", "run", run.ID, "state", run.State)
		rows, err := s.o.Store.RunShops(ctx, run.ID)
		if err == nil {
			err = s.o.Store.AddEvents(ctx, news(run, run.Version, rows, now))
		}
		if err != nil {
			s.log.WarnContext(ctx, "run not shown", "run", run.ID, "err", err)
		}
	}
	return err
}

// workOn advances one shop. No new call is sent once stop has ended; a call that was sent is finished.
func (s *Service) workOn(stop context.Context, row store.RunShop) error {
	ctx, cancel := background.Finish(stop, workWithin)
	defer cancel()
	j := &shopRun{s: s, stop: stop, row: row}
	if err := j.do(ctx); err != nil && !errors.Is(err, store.ErrConflict) {
		// The lease ends, and its next holder reads the shop first.
		return fmt.Errorf("runs: shop %d put off in run %s: %w", row.ShopID, row.RunID, err)
	}
	return nil
}
