package auth

import (
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Scope proves that the asker may do perm to the shop. Its errors are answers to
// the request: signed_out without a session; not_found when the shop isn't ours or
// the operator has no role in it, so that shop ids can't be tried out; forbidden
// when the operator's role doesn't allow perm; unavailable when the store fails. A
// permission that no role has is forbidden to everybody.
func (s *Service) Scope(ctx context.Context, shopID int64, perm platform.Permission) (ShopScope, error) {
	p := PrincipalFrom(ctx)
	if p == nil {
		return ShopScope{}, errSignedOut
	}
	role := p.RoleIn(shopID)
	ours := false
	if role != "" {
		var err error
		if ours, err = s.isOurs(ctx, shopID); err != nil {
			return ShopScope{}, err
		}
	}
	if !ours {
		s.forbidden(ctx, p, perm, "no role", "shop", shopID)
		return ShopScope{}, errNotFound
	}
	if !Allows(role, perm) {
		s.forbidden(ctx, p, perm, "role", "shop", shopID)
		return ShopScope{}, errForbidden
	}
	return ShopScope{p, shopID}, nil
}

// forbidden logs that p may not do perm.
func (s *Service) forbidden(ctx context.Context, p *Principal, perm platform.Permission, why string, more ...any) {
	s.event(ctx, eventForbidden, append([]any{"operator", p.OperatorID, "address", p.Address, "permission", string(perm),
		"why", why}, more...)...)
}

// RequireSignedIn returns the asker, or errSignedOut without a session.
func (s *Service) RequireSignedIn(ctx context.Context) (*Principal, error) {
	if p := PrincipalFrom(ctx); p != nil {
		return p, nil
	}
	return nil, errSignedOut
}

// Require proves that the asker may do perm: by their role in all shops if perm concerns the installation, else by a
// role in at least one shop; the handler finds out in which. Errors are as in [Service.Scope], without not_found.
func (s *Service) Require(ctx context.Context, perm platform.Permission) (*Principal, error) {
	p := PrincipalFrom(ctx)
	if p == nil {
		return nil, errSignedOut
	}
	if !p.may(perm) {
		s.forbidden(ctx, p, perm, "role")
		return nil, errForbidden
	}
	return p, nil
}

// VisibleShops lists the shops that the asker's roles may see now, by name.
func (s *Service) VisibleShops(ctx context.Context) ([]api.Shop, error) {
	p := PrincipalFrom(ctx)
	if p == nil {
		return nil, errSignedOut
	}
	ours, err := s.readShops(ctx)
	if err != nil {
		return nil, err
	}
	access := func(int64) api.Access { return api.Access{} }
	if s.Access != nil {
		access = s.Access(ctx)
	}
	visible := []api.Shop{}
	for _, shop := range ours.byName {
		role := p.RoleIn(shop.ShopID)
		if !Allows(role, platform.PermissionShopView) {
			continue
		}
		visible = append(visible, api.Shop{
			ShopID: shop.ShopID, Name: shop.Name, EnName: shop.EnName, Zone: shop.Zone,
			Role: role, Permissions: shopPermissions(role), Access: access(shop.ShopID),
		})
	}
	return visible, nil
}

// ShopsWith gives the shops in which the asker may do perm. The error is forbidden
// when no shop allows perm.
func (s *Service) ShopsWith(ctx context.Context, perm platform.Permission) (Reach, error) {
	p := PrincipalFrom(ctx)
	if p == nil {
		return Reach{}, errSignedOut
	}
	ours, err := s.ourShops(ctx)
	if err != nil {
		return Reach{}, err
	}
	reach := Reach{All: Allows(p.installationRole(), perm), Shops: []int64{}}
	for id := range ours.byID {
		if Allows(p.RoleIn(id), perm) {
			reach.Shops = append(reach.Shops, id)
		}
	}
	if len(reach.Shops) == 0 && !reach.All {
		s.forbidden(ctx, p, perm, "role")
		return Reach{}, errForbidden
	}
	slices.Sort(reach.Shops)
	return reach, nil
}
