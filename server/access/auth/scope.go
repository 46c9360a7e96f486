package auth

import (
	"context"

	"github.com/shopdesk/shopdesk/platform"
)

// ShopScope is the proof that a principal may do one thing to one shop. Only
// the authoriser makes one; its zero value reaches no shop. Whatever calls the
// platform or reads the store for a shop takes a scope, never a shop id.
type ShopScope struct {
	principal  *Principal
	shopID     int64
	permission platform.Permission
}

// ShopID is the shop the scope reaches, 0 for the zero scope.
func (s ShopScope) ShopID() int64 { return s.shopID }

// Permission is what the scope allows.
func (s ShopScope) Permission() platform.Permission { return s.permission }

// Principal is who asked.
func (s ShopScope) Principal() *Principal { return s.principal }

type principalKey struct{}

// WithPrincipal remembers who asks.
func WithPrincipal(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalFrom is who asks, nil when nobody is signed in.
func PrincipalFrom(ctx context.Context) *Principal {
	p, _ := ctx.Value(principalKey{}).(*Principal)
	return p
}
