package runs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll       = time.Second              // between looks for what is due
	workWithin = time.Minute              // on a shop, each time
	turnLife   = workWithin + time.Minute // of a turn that nobody gives back
	busyWait   = time.Second              // while somebody else has the turn
	minRetry   = 2 * time.Second          // doubles with each failure
	maxRetry   = time.Minute
	maxTries   = 10
	keepFor    = 180 * 24 * time.Hour
	cleanEvery = 6 * time.Hour
)

// Run works on what is due until ctx ends, and then on what it has begun.
func (s *Service) Run(ctx context.Context) {
	var working sync.WaitGroup
	defer working.Wait()
	holding := time.NewTicker(s.o.Lease / 3)
	defer holding.Stop()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	free := make(chan struct{}, s.o.Together)
	for range s.o.Together {
		free <- struct{}{}
	}
	cleaned, look := time.Time{}, true
	for {
		if err := s.begin(ctx, look, free, &working); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "runs: work", "err", err)
		}
		if now := s.o.Now(); now.Sub(cleaned) > cleanEvery {
			cleaned = now
			if err := s.o.Store.PruneRuns(ctx, now.Add(-keepFor).UnixMilli()); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "runs: prune", "err", err)
			}
		}
		look = false
		select {
		case <-ctx.Done():
			return
		case <-holding.C:
			s.hold(ctx)
		case <-tick.C:
			look = true
		case <-s.wake:
		}
	}
}

// hold prolongs the leases of what is worked on here.
func (s *Service) hold(ctx context.Context) {
	now := s.o.Now()
	if err := s.o.Store.HoldRunShops(ctx, s.holder, now.UnixMilli(), now.Add(s.o.Lease).UnixMilli()); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "runs: hold", "err", err)
	}
}

// begin works on as many shops as there are free hands. Now and then, and when
// there is no shop left, it looks for runs to begin and to end.
func (s *Service) begin(ctx context.Context, look bool, free chan struct{}, working *sync.WaitGroup) error {
	if look {
		if err := s.turnover(ctx); err != nil {
			return err
		}
	}
	hands := len(free)
	if hands == 0 {
		return nil
	}
	rows, err := s.claim(ctx, hands)
	if err == nil && len(rows) == 0 && !look {
		return s.turnover(ctx)
	}
	for _, row := range rows {
		<-free
		working.Go(func() {
			defer s.ring() // there may be more to do, or nothing any more
			defer func() { free <- struct{}{} }()
			s.workOn(ctx, row)
		})
	}
	return err
}

func (s *Service) claim(ctx context.Context, limit int) ([]store.RunShop, error) {
	now := s.o.Now()
	return s.o.Store.ClaimRunShops(ctx, s.holder, now.UnixMilli(), now.Add(s.o.Lease).UnixMilli(), limit)
}

// turnover begins and ends runs.
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

// Work does all that is due, and what becomes due by it, and returns. Replicas
// may do so at the same time.
func (s *Service) Work(ctx context.Context) error {
	for {
		if err := s.turnover(ctx); err != nil {
			return err
		}
		rows, err := s.claim(ctx, s.o.Together)
		if err != nil || len(rows) == 0 {
			return err
		}
		var working sync.WaitGroup
		for _, row := range rows {
			working.Go(func() { s.workOn(ctx, row) })
		}
		working.Wait()
	}
}

// workOn takes one shop on. Nothing new is sent once stop has ended; a call
// that was sent is seen through.
func (s *Service) workOn(stop context.Context, row store.RunShop) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(stop), workWithin)
	defer cancel()
	j := &job{s: s, stop: stop, row: row, leased: s.o.Now()}
	if err := j.do(ctx); err != nil && !errors.Is(err, store.ErrConflict) {
		// Its lease ends, and whoever takes it then reads the shop first.
		s.log.WarnContext(ctx, "runs: shop put off", "run", row.RunID, "shop", row.ShopID, "err", err)
	}
}
