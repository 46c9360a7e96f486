package auth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// linkIsValid reports whether a one-time link is still valid: its maker could make the
// link again, with the maker's and the target's present roles
// (docs/adr/0027-links.md). A link of the command line is valid while its target
// may sign in. linkIsValid is the [store.LinkRule] of every use of a link, and decides in
// lists of links which links are shown.
func (s *Service) linkIsValid(i store.Invitation, maker, target store.Person) bool {
	if i.OperatorID != 0 && (target.ID == 0 || target.Disabled || hasNoPassword(target.Operator)) {
		return false
	}
	if i.InviterID == 0 {
		return i.OperatorID != 0
	}
	p := s.principal(maker)
	if p == nil {
		return false
	}
	if i.OperatorID != 0 {
		return manages(target, p)
	}
	return len(i.Grants) > 0 && !slices.ContainsFunc(i.Grants, func(m store.Membership) bool {
		return !mayGive(p, m.ShopID, api.Role(m.Role))
	})
}

// hasNoPassword reports whether an operator was made for a demonstration or for a host's
// identity, and so has no password.
func hasNoPassword(o store.Operator) bool {
	return isDemo(o.Login) || strings.HasPrefix(o.Login, "host:")
}

// manages reports whether p may disable, remove or reset the operator.
func manages(one store.Person, p *Principal) bool {
	person, seen := describe(one, p, reachOf(p, PermissionOperatorsView))
	return seen && person.MayManage
}

// openLink finds the open link with that token. The error is errLinkUsed if the
// link is no longer valid.
func (s *Service) openLink(ctx context.Context, token string) (store.Invitation, error) {
	i, err := s.Store.InvitationByToken(ctx, setupHash(token), s.Millis())
	if errors.Is(err, store.ErrNotFound) {
		return i, errLinkUsed
	}
	if err != nil {
		return i, unavailable("find invitation", err)
	}
	var maker, target store.Person
	for id, into := range map[int64]*store.Person{i.InviterID: &maker, i.OperatorID: &target} {
		if *into, err = s.person(ctx, id); err != nil {
			return i, unavailable("find operator", err)
		}
	}
	if !s.linkIsValid(i, maker, target) {
		return i, errLinkUsed
	}
	return i, nil
}

// person reads an operator with their memberships. The result is the zero person if
// there is no such operator.
func (s *Service) person(ctx context.Context, id int64) (p store.Person, err error) {
	if id == 0 {
		return p, nil
	}
	if p.Operator, err = s.Store.Operator(ctx, id); err != nil {
		return store.Person{}, store.Optional(err)
	}
	p.Memberships, err = s.Store.Memberships(ctx, id)
	return p, err
}

// openLinks lists the valid links that p may withdraw: invitations to shops in
// which p may give roles, links for a new password of an operator whom p may
// manage, and p's own links. all lists all operators.
func (s *Service) openLinks(ctx context.Context, p *Principal, all []store.Person) ([]api.Invitation, error) {
	open := []api.Invitation{}
	if !p.may(PermissionOperators) {
		return open, nil
	}
	within := reachOf(p, PermissionOperators)
	links, err := s.Store.Invitations(ctx, s.Millis())
	if err != nil {
		return nil, unavailable("list invitations", err)
	}
	byID := map[int64]store.Person{}
	for _, one := range all {
		byID[one.ID] = one
	}
	for _, i := range links {
		target := byID[i.OperatorID]
		mine := i.OperatorID == p.OperatorID || i.OperatorID != 0 && manages(target, p)
		if i.OperatorID == 0 {
			mine = !slices.ContainsFunc(i.Grants, func(m store.Membership) bool { return !within.Has(m.ShopID) })
		}
		if !mine || !s.linkIsValid(i, byID[i.InviterID], target) {
			continue
		}
		shown := api.Invitation{ID: i.ID, Name: i.Name, Inviter: i.Inviter, ExpiresAt: i.ExpiresAt,
			Grants: grantsOf(i.Grants)}
		if i.OperatorID != 0 {
			shown.Reset, shown.Name = true, target.Name
		}
		open = append(open, shown)
	}
	return open, nil
}
