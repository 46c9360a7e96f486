package pause

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// requester is the operator that the audit names.
type requester struct {
	*auth.Principal
	recorded bool // the caller has written the audit entry
}

var server = requester{Principal: auth.Server}

// try makes a call, and again each second while the platform takes no more calls: for as long as a person waits. The
// worker and a run go on, because pauses of many shops may begin and end together, and a shop that is put off after
// each refusal would open many minutes late.
func (by requester) try(ctx context.Context, call func() error) error {
	if by != server && !by.recorded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, upstream.Patience)
		defer cancel()
	}
	return upstream.Patiently(ctx, call)
}

// result is the result of a step.
type result struct {
	pause store.Pause    // to be saved
	shop  *platform.Shop // as read last; nil when the read failed, or the shop was changed since
	err   error          // of the failed call, also when it will be tried again
}

// advance makes a step of a claimed pause. The claim is prolonged meanwhile; calls end when the claim is lost.
func (s *Service) advance(ctx context.Context, p store.Pause, shop *platform.Shop, by requester) result {
	held, stop := background.Hold(ctx, lease, func(ctx context.Context) error { return s.hold(ctx, p) }, func(err error) {
		s.Logger.WarnContext(ctx, "pause: claim not prolonged", "shop", p.ShopID, "err", err)
	})
	defer stop()
	return s.step(held, p, shop, by)
}

// step advances a claimed pause: it reads the shop, unless a fresh read is given, makes the call that the pause asks
// for, and returns the result.
func (s *Service) step(ctx context.Context, p store.Pause, shop *platform.Shop, by requester) result {
	if shop == nil {
		err := by.try(ctx, func() (err error) {
			shop, err = s.Platform.Shop(ctx, platform.ShopRef{ShopID: p.ShopID})
			return err
		})
		if err != nil {
			return s.later(p, err)
		}
	}
	switch {
	case p.State == store.PauseAsked:
		return s.suspend(ctx, p, shop, by)
	case shop.Operating() && s.unshown(p):
		return s.paused(p, nil)
	case shop.Operating():
		return s.ended(p, shop) // the shop is open as wanted, or another party opened it
	case p.State == store.PauseResuming:
		return s.open(ctx, p, shop, by)
	case shop.Unsaid(): // nothing to compare
	case p.State == store.PausePaused && p.Seen == "":
		p.Seen = look(shop)
	case p.State == store.PausePaused && p.Seen != look(shop):
		p = s.leave(ctx, p)
	}
	if p.State == store.PausePaused && p.Until != 0 && p.Until <= s.Millis() {
		return s.open(ctx, p, shop, by)
	}
	return s.wait(p, shop)
}

// unshown reports whether a record may not show yet that we suspended the shop.
func (s *Service) unshown(p store.Pause) bool {
	return p.State == store.PausePaused && p.Seen == "" && s.Millis()-p.StartedAt < behind.Milliseconds()
}

// elsewhere matches the look of no shop: a shop that we didn't suspend is never taken for ours.
const elsewhere = "elsewhere"

// look describes the visible state of a shop.
func look(shop *platform.Shop) string {
	return fmt.Sprintf("%d/%d/%d", shop.Status, shop.DeliveryRest, shop.PickupRest)
}

// closed reports whether the record says that the shop is closed, by whatever code.
func closed(shop *platform.Shop) bool { return !shop.Operating() && !shop.Unsaid() }

// suspend suspends the shop. The shop was open at the request, so a shop found suspended was suspended by us.
func (s *Service) suspend(ctx context.Context, p store.Pause, shop *platform.Shop, by requester) result {
	switch {
	case closed(shop):
		return s.paused(p, shop)
	case p.Until != 0 && p.Until <= s.Millis(), s.Millis()-p.StartedAt > giveUp.Milliseconds():
		return s.ended(p, shop)
	}
	err := s.tell(ctx, p, platform.PathShopRest, by)
	switch o, _ := upstream.OutcomeOf(err); o {
	case upstream.Done:
		after, err := s.Platform.Shop(ctx, platform.ShopRef{ShopID: p.ShopID})
		if err != nil || !closed(after) {
			after = nil // the next look reads the state
		}
		return s.paused(p, after)
	case upstream.Unknown:
		after, readErr := s.Platform.Shop(ctx, platform.ShopRef{ShopID: p.ShopID})
		if readErr == nil && closed(after) {
			return s.paused(p, after)
		}
	case upstream.Refused:
		if by != server { // who is told of it decides anew
			r := s.ended(p, shop)
			r.err = err
			return r
		}
	case upstream.NotDone:
	}
	return s.later(p, err)
}

// open reopens the shop.
func (s *Service) open(ctx context.Context, p store.Pause, shop *platform.Shop, by requester) result {
	err := s.tell(ctx, p, platform.PathShopOpen, by)
	o, _ := upstream.OutcomeOf(err)
	if o == upstream.Done || o == upstream.Unknown {
		after, readErr := s.Platform.Shop(ctx, platform.ShopRef{ShopID: p.ShopID})
		switch {
		case readErr == nil && (o == upstream.Done || after.Operating()):
			return s.ended(p, after)
		case o == upstream.Done:
			return s.ended(p, nil)
		}
	}
	if o == upstream.Refused && (by != server || p.Tries >= mostTries) {
		p.State = store.PauseLeft
		if p.Until > s.Millis() { // its end tries again
			p.State = store.PausePaused
		}
		r := s.wait(p, shop)
		r.err = err
		return r
	}
	return s.later(p, err)
}

// leave records in the audit that we won't reopen the shop any more.
func (s *Service) leave(ctx context.Context, p store.Pause) store.Pause {
	finish, err := s.calls.Begin(ctx, s.entry(p, "pause.left", server))
	if err != nil {
		s.Logger.ErrorContext(ctx, "pause: left closed, not recorded", "shop", p.ShopID, "err", err)
	} else {
		finish(store.OutcomeDone, "closed on the platform meanwhile: left closed")
	}
	p.State = store.PauseLeft
	return p
}

func (s *Service) paused(p store.Pause, shop *platform.Shop) result {
	p.State, p.Seen = store.PausePaused, ""
	if shop != nil {
		p.Seen = look(shop)
	}
	r := s.wait(p, shop)
	if shop == nil {
		r.pause.DueAt = s.Millis() + minRetry.Milliseconds()
	}
	return r
}

func (s *Service) ended(p store.Pause, shop *platform.Shop) result {
	p.State, p.Tries, p.DueAt = store.PauseEnded, 0, 0
	return result{pause: p, shop: shop}
}

// wait sets the next look: at the pause's end, or sooner.
func (s *Service) wait(p store.Pause, shop *platform.Shop) result {
	p.Tries, p.DueAt = 0, s.nextLook(p)
	return result{pause: p, shop: shop}
}

func (s *Service) nextLook(p store.Pause) int64 {
	if p.State == store.PauseAsked {
		return s.Millis()
	}
	next := s.Millis() + recheckEvery.Milliseconds()
	if p.State == store.PausePaused && p.Until != 0 {
		next = min(next, p.Until)
	}
	return next
}

// later schedules another try, at growing intervals.
func (s *Service) later(p store.Pause, err error) result {
	p.Tries++
	p.DueAt = s.Now().Add(background.Backoff(minRetry, maxRetry, p.Tries)).UnixMilli()
	return result{pause: p, err: err}
}
