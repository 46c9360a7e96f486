package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	loadWithin  = 5 * time.Second        // to read a session from the store
	touchWithin = 250 * time.Millisecond // to write that it was seen
)

// Identify finds out who asks and remembers it in the request's context (see
// [PrincipalFrom]); without a live session the request goes on as nobody's.
// When the store fails it answers 503: somebody who can't be identified isn't
// let through as nobody. It never writes to the answer and doesn't wrap it.
func (s *Service) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known, err := s.identify(r)
		if err != nil {
			httpio.WriteError(s.log, w, r, err)
			return
		}
		if known != nil {
			p := *known
			p.Address = s.addressText(r)
			r = r.WithContext(WithPrincipal(r.Context(), &p))
		}
		next.ServeHTTP(w, r)
	})
}

// identify is who sent r, nil for nobody. The principal is shared.
func (s *Service) identify(r *http.Request) (*Principal, error) {
	if s.cfg.Host != nil {
		return s.hostPrincipal(r)
	}
	token := s.cookieToken(r)
	if token == "" {
		return nil, nil
	}
	return s.bySum(r.Context(), sha256.Sum256([]byte(token)))
}

// bySum is whose session has the token of that sum, nil for nobody's.
func (s *Service) bySum(asking context.Context, sum [sha256.Size]byte) (*Principal, error) {
	p, drops := s.principals.get(sum, s.cfg.Now())
	if p != nil {
		return p, nil
	}
	// Requests that miss together share one read. Not with a read that began
	// before the last revocation, though: hence drops in the key. The read
	// isn't the first caller's alone, so their leaving doesn't end it.
	key := fmt.Sprintf("%x.%d", sum, drops)
	shared := context.WithoutCancel(asking)
	found, err, _ := s.loads.Do(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(shared, loadWithin)
		defer cancel()
		return s.load(ctx, sum, drops, true)
	})
	if err != nil {
		return nil, s.unavailable(asking, "identify", err)
	}
	return found.(*Principal), nil
}

// load reads a session and its operator from the store, notes that it is in
// use if it is, and remembers the principal; nil for no live session.
func (s *Service) load(ctx context.Context, sum [sha256.Size]byte, drops uint64, use bool) (*Principal, error) {
	now := s.cfg.Now()
	session, err := s.store.Session(ctx, tokenHash(sum), now.UnixMilli())
	if err != nil {
		return nil, orNotFound(err)
	}
	data, err := decodeSession(session.Data)
	if err != nil {
		return nil, nil // damaged: no session
	}
	p, err := s.operator(ctx, session.OperatorID)
	if p == nil || err != nil {
		return nil, err
	}
	p.session, p.provedAt = session.TokenHash, session.ProvedAt
	if use {
		s.touch(ctx, session, data, now)
	}
	until := now.Add(cacheFor)
	if end := time.UnixMilli(session.ExpiresAt); end.Before(until) {
		until = end
	}
	s.principals.keep(sum, remembered{p, until}, now, drops)
	return p, nil
}

// operator reads who an operator is and what they may do; nil if they are
// unknown, disabled, or of a demonstration that is over.
func (s *Service) operator(ctx context.Context, id int64) (*Principal, error) {
	o, err := s.store.Operator(ctx, id)
	if err != nil {
		return nil, orNotFound(err)
	}
	if o.Disabled || (isDemo(o.Login) && !s.cfg.Demo) {
		return nil, nil
	}
	memberships, err := s.store.Memberships(ctx, id)
	if err != nil {
		return nil, err
	}
	p := newPrincipal(o, memberships)
	if p.prefs, err = s.store.Preferences(ctx, id); err != nil {
		return nil, err
	}
	if o.Login == demoLogin(demoOwner) {
		p.grants = append(p.grants, grant{store.AllShops, demoOwner})
		p.sortGrants()
	}
	return p, nil
}

// touch moves a session's idle end, once a minute at most. A session that
// can't be touched is as good as before, so a failure is only logged.
func (s *Service) touch(ctx context.Context, session store.Session, data sessionData, now time.Time) {
	if now.UnixMilli()-session.SeenAt < touchEvery.Milliseconds() {
		return
	}
	session.SeenAt = now.UnixMilli()
	session.ExpiresAt = min(data.Until, s.idleEnd(data, now))
	ctx, cancel := context.WithTimeout(ctx, touchWithin)
	defer cancel()
	if err := s.store.SaveSession(ctx, session); err != nil {
		s.log.WarnContext(ctx, "auth: session not extended", "operator", session.OperatorID, "err", err)
	}
}

// orNotFound turns not found into no error.
func orNotFound(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
