package operators

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// allShops is the number that stands for all shops in a grant.
const allShops = 0

// grants are the roles being given, by the number of the shop or by the group.
type grants map[string]api.Role

// keyOf is where in grants the role of a shop stands.
func keyOf(shopID int64) string { return strconv.FormatInt(shopID, 10) }

// grantsOf are those of a person, as far as they may be changed. A role by a group is sent back as it came.
func grantsOf(list, grantable []api.Grant) grants {
	g := grants{}
	for _, one := range list {
		if one.ShopID == api.NoShop {
			g[one.GroupID] = one.Role
		} else if one.GroupID == "" && within(grantable, one.ShopID) {
			g[keyOf(one.ShopID)] = one.Role
		}
	}
	return g
}

// within reports whether roles may be given in the shop.
func within(grantable []api.Grant, shopID int64) bool {
	return slices.ContainsFunc(grantable, func(g api.Grant) bool { return g.ShopID == allShops || g.ShopID == shopID })
}

// roles are those that there are, weakest first.
var roles = []api.Role{api.RoleStaff, api.RoleManager, api.RoleOwner}

// own are the roles of the person who looks at the list.
func own(all *api.Operators) []api.Grant {
	for _, o := range all.Operators {
		if o.You {
			return o.Grants
		}
	}
	return nil
}

// list is the grants as they are sent, by shop.
func (g grants) list() []api.Grant {
	list := []api.Grant{}
	for key, role := range g {
		one := api.Grant{Role: role}
		var err error
		if one.ShopID, err = strconv.ParseInt(key, 10, 64); err != nil {
			one.ShopID, one.GroupID = api.NoShop, key
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b api.Grant) int { return cmp.Compare(a.ShopID, b.ShopID) })
	return list
}

// offered are the roles that may be given in the shop, weakest first: none
// stronger than one's own.
func offered(grantable []api.Grant, shopID int64) []api.Role {
	var most api.Role
	for _, g := range grantable {
		if g.ShopID == allShops || g.ShopID == shopID {
			most = g.Role
		}
	}
	return roles[:slices.Index(roles, most)+1]
}

// offeredBy are the roles that may be given by a group: those of the shop of the group in which the fewest may. None
// may with a shop that isn't seen.
func offeredBy(grantable []api.Grant, g api.Group) (least []api.Role) {
	for i, number := range g.Shops {
		shop, _ := strconv.ParseInt(number, 10, 64)
		if roles := offered(grantable, shop); i == 0 || len(roles) < len(least) {
			least = roles
		}
	}
	if g.Others {
		return nil
	}
	return least
}

// shopsOffered are the shops in which roles may be given.
func shopsOffered(shops []api.Shop, grantable []api.Grant) []api.Shop {
	return slices.DeleteFunc(slices.Clone(shops), func(s api.Shop) bool { return !within(grantable, s.ShopID) })
}

// words says roles in words: "Owner in all shops", "Manager in Central".
func words(s *state.State, list []api.Grant) []string {
	var said []string
	for _, g := range list {
		role := text.Word("role.", g.Role)
		if g.ShopID == allShops {
			said = append(said, text.T("operators.role.all", role))
			continue
		}
		name := pages.ShopName(s, g.ShopID) // the number, while the shops aren't known
		_, theirs := s.Shop(g.ShopID)
		_, listed := s.Shops()
		switch {
		case g.ShopID == api.NoShop && g.Group != "":
			name = text.Isolate(g.Group)
		case listed && !theirs:
			name = text.T("operators.shop.unknown")
		}
		said = append(said, text.T("operators.role.in", role, name))
	}
	return said
}
