package pause

import (
	"context"
	"errors"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// pause suspends a shop, or changes its pause. A shop that was reopened elsewhere is suspended anew. While the shop
// can't be read, our row counts, but not for a run, which reports that the shop is paused.
func (s *Service) pause(ctx context.Context, scope auth.ShopScope, request api.PauseOrders, until int64,
	by requester) (result, error) {
	p, err := s.decidedUpon(ctx, scope, request.Version)
	if err != nil {
		return result{}, err
	}
	fresh := p.State == store.PauseEnded
	opens := until != 0 && p.Until == 0 // a pause without an end gets one, which opens the shop
	var shop *platform.Shop
	err = by.try(ctx, func() (err error) {
		shop, err = s.Platform.Shop(ctx, platform.ShopRef{ShopID: p.ShopID})
		return err
	})
	switch {
	case err == nil:
		fresh = fresh || p.State != store.PauseAsked && shop.Operating() && !s.unshown(p)
	case fresh, opens, by.recorded:
		return result{}, upstream.Failure(err, false)
	}
	if fresh {
		p.StartedAt, p.Seen, p.Tries = s.Millis(), "", 0
	}
	p.OperatorID, p.Operator, p.Until = by.OperatorID, by.Name, until
	p.Reason, p.Note = string(request.Reason), strings.TrimSpace(request.Note)
	switch {
	case fresh:
		return s.begin(ctx, p, shop, by)
	case p.State == store.PauseLeft:
		return result{}, errNotOpen
	case opens && shop.Unsaid():
		return result{}, errUnsaid
	}
	return s.alter(ctx, p, by)
}

// begin suspends an open shop. A shop that isn't open was closed by another party and stays closed. Where the record
// doesn't tell, only a pause with an end is refused: it would open the shop.
func (s *Service) begin(ctx context.Context, p store.Pause, shop *platform.Shop, by requester) (result, error) {
	switch {
	case shop.Unsaid() && p.Until != 0:
		return result{}, errUnsaid
	case closed(shop):
		return result{}, errNotOpen
	}
	p.State = store.PauseAsked
	var err error
	if p, err = s.claim(ctx, p); err != nil {
		return result{}, s.conflict(ctx, p.ShopID, err)
	}
	return s.finish(ctx, p, s.advance(ctx, p, shop, by))
}

// alter gives a pause another end and reason. The platform knows neither, so nothing is sent; a requested reopening
// is cancelled.
func (s *Service) alter(ctx context.Context, p store.Pause, by requester) (result, error) {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	switch p.State {
	case store.PauseResuming:
		p.State = store.PausePaused
	case store.PauseAsked:
		p.StartedAt = s.Millis() // the tries to suspend the shop begin anew
	}
	p.Tries, p.DueAt = 0, s.nextLook(p)
	if s.unshown(p) {
		p.DueAt = s.Millis() + minRetry.Milliseconds()
	}
	var saved store.Pause
	var err error
	if by.recorded {
		saved, err = s.release(ctx, p)
	} else {
		err = s.calls.Audit.WithAudit(ctx, s.entry(p, "pause.change", by), func(ctx context.Context) (err error) {
			saved, err = s.release(ctx, p)
			return err
		})
	}
	if err != nil {
		return result{}, s.conflict(ctx, p.ShopID, err)
	}
	return result{pause: saved}, nil
}

// resume reopens a shop on request, also a shop that was suspended elsewhere.
func (s *Service) resume(ctx context.Context, scope auth.ShopScope, version int64, by requester) (result, error) {
	p, err := s.decidedUpon(ctx, scope, version)
	if err != nil {
		return result{}, err
	}
	if p.State == store.PauseEnded { // suspended elsewhere: without operator and reason
		p = store.Pause{ShopID: p.ShopID, Version: p.Version, StartedAt: s.Millis(), Seen: elsewhere}
	}
	var shop *platform.Shop // to be read
	if s.unshown(p) {
		shop = &platform.Shop{} // its record may show it as open
	}
	p.State, p.Tries = store.PauseResuming, 0
	if p, err = s.claim(ctx, p); err != nil {
		return result{}, s.conflict(ctx, p.ShopID, err)
	}
	return s.finish(ctx, p, s.advance(ctx, p, shop, by))
}

// decidedUpon returns the shop's pause if its version is the given one and no lease is on it. Version 0 also matches
// a pause that has ended.
func (s *Service) decidedUpon(ctx context.Context, scope auth.ShopScope, version int64) (store.Pause, error) {
	p, err := s.present(ctx, scope.ShopID())
	if err != nil {
		return p, httpio.Unavailable(err)
	}
	ended := p.State == store.PauseEnded
	if s.held(p) {
		return p, errBusy
	}
	if p.Version != version && (!ended || version != 0) {
		return p, changed(p)
	}
	return p, nil
}

// finish saves the result of a step of a claimed pause. A refusal of the platform is an answer; a call that will be
// tried again shows in the pause. If the store fails, the claimed pause is the answer: it is under way, and its next
// holder reads the shop first.
func (s *Service) finish(ctx context.Context, claimed store.Pause, r result) (result, error) {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	saved, err := s.release(ctx, r.pause)
	switch {
	case errors.Is(err, store.ErrConflict):
		return result{}, s.conflict(ctx, claimed.ShopID, err)
	case err != nil:
		s.Logger.ErrorContext(ctx, "pause: result not saved", "shop", claimed.ShopID, "state", claimed.State, "err", err)
		return result{pause: claimed, shop: r.shop}, nil
	}
	if r.err == nil {
		r.pause = saved
		return r, nil
	}
	s.Logger.WarnContext(ctx, "pause: platform call failed", "shop", saved.ShopID, "state", saved.State, "tries",
		saved.Tries, "err", r.err)
	if o, _ := upstream.OutcomeOf(r.err); o == upstream.Refused {
		return result{}, upstream.Failure(r.err, false)
	}
	return result{pause: saved}, nil
}
