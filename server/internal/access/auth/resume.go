package auth

import (
	"context"
	"crypto/sha256"
	"net/http"

	"github.com/shopdesk/shopdesk/server/store"
)

// SessionRef gives the stored hash of the session that r came with; the hash can't
// be used to sign in. The result is "" where a host signs people in.
// [Service.Resume] reads the hash.
func (s *Service) SessionRef(r *http.Request) string {
	token := s.cookieToken(r)
	if s.cfg.Host != nil || token == "" {
		return ""
	}
	return tokenHash(sha256.Sum256([]byte(token)))
}

// Resume finds out whether the operator who began a redirect is still signed in,
// with the session of the beginning; the result is nil if not. Resume is for
// requests that come back from another site, with which browsers don't send a
// Strict cookie: the caller has proved by other means that the browser is the same.
// Resume reads the store, not the cache. Where a host signs people in, the host
// must identify the operator from r itself.
func (s *Service) Resume(r *http.Request, ref string, operatorID int64) (*Principal, error) {
	if s.cfg.Host != nil {
		p, err := s.hostPrincipal(r)
		if err != nil || p == nil || p.OperatorID != operatorID {
			return nil, err
		}
		return p, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), loadWithin)
	defer cancel()
	session, err := s.store.Session(ctx, ref, s.cfg.Now().UnixMilli())
	if err != nil {
		if err = store.Optional(err); err != nil {
			return nil, unavailable("find session", err)
		}
		return nil, nil
	}
	if session.OperatorID != operatorID || operatorID == 0 {
		return nil, nil
	}
	known, err := s.operator(ctx, operatorID)
	if err != nil {
		return nil, unavailable("find operator", err)
	}
	if known == nil {
		return nil, nil
	}
	p := *known
	p.Address = s.addressText(r)
	return &p, nil
}
