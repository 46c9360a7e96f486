package pause

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

func (s *Service) due(ctx context.Context, free int) ([]store.Pause, error) {
	return s.Pauses.DuePauses(ctx, s.Millis(), free)
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
	ctx, cancel := background.Finish(ctx, timeout)
	defer cancel()
	before := p.State
	r := s.advance(ctx, p, nil, server)
	if r.err != nil {
		s.Logger.WarnContext(ctx, "pause: shop not reached", "shop", p.ShopID, "state", p.State, "tries",
			r.pause.Tries, "err", r.err)
	}
	if r.pause.State != before {
		s.Logger.InfoContext(ctx, "pause: went on", "shop", p.ShopID, "from", before, "to", r.pause.State)
	}
	saving, done := background.Finish(ctx, background.SaveWithin)
	defer done()
	_, err := s.release(saving, r.pause)
	if errors.Is(err, store.ErrConflict) {
		return nil // the lease had ended: the next holder reads the shop first
	}
	return err
}

// tell makes a call that changes the shop, between the audit's intent and outcome. No call is sent before its intent
// is in the audit, and none after another replica has claimed the pause.
func (s *Service) tell(ctx context.Context, p store.Pause, path string, by requester) error {
	call := s.Platform.Rest
	if path == platform.PathShopOpen {
		call = s.Platform.Open
	}
	send := func() error {
		if err := s.hold(ctx, p); err != nil {
			return &platform.UnreachableError{Path: path, Err: fmt.Errorf("pause: lease: %w", err)}
		}
		return call(ctx, platform.ShopRef{ShopID: p.ShopID})
	}
	if by.recorded {
		return by.try(ctx, send)
	}
	endpoint, _ := platform.EndpointAt(path)
	finish, err := s.calls.Begin(ctx, s.entry(p, endpoint.Audit, by))
	if err != nil {
		return &platform.UnreachableError{Path: path, Err: fmt.Errorf("pause: audit: %w", err)}
	}
	err = by.try(ctx, send)
	o, detail := upstream.OutcomeOf(err)
	finish(o.Audited(), detail)
	return err
}

// entry is an audit entry about a pause.
func (s *Service) entry(p store.Pause, action string, by requester) store.Entry {
	request := struct {
		ShopID int64  `json:"shopId"`
		Until  int64  `json:"until,omitempty"`
		Reason string `json:"reason,omitempty"`
		Note   string `json:"note,omitempty"`
	}{p.ShopID, p.Until, p.Reason, p.Note}
	return by.Entry(action, p.ShopID, request, s.Now())
}
