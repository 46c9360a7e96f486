package operators

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// allShops is the number that stands for all shops in a grant.
const allShops = 0

// grants are the roles being given, by shop.
type grants map[int64]api.Role

// grantsOf are those of a person, as far as they may be changed.
func grantsOf(list, grantable []api.Grant) grants {
	g := grants{}
	for _, one := range list {
		if within(grantable, one.ShopID) {
			g[one.ShopID] = one.Role
		}
	}
	return g
}

// within reports whether roles may be given in the shop.
func within(grantable []api.Grant, shopID int64) bool {
	return slices.ContainsFunc(grantable, func(g api.Grant) bool { return g.ShopID == allShops || g.ShopID == shopID })
}

// list is the grants as they are sent, by shop.
func (g grants) list() []api.Grant {
	list := []api.Grant{}
	for shop, role := range g {
		list = append(list, api.Grant{ShopID: shop, Role: role})
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
	all := []api.Role{api.RoleStaff, api.RoleManager, api.RoleOwner}
	return all[:slices.Index(all, most)+1]
}

// shopsOffered are the shops in which roles may be given.
func shopsOffered(shops []api.Shop, grantable []api.Grant) []api.Shop {
	return slices.DeleteFunc(slices.Clone(shops), func(s api.Shop) bool { return !within(grantable, s.ShopID) })
}

// shopNames is what a search for a shop looks through.
func shopNames(s api.Shop) string { return s.Name + "\n" + s.EnName }

// words says roles in words: "Owner in all shops", "Manager in Central".
func words(list []api.Grant, shops []api.Shop) []string {
	var said []string
	for _, g := range list {
		role := string(g.Role)
		role = text.Or("role."+role, role)
		if g.ShopID == allShops {
			said = append(said, text.T("operators.role.all", role))
			continue
		}
		name := text.LTR(text.T("operators.shop.unknown"))
		for _, s := range shops {
			if s.ShopID == g.ShopID {
				name = state.DisplayName(s)
			}
		}
		said = append(said, text.T("operators.role.in", role, name))
	}
	return said
}
