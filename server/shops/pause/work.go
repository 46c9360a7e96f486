package pause

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Run works on what is due until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		if err := s.Work(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "pause: work", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Work takes on every pause that is due, once. Replicas may do so at the same
// time: each row is claimed by one of them.
func (s *Service) Work(ctx context.Context) error {
	now := s.millis()
	for ctx.Err() == nil {
		due, err := s.pauses.DuePauses(ctx, now, together)
		if err != nil || len(due) == 0 {
			return err
		}
		var working sync.WaitGroup
		errs := make([]error, len(due))
		for i, p := range due {
			working.Go(func() { errs[i] = s.work(ctx, p) })
		}
		working.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// work takes one pause on. That another replica was faster is no error.
func (s *Service) work(ctx context.Context, p store.Pause) error {
	ctx, cancel := within(ctx)
	defer cancel()
	p, err := s.claim(ctx, p)
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	if err != nil {
		return err
	}
	before := p.State
	r := s.step(ctx, p, nil, server)
	if r.err != nil {
		s.log.WarnContext(ctx, "pause: shop not reached", "shop", p.ShopID, "state", p.State, "tries", r.pause.Tries, "err", r.err)
	}
	if r.pause.State != before {
		s.log.InfoContext(ctx, "pause: went on", "shop", p.ShopID, "from", before, "to", r.pause.State)
	}
	_, err = s.release(ctx, r.pause)
	if errors.Is(err, store.ErrConflict) {
		return nil // the lease had ended: whoever has it now reads the shop first
	}
	return err
}
