package auth

import (
	"context"
	"crypto/sha256"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// Again returns a function that finds out later who sent r, for work that goes on
// after r was answered. Its calls don't count as use of the session, like those of
// [Service.StillIn]. Again keeps no more of r than it needs.
//
// The principal is nil when the session has ended. The returned context then has no
// principal either, even if the given context had one. A host may keep the identity
// only in the context of its requests, and so no longer know the kept request. The
// error then tells the browser to send a new request through the host.
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

// errAskHost ends a long answer for which the host no longer vouches.
var errAskHost = httpio.Refusal(api.CodeUnavailable, "The site around this console has to say again who you are.")
