package auth

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// LoadWithin limits the time to read a session from the store. Only tests change it.
var LoadWithin = 5 * time.Second

var touchWithin = 250 * time.Millisecond // time to write that a session was seen

// Identify finds out who asks and puts the principal into the request's context
// (see [PrincipalFrom]). Without a live session the request goes on without a
// principal. Only a request which says that a person acted ([api.HeaderActed])
// counts as use of the session: a page's own requests must not keep a forgotten
// screen signed in. When the store fails, Identify answers 503, so that a signed-in
// operator isn't treated as signed out. Otherwise Identify neither writes to nor
// wraps the ResponseWriter.
func (s *Service) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known, err := s.identify(r)
		if err != nil {
			httpio.WriteError(s.Logger, w, r, err)
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

// identify gives the principal of r, nil without a live session, and for a page of another
// operator ([api.HeaderOperator]). Requests share the principal.
func (s *Service) identify(r *http.Request) (p *Principal, err error) {
	if s.Host != nil {
		p, err = s.hostPrincipal(r)
	} else {
		p, err = s.bySession(r.Context(), s.sessionRef(r), r.Header.Get(api.HeaderActed) != "")
	}
	shown := r.Header.Get(api.HeaderOperator)
	if p != nil && shown != "" && shown != strconv.FormatInt(p.OperatorID, 10) {
		return nil, err
	}
	return p, err
}

// bySession gives the principal of the session with that name ([Principal.Session]),
// nil for no session. use tells whether a person uses the session.
func (s *Service) bySession(asking context.Context, session string, use bool) (*Principal, error) {
	if session == "" {
		return nil, nil
	}
	now := s.Now()
	p, drops := s.principals.get(session, now)
	if p != nil && (!use || !touchDue(p.seenAt, now)) {
		return p, nil
	}
	// Requests that miss the cache together share one read, but never a read that
	// began before the last revocation: hence drops in the key. The read goes on
	// when the first caller leaves, because others wait for the same read.
	key := fmt.Sprintf("%s.%d.%t", session, drops, use)
	found, err := background.Share(asking, &s.loads, key, func(ctx context.Context) (*Principal, error) {
		ctx, cancel := context.WithTimeout(ctx, LoadWithin)
		defer cancel()
		return s.load(ctx, session, drops, use)
	})
	if err != nil {
		return nil, unavailable("identify", err)
	}
	return found, nil
}

// load reads a session and its operator from the store, writes the use of the
// session if use is true, and remembers the principal. The result is nil without a
// live session.
func (s *Service) load(ctx context.Context, name string, drops uint64, use bool) (*Principal, error) {
	now := s.Now()
	session, err := s.Store.Session(ctx, name, now.UnixMilli())
	if err != nil {
		return nil, store.Optional(err)
	}
	data, err := decodeSession(session.Data)
	if err != nil {
		return nil, nil // damaged: no session
	}
	p, err := s.operator(ctx, session.OperatorID)
	if p == nil || err != nil {
		return nil, err
	}
	if use && touchDue(session.SeenAt, now) {
		session = s.touch(ctx, session, data, now)
	}
	p.session, p.first = name, firstName(session, data)
	p.provedAt, p.seenAt = session.ProvedAt, session.SeenAt
	until := now.Add(cacheFor)
	if end := time.UnixMilli(session.ExpiresAt); end.Before(until) {
		until = end
	}
	s.principals.keep(name, p, until, drops)
	return p, nil
}

// operator reads an operator and their roles. The result is nil if the operator is
// unknown, disabled, or of a demonstration that is over.
func (s *Service) operator(ctx context.Context, id int64) (*Principal, error) {
	one, err := s.person(ctx, id)
	if err != nil {
		return nil, err
	}
	p := s.principal(one)
	if p != nil {
		p.prefs, err = s.Store.Preferences(ctx, id)
	}
	return p, err
}

// principal makes the principal of a person. The result is nil for the zero person,
// and for an operator who may not sign in: disabled, or of a demonstration that is over.
func (s *Service) principal(one store.Person) *Principal {
	if one.ID == 0 || one.Disabled || isDemo(one.Login) && !s.Demo {
		return nil
	}
	p := &Principal{OperatorID: one.ID, Name: one.Name, Login: one.Login}
	for _, m := range one.Memberships {
		if m.ShopID != store.NoShop {
			p.grants = append(p.grants, grant{m.ShopID, api.Role(m.Role)})
		}
	}
	if one.Login == demoLogin(demoOwner) {
		p.grants = append(p.grants, grant{store.AllShops, demoOwner})
	}
	p.sortGrants()
	return p
}

// touchDue reports whether the use of a session must be written: at most once a
// minute.
func touchDue(seenAt int64, now time.Time) bool {
	return now.UnixMilli()-seenAt >= touchEvery.Milliseconds()
}

// touch moves a session's idle end. A failure is only logged, because the session
// stays valid until its former end.
func (s *Service) touch(ctx context.Context, session store.Session, data sessionData, now time.Time) store.Session {
	touched := session
	touched.SeenAt = now.UnixMilli()
	touched.ExpiresAt = min(data.Until, s.idleEnd(data, now))
	ctx, cancel := context.WithTimeout(ctx, touchWithin)
	defer cancel()
	if err := s.Store.SaveSession(ctx, touched); err != nil {
		s.Logger.WarnContext(ctx, "auth: session not extended", "operator", session.OperatorID, "err", err)
		return session
	}
	return touched
}
