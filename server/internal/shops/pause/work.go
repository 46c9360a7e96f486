package pause

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

func (s *Service) due(ctx context.Context, free int) ([]store.Pause, error) {
	return s.Pauses.DuePauses(ctx, s.millis(), free)
}

// claimAll claims pauses. A pause that another replica has claimed first is left out.
func (s *Service) claimAll(ctx context.Context, due []store.Pause) (claimed []store.Pause, err error) {
	for _, p := range due {
		p, err := s.claim(ctx, p)
		switch {
		case err == nil:
			claimed = append(claimed, p)
		case !errors.Is(err, store.ErrConflict):
			return claimed, err
		}
	}
	return claimed, nil
}

// work advances one claimed pause.
func (s *Service) work(ctx context.Context, p store.Pause) error {
	ctx, cancel := within(ctx)
	defer cancel()
	before := p.State
	r := s.step(ctx, p, nil, server)
	if r.err != nil {
		s.Logger.WarnContext(ctx, "pause: shop not reached", "shop", p.ShopID, "state", p.State, "tries",
			r.pause.Tries, "err", r.err)
	}
	if r.pause.State != before {
		s.Logger.InfoContext(ctx, "pause: went on", "shop", p.ShopID, "from", before, "to", r.pause.State)
	}
	_, err := s.release(ctx, r.pause)
	if errors.Is(err, store.ErrConflict) {
		return nil // the lease had ended: the next holder reads the shop first
	}
	return err
}
