package auth

import (
	"context"

	"github.com/shopdesk/shopdesk/platform"
)

// ShopScope is the proof that a principal may do one thing to one shop. Only
// [Service.Scope] makes one; the zero value reaches no shop. Code that calls the
// platform or reads the store for a shop takes a ShopScope, never a shop id.
type ShopScope struct {
	principal  *Principal
	shopID     int64
	permission platform.Permission
}

// ShopID is the shop the scope reaches, 0 for the zero scope.
func (s ShopScope) ShopID() int64 { return s.shopID }

// Permission is the permission that the scope proves.
func (s ShopScope) Permission() platform.Permission { return s.permission }

// Principal is the asker.
func (s ShopScope) Principal() *Principal { return s.principal }

type principalKey struct{}

// WithPrincipal puts the asker into the context.
func WithPrincipal(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalFrom gives the asker, nil when the asker isn't signed in.
func PrincipalFrom(ctx context.Context) *Principal {
	p, _ := ctx.Value(principalKey{}).(*Principal)
	return p
}
