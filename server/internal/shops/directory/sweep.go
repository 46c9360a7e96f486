package directory

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lease     = 2 * time.Minute  // on a shop; longer than its three reads may take
	readsTake = 90 * time.Second // at most, including the wait for the rate limit and a busy platform
	atOnce    = 4                // shops that are read in parallel
	pollEvery = time.Second      // between looks for due shops
	minRetry  = 30 * time.Second // of a shop that can't be read; doubles up to Options.Every

	restAfter = 3               // failures in a row before a rest
	minRest   = 5 * time.Second // doubles with each further one
	maxRest   = 2 * time.Minute
	keepGone  = 30 * 24 * time.Hour // how long a deleted group can be brought back
)

// meet schedules new shops for reading, and takes over news of other replicas.
func (s *Service) meet(ctx context.Context) error {
	if err := s.Store.EnsureSeen(ctx); err != nil {
		return err
	}
	return s.look(ctx, false)
}

// due claims shops, the longest overdue first.
func (s *Service) due(ctx context.Context, free int) ([]store.ShopSnapshot, error) {
	now := s.Now()
	if s.Off || s.breaker.left(now) > 0 {
		return nil, nil
	}
	most := now.Add(max(s.Every, lease) + clockSkew).UnixMilli()
	return s.Store.ClaimSeen(ctx, now.UnixMilli(), now.Add(lease).UnixMilli(), most, free)
}

// read reads a claimed shop through calls that are heard. A lost claim belongs to another replica.
func (s *Service) read(ctx context.Context, claimed store.ShopSnapshot) error {
	before := claimed.Failure
	failed := s.reads(ctx, claimed.ShopID)
	if failed != nil && ctx.Err() != nil {
		return nil // we are stopping: the lease ends by itself
	}
	due := s.Now().Add(s.Every)
	if errors.Is(failed, errNoTurn) { // a late turn says nothing about the shop
		_, err := s.finish(ctx, claimed, s.Now().Add(minRetry))
		return err
	}
	claimed.Failure = ""
	if failed != nil {
		claimed.Failure = failureOf(failed)
		claimed.Tries++
		due = s.Now().Add(background.Backoff(minRetry, s.Every, claimed.Tries))
		s.Logger.InfoContext(ctx, "directory: shop not read", "shop", claimed.ShopID, "kind", claimed.Failure, "tries",
			claimed.Tries, "err", failed)
	} else {
		claimed.Tries = 0
	}
	s.breaker.note(claimed.Failure == api.ReadNoAnswer, s.Now())
	if err := s.Flush(ctx); err != nil {
		return err
	}
	mine, err := s.finish(ctx, claimed, due)
	if mine && before != claimed.Failure {
		s.failed(claimed.ShopID, claimed.Failure)
	}
	return err
}

// errNoTurn reports that there was no turn in time: a run went first, or the platform takes no more calls.
var errNoTurn = errors.New("directory: no turn to call the platform in time")

// errNoData reports that the platform answered with success and sent no data, or data that can't be read.
var errNoData = errors.New("directory: an answer without usable data")

// finish gives a claimed shop back; mine is false if another replica has claimed the shop.
func (s *Service) finish(ctx context.Context, claimed store.ShopSnapshot, due time.Time) (mine bool, err error) {
	err = s.Store.FinishSeen(ctx, claimed, due.UnixMilli())
	if errors.Is(err, store.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// reads makes the three reads, each within the rate limit. It fails where an answer left its part as old as it was: the
// answer was without data, or the data couldn't be read.
func (s *Service) reads(ctx context.Context, shopID int64) error {
	s.reading.Store(shopID, nil)
	defer s.reading.Delete(shopID)
	begun := s.Millis()
	ctx, cancel := context.WithTimeout(ctx, readsTake)
	defer cancel()
	ref := platform.ShopRef{ShopID: shopID}
	for _, read := range []func() error{
		func() error {
			record, err := s.Platform.Shop(ctx, ref)
			if err != nil || record == nil {
				return err
			}
			return s.rename(ctx, shopID, record)
		},
		func() error { _, err := s.Platform.WeeklyHours(ctx, ref); return err },
		func() error { _, err := s.Platform.SpecialHours(ctx, ref); return err },
	} {
		err := upstream.Patiently(ctx, func() error {
			if err := s.Limiter.Wait(ctx); err != nil {
				return errNoTurn
			}
			return read()
		})
		var said *platform.Error
		if errors.As(err, &said) && said.TooMany() {
			return errNoTurn
		}
		if err != nil {
			return err
		}
	}
	if k := s.shop(shopID); k != nil && k.readAt() <= begun-sameAgain.Milliseconds() {
		return errNoData
	}
	return nil
}

// rename has a shop go by the names of its record, but for one that a host has named.
func (s *Service) rename(ctx context.Context, shopID int64, record *platform.Shop) error {
	k := s.shop(shopID)
	if k == nil || record.Name+record.EnName == "" || k.shop.Name == record.Name && k.shop.EnName == record.EnName ||
		s.Named(shopID) {
		return nil
	}
	shop := store.Shop{ShopID: shopID, Name: record.Name, EnName: record.EnName}
	if err := s.Store.PutShops(ctx, []store.Shop{shop}); err != nil {
		return err
	}
	return s.ShopChanged(ctx, shopID)
}

// failed notes the failure of a shop's last read, and shows it.
func (s *Service) failed(shopID int64, failure string) {
	m := &s.memory
	m.mu.Lock()
	if k := m.shops[shopID]; k != nil {
		next := *k
		next.failure = failure
		m.shops[shopID] = &next
	}
	m.mu.Unlock()
	s.show(shopID)
}

// failureOf names the kind of a failure.
func failureOf(err error) string {
	if errors.Is(err, platform.ErrUnreachable) || errors.Is(err, context.DeadlineExceeded) {
		return api.ReadNoAnswer
	}
	if errors.Is(err, errNoData) {
		return api.ReadNoData
	}
	switch o, _ := upstream.OutcomeOf(err); o {
	case upstream.Refused:
		return api.ReadNoShop
	case upstream.NotDone:
		return api.ReadNoAccess
	case upstream.Done, upstream.Unknown:
	}
	return api.ReadNoAnswer
}

// circuitBreaker pauses calls to a platform that doesn't answer.
type circuitBreaker struct {
	mu    sync.Mutex
	fails int
	until time.Time
}

func (b *circuitBreaker) note(down bool, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !down {
		b.fails, b.until = 0, time.Time{}
		return
	}
	if b.fails++; b.fails >= restAfter {
		b.until = now.Add(background.Backoff(minRest, maxRest, b.fails-restAfter+1))
	}
}

func (b *circuitBreaker) left(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.until.Sub(now))
}
