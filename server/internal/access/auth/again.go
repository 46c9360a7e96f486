package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Reauthenticator returns a function that finds out later who sent r, for work that goes on
// after r was answered. Its calls don't count as use of the session, like those of
// [Service.StillSignedIn]. The function keeps no more of r than it needs.
//
// The principal is nil when the session has ended. The returned context then has no
// principal either, even if the given context had one. A host may keep the identity
// only in the context of its requests, and so no longer know the kept request. The
// error then tells the browser to send a new request through the host.
func (s *Service) Reauthenticator(r *http.Request) func(ctx context.Context) (context.Context, *Principal, error) {
	asker := &Principal{session: s.sessionRef(r), Address: s.addressText(r)}
	ask := func(ctx context.Context) (*Principal, error) { return s.StillSignedIn(ctx, asker) }
	if s.Host != nil {
		kept := r.Clone(context.Background())
		kept.Body = http.NoBody
		ask = func(ctx context.Context) (*Principal, error) {
			p, err := s.hostPrincipal(kept.WithContext(ctx))
			switch {
			case p != nil:
				p.Address = asker.Address
			case err == nil:
				err = errAskHost
			}
			return p, err
		}
	}
	return func(ctx context.Context) (context.Context, *Principal, error) {
		p, err := ask(ctx)
		return WithPrincipal(ctx, p), p, err
	}
}

// errAskHost ends a long answer for which the host no longer vouches.
var errAskHost = httpio.Refusal(api.CodeUnavailable, "The site around this console has to say again who you are.")

// StillSignedIn reads again the operator who opened a long answer, such as an event
// stream. The result has the operator's present roles, and is nil when the session
// has ended or the operator was disabled or removed. Streams call it at each
// heartbeat, end on nil, and filter their next events by the returned principal.
// The call doesn't count as use, so a forgotten screen doesn't keep its session
// alive.
//
// The end of a session in this process counts at once, in another replica within
// two seconds. A host's people are returned unchanged: the host ends their
// connections.
func (s *Service) StillSignedIn(ctx context.Context, p *Principal) (*Principal, error) {
	if p == nil || p.host {
		return p, nil
	}
	now, err := s.bySession(ctx, p.session, false)
	if now == nil || err != nil {
		return nil, err
	}
	again := *now
	again.Address = p.Address
	return &again, nil
}

// PrincipalOfSession gives the present principal of the session with that name
// ([Principal.Session]), as [Service.StillSignedIn] does: nil when the session has ended,
// or the operator was disabled or removed.
func (s *Service) PrincipalOfSession(ctx context.Context, session string) (*Principal, error) {
	return s.StillSignedIn(ctx, &Principal{session: session})
}

// PrincipalOfDevice is [Service.PrincipalOfSession], and also of a session that ended by itself.
func (s *Service) PrincipalOfDevice(ctx context.Context, one store.Session) (*Principal, error) {
	p, err := s.PrincipalOfSession(ctx, one.TokenHash)
	if p != nil || err != nil || one.ExpiresAt > s.Millis() {
		return p, err
	}
	if p, err = s.operator(ctx, one.OperatorID); p != nil {
		data, _ := decodeSession(one.Data)
		p.first = firstName(one, data)
	}
	return p, err
}

// HostGrants gives the grants to store with work that goes on after the asker's
// request (see [Service.ActAs]). The embedding host's grants at the time of the
// request count for the work. HostGrants returns nil for our own operators, whose
// roles are read when the work is done.
func (p *Principal) HostGrants() []byte {
	if !p.host {
		return nil
	}
	kept, _ := json.Marshal(append([]grant{}, p.grants...)) // can't fail: the values are plain
	return kept
}

// ActAs gives a context with the principal of an operator whose request has ended.
// Work in the context is authorised by the operator's present roles. The context of
// a removed or disabled operator has no principal.
func (s *Service) ActAs(ctx context.Context, operatorID int64, name, address string,
	kept []byte) (context.Context, error) {
	if len(kept) > 0 {
		p := &Principal{OperatorID: operatorID, Name: name, Address: address, host: true}
		if err := json.Unmarshal(kept, &p.grants); err != nil {
			return ctx, fmt.Errorf("auth: what a host said: %w", err)
		}
		p.sortGrants()
		return WithPrincipal(ctx, p), nil
	}
	p, err := s.operator(ctx, operatorID)
	if err != nil {
		return ctx, unavailable("read operator", err)
	}
	if p == nil {
		return WithPrincipal(ctx, nil), nil
	}
	p.Address = address
	return WithPrincipal(ctx, p), nil
}

// sessionRef gives the name of the session that r came with, "" for none and where a
// host signs people in.
func (s *Service) sessionRef(r *http.Request) string {
	token := s.cookieToken(r)
	if s.Host != nil || token == "" {
		return ""
	}
	return hashOf(token)
}

// SessionRef gives the name with which p's session began, for [Service.Resume]. The name
// can't be used to sign in. It is "" where a host signs people in.
func (p *Principal) SessionRef() string { return p.first }

// Resume finds out whether the operator who began a redirect is still signed in,
// with the session of the beginning; the result is nil if not. Resume is for
// requests that come back from another site, with which browsers don't send a
// Strict cookie: the caller has proved by other means that the browser is the same.
// Resume reads the store, not the cache. Where a host signs people in, the host
// must identify the operator from r itself.
func (s *Service) Resume(r *http.Request, ref string, operatorID int64) (*Principal, error) {
	known, err := s.resumed(r, ref, operatorID)
	if err != nil || known == nil || known.OperatorID != operatorID {
		return nil, err
	}
	p := *known
	p.Address = s.addressText(r)
	return &p, nil
}

func (s *Service) resumed(r *http.Request, ref string, operatorID int64) (*Principal, error) {
	if s.Host != nil {
		return s.hostPrincipal(r)
	}
	ctx, cancel := context.WithTimeout(r.Context(), LoadWithin)
	defer cancel()
	sessions, err := s.Store.Sessions(ctx, operatorID, s.Millis())
	if err != nil {
		return nil, unavailable("find session", err)
	}
	for _, one := range sessions {
		if data, err := decodeSession(one.Data); err != nil || firstName(one, data) != ref {
			continue
		}
		_, drops := s.principals.get(one.TokenHash, s.Now())
		p, err := s.load(ctx, one.TokenHash, drops, false)
		if err != nil {
			return nil, unavailable("find operator", err)
		}
		return p, nil
	}
	return nil, nil
}
