package pause

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lease        = 15 * time.Second     // on a row; prolonged while its holder works
	timeout      = 25 * time.Second     // for the calls under a lease; the result is saved within background.SaveWithin
	recheckEvery = 5 * time.Minute      // between looks at a paused shop
	giveUp       = 5 * time.Minute      // for trying to suspend a shop
	behind       = giveUp + time.Minute // after its start, in which a record may not show a pause yet
	minRetry     = 5 * time.Second      // doubles with each failure
	maxRetry     = 2 * time.Minute
	mostTries    = 10              // to reopen a shop, once the platform refuses that
	poll         = 2 * time.Second // between looks for due pauses
	together     = 8               // shops worked on in parallel
)

// Platform is the part of the platform's client that pauses call.
type Platform interface {
	Shop(ctx context.Context, request platform.ShopRef) (*platform.Shop, error)
	Rest(ctx context.Context, request platform.ShopRef) error
	Open(ctx context.Context, request platform.ShopRef) error
}

var _ Platform = (*platform.Client)(nil)

// Options set up a [Service]. All but the last two are required.
type Options struct {
	Authoriser auth.Authoriser
	Platform   Platform
	Pauses     store.Pauses
	Audit      store.Audit
	background.Base
	// OnChanged is called with each changed pause. Default: no call.
	OnChanged func(ctx context.Context, p api.Pause)
}

// Service pauses and resumes.
type Service struct {
	*background.Job

	Options
	calls   audit.Calls
	changes httpio.InFlight // requests on their way to the platform
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Platform == nil || o.Pauses == nil || o.Audit == nil {
		return nil, errors.New("pause: Options.Authoriser, Platform, Pauses and Audit are required")
	}
	o.Defaults()
	if o.OnChanged == nil {
		o.OnChanged = func(context.Context, api.Pause) {}
	}
	s := &Service{Options: o, calls: audit.Calls{Audit: o.Audit, Base: o.Base}}
	s.Job = background.OfRows(background.Config{Name: "pauses", Every: poll}, background.Rows[store.Pause]{
		Hands: together, Due: s.due, Claim: s.claimAll, Do: s.work,
	})
	return s, nil
}

// Wait returns when no change is under way, or when ctx has ended. Call Wait after requests have stopped coming.
func (s *Service) Wait(ctx context.Context) error { return s.changes.Wait(ctx) }

// Recheck makes a shop's pause due now, because the platform says that the shop has changed.
func (s *Service) Recheck(ctx context.Context, shopID int64) {
	if err := s.Pauses.RecheckPause(ctx, shopID, s.Millis()); err != nil {
		s.Logger.WarnContext(ctx, "pause: not looked at", "shop", shopID, "err", err)
		return
	}
	s.Ring()
}

// held tells whether a lease is on the pause.
func (s *Service) held(p store.Pause) bool { return store.Held(p.LeaseUntil, s.Millis()) }

// present returns the shop's pause; a shop without a pause has a zero pause in state PauseEnded.
func (s *Service) present(ctx context.Context, shopID int64) (store.Pause, error) {
	p, err := s.Pauses.Pause(ctx, shopID)
	if errors.Is(err, store.ErrNotFound) {
		return store.Pause{ShopID: shopID, State: store.PauseEnded}, nil
	}
	return p, err
}

// claim saves the changed pause with a lease: the row belongs to the caller until the lease ends, and is due then.
func (s *Service) claim(ctx context.Context, p store.Pause) (store.Pause, error) {
	p.LeaseUntil = s.Millis() + lease.Milliseconds()
	p.DueAt = p.LeaseUntil
	if err := s.Pauses.SavePause(ctx, p); err != nil {
		return p, err
	}
	p.Version++
	return p, nil
}

// hold prolongs a claim; store.ErrConflict if another replica has claimed the pause.
func (s *Service) hold(ctx context.Context, p store.Pause) error {
	return s.Pauses.HoldPause(ctx, p.ShopID, p.Version, s.Millis()+lease.Milliseconds())
}

// release saves the result of a claim and ends the lease.
func (s *Service) release(ctx context.Context, p store.Pause) (store.Pause, error) {
	p.LeaseUntil = 0
	if err := s.Pauses.SavePause(ctx, p); err != nil {
		return p, err
	}
	p.Version++
	s.OnChanged(ctx, shown(p))
	return p, nil
}
