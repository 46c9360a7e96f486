package auth

import (
	"context"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleRoles gives an operator other roles ([api.PathOperatorRoles]). The
// operator's roles in shops where the asker may not give roles stay, and so do roles by
// groups with such shops. Equal roles
// change nothing: they need no proof and make no audit entry.
func (s *Service) HandleRoles(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.SetRoles](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	one, person, err := s.target(ctx, p, in.OperatorID)
	if err != nil {
		return err
	}
	if !person.MayEdit {
		return errForbidden
	}
	kept := keptGroups(person.Grants, in.Grants)
	given, err := s.checkGrants(ctx, p, slices.DeleteFunc(slices.Clone(in.Grants), func(g api.Grant) bool {
		return kept[g.GroupID]
	}))
	if err != nil {
		return err
	}
	if !sameGrants(person.Grants, in.Before) {
		return errChanged
	}
	edits, after := reachOf(p, PermissionOperators), []store.Membership{}
	parted := partedGroups(one.Memberships, edits)
	for _, m := range one.Memberships {
		switch {
		case !edits.Has(m.ShopID), parted[m.GroupID], kept[m.GroupID]:
			after = append(after, m)
		case !mayGive(p, m.ShopID, api.Role(m.Role)):
			return errForbidden // the asker may not take a role stronger than the asker's own
		}
	}
	after = append(after, given...)
	if sameGrants(grantsOf(one.Memberships), grantsOf(after)) {
		return s.answerOperators(w, r, p)
	}
	if err := s.RequireStepUp(ctx); err != nil {
		return err
	}
	if err := s.nameGroups(ctx, in.Before, in.Grants); err != nil {
		return err
	}
	err = s.audited(ctx, p, "operators.roles", rolesOf{in, one.Name}, func(ctx context.Context) error {
		return s.Store.SetMemberships(ctx, one.ID, one.Memberships, after)
	})
	return s.changedOperator(w, r, p, one.ID, err)
}

// keptGroups names the groups by which a person has and keeps a role. Nothing is given by them, so that the asker
// needn't be allowed to.
func keptGroups(present, asked []api.Grant) map[string]bool {
	kept := map[string]bool{}
	for _, g := range asked {
		if g.GroupID != "" && slices.ContainsFunc(present, func(has api.Grant) bool {
			return keyOf(has) == keyOf(g) && has.Role == g.Role
		}) {
			kept[g.GroupID] = true
		}
	}
	return kept
}

// sameGrants compares roles in any order.
func sameGrants(a, b []api.Grant) bool {
	if len(a) != len(b) {
		return false
	}
	roles := map[grantKey]api.Role{}
	for _, g := range a {
		roles[keyOf(g)] = g.Role
	}
	for _, g := range b {
		if roles[keyOf(g)] != g.Role {
			return false
		}
	}
	return true
}

// HandleDisable disables an operator and ends their sessions, or enables the
// operator again ([api.PathOperatorDisable]). A request that changes nothing has no
// effect.
func (s *Service) HandleDisable(w http.ResponseWriter, r *http.Request) error {
	in, err := httpio.Decode[api.DisableOperator](w, r)
	if err != nil {
		return err
	}
	p, one, err := s.managed(r, in.OperatorID)
	if err != nil {
		return err
	}
	if one.Disabled == in.Disabled {
		return s.answerOperators(w, r, p)
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	return s.changedOperator(w, r, p, one.ID, s.setDisabled(r.Context(), p, one.Operator, in.Disabled))
}

func (s *Service) setDisabled(ctx context.Context, p *Principal, o store.Operator, disabled bool) error {
	action := "operators.enable"
	if disabled {
		action = "operators.disable"
	}
	request := disabling{api.DisableOperator{OperatorID: o.ID, Disabled: disabled}, o.Name}
	return s.audited(ctx, p, action, request, func(ctx context.Context) error {
		return s.Store.SetDisabled(ctx, o.ID, disabled, s.Millis())
	})
}

// HandleRemove deletes an operator ([api.PathOperatorRemove]). The operator's
// entries stay in the audit, under the operator's name.
func (s *Service) HandleRemove(w http.ResponseWriter, r *http.Request) error {
	in, err := httpio.Decode[api.OperatorRef](w, r)
	if err != nil {
		return err
	}
	p, one, err := s.managed(r, in.OperatorID)
	if err != nil {
		return err
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	err = s.audited(r.Context(), p, "operators.remove", aboutPerson{in, one.Name}, func(ctx context.Context) error {
		return s.Store.RemoveOperator(ctx, in.OperatorID, s.Millis())
	})
	return s.changedOperator(w, r, p, in.OperatorID, err)
}

// managed gives the asker, and the operator whom the asker may manage: the asker
// may give all of the operator's roles.
func (s *Service) managed(r *http.Request, id int64) (*Principal, store.Person, error) {
	p, err := s.ownPeople(r)
	if err != nil {
		return nil, store.Person{}, err
	}
	one, person, err := s.target(r.Context(), p, id)
	if err == nil && !person.MayManage {
		err = errForbidden
	}
	return p, one, err
}

// changedOperator answers a change, and makes the change count at once in this
// process.
func (s *Service) changedOperator(w http.ResponseWriter, r *http.Request, p *Principal, id int64, err error) error {
	s.OperatorChanged(id)
	if err != nil {
		return refused("change operator", err)
	}
	now, err := s.StillSignedIn(r.Context(), p) // an asker who changed their own roles gets the list by their new roles
	if err != nil {
		return err
	}
	if now == nil {
		return errSignedOut
	}
	return s.answerOperators(w, r, now)
}
