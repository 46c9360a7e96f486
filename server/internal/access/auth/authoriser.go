package auth

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser is what other packages ask of a [Service]. All its errors are answers to
// the request.
type Authoriser interface {
	Scope(ctx context.Context, shopID int64, perm platform.Permission) (ShopScope, error)
	VisibleShops(ctx context.Context) ([]api.Shop, error)
	ShopsWith(ctx context.Context, perm platform.Permission) (Reach, error)
	Require(ctx context.Context, perm platform.Permission) (*Principal, error)
	RequireSignedIn(ctx context.Context) (*Principal, error)
	RequireStepUp(ctx context.Context) error
}

var _ Authoriser = (*Service)(nil)

// Reach is the set of shops in which an operator may do something.
type Reach struct {
	All   bool    // all present and future shops
	Shops []int64 // the present ones, ascending
}

// Has reports whether a shop is in reach.
func (r Reach) Has(shopID int64) bool { return r.All || r.HasNow(shopID) }

// HasNow reports whether a shop is one of the present ones in reach.
func (r Reach) HasNow(shopID int64) bool {
	_, found := slices.BinarySearch(r.Shops, shopID)
	return found
}

// Visible lists those of the shops that are present ones in reach, and tells whether there are others.
func (r Reach) Visible(shops []int64) (ids []string, others bool) {
	ids = []string{}
	for _, id := range shops {
		if r.HasNow(id) {
			ids = append(ids, strconv.FormatInt(id, 10))
		}
	}
	return ids, len(ids) < len(shops)
}

// Group is a group as somebody of that reach sees it.
func (r Reach) Group(g store.Group) api.Group {
	shown := api.Group{ID: g.ID, Version: g.Version, Name: g.Name, Tag: g.Tag}
	shown.Shops, shown.Others = r.Visible(g.Shops)
	return shown
}

// Required proves perm as [Service.Require] does, and gives the asker and what they ask.
func Required[T any](a Authoriser, w http.ResponseWriter, r *http.Request, perm platform.Permission) (*Principal, T,
	error) {
	return askedBy[T](func(r *http.Request) (*Principal, error) { return a.Require(r.Context(), perm) }, w, r)
}

// AskedScope proves perm in the shop that a request's address names.
func AskedScope(r *http.Request, a Authoriser, perm platform.Permission) (ShopScope, error) {
	return ScopeOf(r.Context(), a, r.URL.Query().Get("shop"), perm)
}

// ScopeOf proves perm in the shop that text names. Text that is no number is answered
// like a shop that doesn't exist.
func ScopeOf(ctx context.Context, a Authoriser, text string, perm platform.Permission) (ShopScope, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		id = 0 // shop 0 doesn't exist
	}
	return a.Scope(ctx, id, perm)
}

// AskedShops lists the shop that a request names with text, or with "" all shops in
// which the asker may do perm.
func AskedShops(ctx context.Context, a Authoriser, text string, perm platform.Permission) ([]api.Shop, error) {
	var only ShopScope
	if text != "" {
		var err error
		if only, err = ScopeOf(ctx, a, text, perm); err != nil {
			return nil, err
		}
	}
	shops, err := a.VisibleShops(ctx)
	return slices.DeleteFunc(shops, func(shop api.Shop) bool {
		if text != "" {
			return shop.ShopID != only.ShopID()
		}
		return perm != platform.PermissionShopView && !slices.Contains(shop.Permissions, string(perm))
	}), err
}

// IDs lists the ids of shops.
func IDs(shops []api.Shop) []int64 {
	ids := make([]int64, len(shops))
	for i, shop := range shops {
		ids[i] = shop.ShopID
	}
	return ids
}

// ShopScope is the proof that a principal may do one thing to one shop. Only
// [Service.Scope] makes one; the zero value reaches no shop. Code that calls the
// platform or reads the store for a shop takes a ShopScope, never a shop id.
type ShopScope struct {
	principal *Principal
	shopID    int64
}

// ShopID is the shop the scope reaches, 0 for the zero scope.
func (s ShopScope) ShopID() int64 { return s.shopID }

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
