package auth

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// byGroup gives the memberships of a role by a group: one for each shop of the group. p must be allowed to give the
// role in all of them, and in every shop for a group without shops. A group of which p sees no shop answers like a
// group that doesn't exist.
func (s *Service) byGroup(ctx context.Context, p *Principal, g api.Grant) ([]store.Membership, error) {
	group, err := s.Store.Group(ctx, g.GroupID)
	if errors.Is(err, store.ErrNotFound) || err == nil && group.DeletedAt != 0 {
		return nil, errNoGroup
	}
	if err != nil {
		return nil, unavailable("find group", err)
	}
	if len(group.Shops) == 0 {
		group.Shops = []int64{store.NoShop}
	}
	sees, gives := false, true
	var rows []store.Membership
	for _, shop := range group.Shops {
		sees = sees || p.RoleIn(shop) != ""
		gives = gives && mayGive(p, shop, g.Role)
		rows = append(rows, store.Membership{ShopID: shop, Role: string(g.Role), GroupID: g.GroupID})
	}
	switch {
	case !sees:
		return nil, errNoGroup
	case !gives:
		s.event(ctx, eventForbidden, "operator", p.OperatorID, "group", g.GroupID, "role", string(g.Role),
			"why", "too strong")
		return nil, errForbidden
	}
	return rows, nil
}

// CheckRegroup proves that the asker may change the shops of a group that gives roles: the asker may give each of the
// roles in each shop that joins or leaves the group, and has just proved who they are.
func (s *Service) CheckRegroup(ctx context.Context, shops []int64, roles []store.Membership) error {
	p, err := s.RequireSignedIn(ctx)
	if err != nil {
		return err
	}
	for _, shop := range shops {
		for _, m := range roles {
			if !mayGive(p, shop, api.Role(m.Role)) {
				s.event(ctx, eventForbidden, "operator", p.OperatorID, "shop", shop, "role", m.Role, "why", "group gives roles")
				return errGroupRoles
			}
		}
	}
	return s.RequireStepUp(ctx)
}

// nameGroups sets the names of the groups by which roles are given. The name of a group that is gone is "".
func (s *Service) nameGroups(ctx context.Context, lists ...[]api.Grant) error {
	names := map[string]string{}
	for _, list := range lists {
		for i := range list {
			id := list[i].GroupID
			if _, known := names[id]; !known && id != "" {
				group, err := s.Store.Group(ctx, id)
				if store.Optional(err) != nil {
					return unavailable("find group", err)
				}
				names[id] = group.Name
			}
			list[i].Group = names[id]
		}
	}
	return nil
}

// visibleGrants gives the part of an operator's roles that an asker sees, who sees the people of some shops. A role by
// a group is one grant if the asker sees all shops of the group, and otherwise a grant in each shop that the asker
// sees. more tells whether there are other roles.
func visibleGrants(memberships []store.Membership, sees Reach) (list []api.Grant, more bool) {
	parted := partedGroups(memberships, sees)
	var seen []store.Membership
	for _, m := range memberships {
		// A role in all shops holds in the asker's shops too.
		if m.ShopID == store.AllShops || sees.Has(m.ShopID) {
			seen = append(seen, m)
		} else {
			more = true
		}
	}
	return grantsBut(seen, parted), more
}

// partedGroups names the groups by which an operator has roles and that have shops out of reach.
func partedGroups(memberships []store.Membership, within Reach) map[string]bool {
	parted := map[string]bool{}
	for _, m := range memberships {
		if m.GroupID != "" && !within.Has(m.ShopID) {
			parted[m.GroupID] = true
		}
	}
	return parted
}

// grantsOf gives roles as the browser sees them: a role by a group is one grant, and in no shop.
func grantsOf(memberships []store.Membership) []api.Grant { return grantsBut(memberships, nil) }

// grantsBut is grantsOf, but has a grant for each shop of the parted groups.
func grantsBut(memberships []store.Membership, parted map[string]bool) []api.Grant {
	grants, known := []api.Grant{}, map[string]bool{}
	for _, m := range memberships {
		g := api.Grant{ShopID: m.ShopID, Role: api.Role(m.Role), GroupID: m.GroupID}
		if m.GroupID != "" && !parted[m.GroupID] {
			if known[m.GroupID] {
				continue
			}
			known[m.GroupID], g.ShopID = true, store.NoShop
		}
		grants = append(grants, g)
	}
	return grants
}
