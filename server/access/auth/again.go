package auth

import (
	"context"
	"crypto/sha256"
	"net/http"

	"github.com/shopdesk/shopdesk/api"
)

// Again asks later on who sent r, for what goes on long after r was answered. It
// doesn't count as use, as with [Service.StillIn], and keeps no more of r than it
// needs.
//
// The principal is nil when the session has ended, and the context then has none
// either, whatever the one that was given had. A host that no longer knows the
// request may know the next one, since it may keep who asks in the context of
// requests alone: the error then tells the reader to come back, past the host.
func (s *Service) Again(r *http.Request) func(ctx context.Context) (context.Context, *Principal, error) {
	address := s.addressText(r)
	ask := func(context.Context) (*Principal, error) { return nil, nil }
	if s.cfg.Host != nil {
		kept := r.Clone(context.Background())
		kept.Body = http.NoBody
		ask = func(ctx context.Context) (*Principal, error) {
			p, err := s.identify(kept.WithContext(ctx))
			if p == nil && err == nil {
				err = errAskHost
			}
			return p, err
		}
	} else if token := s.cookieToken(r); token != "" {
		sum := sha256.Sum256([]byte(token))
		ask = func(ctx context.Context) (*Principal, error) { return s.bySum(ctx, sum, false) }
	}
	return func(ctx context.Context) (context.Context, *Principal, error) {
		known, err := ask(ctx)
		if known == nil || err != nil {
			return WithPrincipal(ctx, nil), nil, err
		}
		p := *known
		p.Address = address
		return WithPrincipal(ctx, &p), &p, nil
	}
}

// errAskHost ends what a host no longer vouches for.
var errAskHost = &api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable,
	Message: "The site around this console has to say again who you are."}
