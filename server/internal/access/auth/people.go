package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// reachOf gives the shops in which p may do perm.
func reachOf(p *Principal, perm platform.Permission) Reach {
	r := Reach{All: Allows(p.installationRole(), perm)}
	for _, g := range p.grants { // ordered by shop
		if g.Shop != store.AllShops && Allows(g.Role, perm) {
			r.Shops = append(r.Shops, g.Shop)
		}
	}
	return r
}

// HandleOperators lists the operators whom the asker may see ([api.PathOperators]):
// operators with a role in a shop in which the asker may see people. The list shows
// no roles in other shops.
func (s *Service) HandleOperators(w http.ResponseWriter, r *http.Request) error {
	p, err := s.ownPeople(r)
	if err != nil {
		return err
	}
	return s.answerOperators(w, r, p)
}

func (s *Service) answerOperators(w http.ResponseWriter, r *http.Request, p *Principal) error {
	all, err := s.everybody(r.Context())
	if err != nil {
		return err
	}
	sees, edits := reachOf(p, PermissionOperatorsView), reachOf(p, PermissionOperators)
	answer := api.Operators{Operators: []api.Person{}, Invitations: []api.Invitation{}, Grantable: grantable(p, edits)}
	for _, one := range all {
		if person, seen := describe(one, p, sees); seen {
			person.LastOwner = owns(one) && owners(all) == 1
			answer.Operators = append(answer.Operators, person)
		}
	}
	if answer.Invitations, err = s.openLinks(r.Context(), p, all); err != nil {
		return err
	}
	var lists [][]api.Grant
	for _, one := range answer.Operators {
		lists = append(lists, one.Grants)
	}
	for _, i := range answer.Invitations {
		lists = append(lists, i.Grants)
	}
	if err := s.nameGroups(r.Context(), lists...); err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

func (s *Service) everybody(ctx context.Context) ([]store.Person, error) {
	operators, err := s.Store.ListOperators(ctx)
	if err != nil {
		return nil, unavailable("list operators", err)
	}
	memberships, err := s.Store.ListMemberships(ctx)
	if err != nil {
		return nil, unavailable("list memberships", err)
	}
	byID := map[int64][]store.Membership{}
	for _, m := range memberships {
		byID[m.OperatorID] = append(byID[m.OperatorID], m)
	}
	var all []store.Person
	for _, o := range operators {
		if hasNoPassword(o) && (!s.Demo || !isDemo(o.Login)) {
			continue // a stand-in operator can't sign in
		}
		one := store.Person{Operator: o, Memberships: byID[o.ID]}
		if o.Login == demoLogin(demoOwner) {
			one.Memberships = []store.Membership{{OperatorID: o.ID, ShopID: store.AllShops, Role: string(demoOwner)}}
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b store.Person) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

func owns(one store.Person) bool {
	return !one.Disabled && slices.ContainsFunc(one.Memberships, func(m store.Membership) bool {
		return m.ShopID == store.AllShops && m.Role == string(api.RoleOwner)
	})
}

func owners(all []store.Person) (n int) {
	for _, one := range all {
		if owns(one) {
			n++
		}
	}
	return n
}

// describe gives the part of an operator that p may see. seen is false if p may not
// see the operator.
func describe(one store.Person, p *Principal, sees Reach) (person api.Person, seen bool) {
	person = api.Person{
		ID: one.ID, Name: one.Name, Login: one.Login, Disabled: one.Disabled,
		You: one.ID == p.OperatorID, ByPlatform: isDemo(one.Login),
	}
	person.Grants, person.More = visibleGrants(one.Memberships, sees)
	person.MayEdit = p.may(PermissionOperators) && !person.ByPlatform
	inside := person.MayEdit // p may give all of the operator's roles
	for _, m := range one.Memberships {
		inside = inside && mayGive(p, m.ShopID, api.Role(m.Role))
	}
	everywhere := Allows(p.installationRole(), PermissionOperators)
	person.MayManage = inside && !person.You && (everywhere || len(one.Memberships) > 0)
	return person, sees.All || person.You || len(person.Grants) > 0
}

// mayGive reports whether p may give roles in the shop, and p's own role there is at least as strong as role.
func mayGive(p *Principal, shopID int64, role api.Role) bool {
	own := p.installationRole()
	if shopID != store.AllShops {
		own = p.RoleIn(shopID)
	}
	return Allows(own, PermissionOperators) && strength(role) > 0 && strength(own) >= strength(role)
}

// grantable lists the shops in which p may give roles, with the strongest role for
// each.
func grantable(p *Principal, edits Reach) []api.Grant {
	list := []api.Grant{}
	if edits.All {
		return append(list, api.Grant{Role: p.installationRole()})
	}
	for _, shop := range edits.Shops {
		list = append(list, api.Grant{ShopID: shop, Role: p.RoleIn(shop)})
	}
	return list
}

// checkGrants gives the memberships of roles, and refuses roles that p may not give.
// Shops that p can't see answer 404, like shops that don't exist.
func (s *Service) checkGrants(ctx context.Context, p *Principal, grants []api.Grant) (given []store.Membership,
	err error) {
	ours, err := s.ourShops(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[grantKey]bool{}
	for _, g := range grants {
		_, known := ours.byID[g.ShopID]
		switch {
		case seen[keyOf(g)], strength(g.Role) == 0, g.GroupID != "" && g.ShopID != store.NoShop:
			return nil, invalid(api.Problem{Path: "grants", Code: ProblemShape})
		case g.GroupID != "":
			rows, err := s.byGroup(ctx, p, g)
			if err != nil {
				return nil, err
			}
			given = append(given, rows...)
		case g.ShopID != store.AllShops && (!known || p.RoleIn(g.ShopID) == ""):
			return nil, errNotFound
		case !mayGive(p, g.ShopID, g.Role):
			s.event(ctx, eventForbidden, "operator", p.OperatorID, "shop", g.ShopID, "role", string(g.Role), "why", "too strong")
			return nil, errForbidden
		default:
			given = append(given, store.Membership{ShopID: g.ShopID, Role: string(g.Role)})
		}
		seen[keyOf(g)] = true
	}
	return given, nil
}

// grantKey is where a grant gives its role: a shop, the installation or a group.
type grantKey struct {
	shopID  int64
	groupID string
}

func keyOf(g api.Grant) grantKey { return grantKey{g.ShopID, g.GroupID} }

func invalid(problems ...api.Problem) error {
	return httpio.Invalid("Some details need another look.", problems...)
}

// target finds the operator whom p wants to change, with the part that p may see.
func (s *Service) target(ctx context.Context, p *Principal, id int64) (store.Person, api.Person, error) {
	all, err := s.everybody(ctx)
	if err != nil {
		return store.Person{}, api.Person{}, err
	}
	for _, one := range all {
		if one.ID != id {
			continue
		}
		if person, seen := describe(one, p, reachOf(p, PermissionOperatorsView)); seen {
			return one, person, nil
		}
	}
	return store.Person{}, api.Person{}, errNobody
}

// refused turns the store's errors of a change into answers.
func refused(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrLastOwner):
		return errLastOwner
	case errors.Is(err, store.ErrNotFound):
		return errNobody
	case errors.Is(err, store.ErrConflict):
		return errChanged
	}
	return unavailable(doing, err)
}
