package auth

import (
	"context"
	"crypto/sha256"
	"net/http"
)

// Again asks later on who sent r, for what goes on long after r was answered.
// The principal is nil when the session has ended. It keeps no more of r than
// it needs.
func (s *Service) Again(r *http.Request) func(ctx context.Context) (context.Context, *Principal, error) {
	address := s.addressText(r)
	ask := func(ctx context.Context) (*Principal, error) { return nil, nil }
	if s.cfg.Host != nil {
		kept := r.Clone(context.Background())
		kept.Body = http.NoBody
		ask = func(ctx context.Context) (*Principal, error) { return s.identify(kept.WithContext(ctx)) }
	} else if token := s.cookieToken(r); token != "" {
		sum := sha256.Sum256([]byte(token))
		ask = func(ctx context.Context) (*Principal, error) { return s.bySum(ctx, sum) }
	}
	return func(ctx context.Context) (context.Context, *Principal, error) {
		known, err := ask(ctx)
		if known == nil || err != nil {
			return ctx, nil, err
		}
		p := *known
		p.Address = address
		return WithPrincipal(ctx, &p), &p, nil
	}
}
