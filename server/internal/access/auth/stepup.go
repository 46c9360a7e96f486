package auth

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// provenFor is the time for which a proof of identity allows dangerous acts. A
// sign-in is such a proof; at a provider, from the moment in which the person signed in there.
const provenFor = 5 * time.Minute

// Ways in which a session begins.
const (
	methodPassword = "password"
	methodPasskey  = "passkey"
	methodProvider = "provider"
	methodLink     = "link" // a one-time link
	methodDemo     = "demo"
)

// RequireStepUp refuses a dangerous act unless the asker has proved who they are in
// the last five minutes. The answer is [api.CodeStepUp]: the browser asks for the
// proof and sends the call again. Call RequireStepUp after all other checks of the
// act. A host's people pass, because the host asks for proofs.
func (s *Service) RequireStepUp(ctx context.Context) error {
	p := PrincipalFrom(ctx)
	if p == nil {
		return errSignedOut
	}
	// A proof from the future is as good as none: the clock was ahead then.
	if p.host || s.Now().Sub(time.UnixMilli(p.provedAt)).Abs() < provenFor {
		return nil
	}
	return errStepUp
}

// HandleStepUpWays lists the ways in which the asker can prove who they are
// ([api.PathStepUp]).
func (s *Service) HandleStepUpWays(w http.ResponseWriter, r *http.Request) error {
	p, err := s.ownPeople(r)
	if err != nil {
		return err
	}
	if isDemo(p.Login) {
		return httpio.WriteJSON(w, api.StepUpWays{Demo: true})
	}
	o, err := s.Store.Operator(r.Context(), p.OperatorID)
	if err != nil {
		return unavailable("read operator", err)
	}
	keys, err := s.Store.Passkeys(r.Context(), p.OperatorID)
	if err != nil {
		return unavailable("list passkeys", err)
	}
	return httpio.WriteJSON(w, api.StepUpWays{Password: o.Password != "", Passkey: s.passkeys != nil && len(keys) > 0})
}

// HandleStepUp takes the proof ([api.PathStepUp]). The session continues under a
// new token, and its end doesn't move.
func (s *Service) HandleStepUp(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.StepUp](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	switch {
	case in.Passkey != nil:
		err = s.proveByPasskey(r, p, *in.Passkey)
	case in.Demo:
		if !s.Demo || !isDemo(p.Login) {
			err = errNoDemo
		}
	default:
		err = s.proveByPassword(r, p, in.Password)
	}
	if err != nil {
		return err
	}
	if err := s.renewSession(w, r, p); err != nil {
		return err
	}
	s.event(r.Context(), eventStepUp, "operator", p.OperatorID, "address", p.Address)
	return httpio.WriteJSON(w, s.session(r.Context(), p))
}

// proveByPassword is throttled like a sign-in on a known device. Strangers' tries
// don't count, because the asker is signed in.
func (s *Service) proveByPassword(r *http.Request, p *Principal, password string) error {
	_, key, err := s.deviceOf(r, p.Login)
	if err != nil {
		return err
	}
	_, _, err = s.tryPassword(r, accountKey{p.Login, cmp.Or(key, p.session)}, password, "what", "stepup")
	return err
}

// renewSession gives p's session a new token, proved now. The session's beginning
// and latest end stay, so that repeated proofs don't keep an operator signed in for
// ever. The error is errSignedOut if the session has ended, or has a new token already.
func (s *Service) renewSession(w http.ResponseWriter, r *http.Request, p *Principal) error {
	ctx, now := r.Context(), s.Now()
	one, err := s.Store.Session(ctx, p.session, now.UnixMilli())
	if errors.Is(err, store.ErrNotFound) {
		return errSignedOut
	}
	if err != nil {
		return unavailable("read session", err)
	}
	data, err := decodeSession(one.Data)
	if err != nil {
		return err
	}
	data.Values[keyFirst] = firstName(one, data)
	if one.Data, err = json.Marshal(data); err != nil {
		return err
	}
	token, client := randomText(setupBytes), s.client(r)
	one.TokenHash, one.Address, one.UserAgent = hashOf(token), client.address, client.userAgent
	one.SeenAt, one.ProvedAt = now.UnixMilli(), now.UnixMilli()
	one.ExpiresAt = min(data.Until, s.idleEnd(data, now))
	err = s.Store.RenewSession(ctx, p.session, one)
	if errors.Is(err, store.ErrNotFound) {
		return errSignedOut
	}
	if err != nil {
		return unavailable("renew session", err)
	}
	s.forget(p.session)
	life := time.Duration(0) // the cookie ends when the browser closes
	if data.Values[keyRemember] != "" {
		life = time.UnixMilli(data.Until).Sub(now)
	}
	s.setCookie(w, s.sessionCookie, token, life)
	return nil
}

// ownPeople gives the asker where the console manages its people. Where a host
// manages people, the error is errHostSigns.
func (s *Service) ownPeople(r *http.Request) (*Principal, error) {
	if s.Host != nil {
		return nil, errHostSigns
	}
	return s.RequireSignedIn(r.Context())
}

// askedBy gives the asker of a request, whom may finds or refuses, and what they ask.
func askedBy[T any](may func(*http.Request) (*Principal, error), w http.ResponseWriter, r *http.Request) (p *Principal,
	in T, err error) {
	if p, err = may(r); err != nil {
		return nil, in, err
	}
	in, err = httpio.Decode[T](w, r)
	return p, in, err
}
