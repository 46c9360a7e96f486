package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	inviteLife = 72 * time.Hour
	resetLife  = time.Hour
)

// InvitePath is the page of a one-time link, relative to the mount point, with
// the token in the fragment as in [SetupPath].
func InvitePath(token string) string { return "/invite#" + token }

// HandleInvite makes a one-time link for a new operator ([api.PathInvitations]).
// The asker can't give a role stronger than the asker's own.
func (s *Service) HandleInvite(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.Invite](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	in.Name = strings.TrimSpace(in.Name)
	problems := checkName(in.Name)
	if len(in.Grants) == 0 {
		problems.Add("grants", ProblemRequired)
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	given, err := s.checkGrants(r.Context(), p, in.Grants)
	if err != nil {
		return err
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	if err := s.nameGroups(r.Context(), in.Grants); err != nil {
		return err
	}
	i := store.Invitation{Name: in.Name, InviterID: p.OperatorID, Inviter: p.Name, Grants: given}
	var link api.OneTimeLink
	err = s.audited(r.Context(), p, "operators.invite", in, func(ctx context.Context) (err error) {
		link, err = s.addLink(ctx, i, inviteLife)
		return err
	})
	if err != nil {
		return refused("add invitation", err)
	}
	return httpio.WriteJSON(w, link)
}

// addLink stores a link and returns its address.
func (s *Service) addLink(ctx context.Context, i store.Invitation, life time.Duration) (api.OneTimeLink, error) {
	token, now := randomText(setupBytes), s.Now()
	i.TokenHash, i.CreatedAt, i.ExpiresAt = setupHash(token), now.UnixMilli(), now.Add(life).UnixMilli()
	if _, err := s.Store.AddInvitation(ctx, i); err != nil {
		return api.OneTimeLink{}, err
	}
	s.event(ctx, eventLinkMade, "operator", i.InviterID, "for", i.OperatorID)
	return api.OneTimeLink{URL: s.Public + InvitePath(token), ExpiresAt: i.ExpiresAt}, nil
}

// HandleReset makes a one-time link with which an operator who isn't disabled
// chooses a new password ([api.PathOperatorReset]).
func (s *Service) HandleReset(w http.ResponseWriter, r *http.Request) error {
	in, err := httpio.Decode[api.OperatorRef](w, r)
	if err != nil {
		return err
	}
	p, one, err := s.managed(r, in.OperatorID)
	if err != nil {
		return err
	}
	if one.Disabled {
		return errChanged // a disabled operator couldn't use the link, and is offered none
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	link, err := s.addResetLink(r.Context(), p, one.Operator)
	if err != nil {
		return refused("add reset link", err)
	}
	return httpio.WriteJSON(w, link)
}

func (s *Service) addResetLink(ctx context.Context, p *Principal, o store.Operator) (link api.OneTimeLink, err error) {
	err = s.audited(ctx, p, "operators.reset", aboutPerson{api.OperatorRef{OperatorID: o.ID}, o.Name},
		func(ctx context.Context) (err error) {
			link, err = s.addLink(ctx, store.Invitation{OperatorID: o.ID, InviterID: p.OperatorID, Inviter: p.Name}, resetLife)
			return err
		})
	return link, err
}

// HandleRevokeInvite ends an open link ([api.PathInviteRevoke]). A link that the asker may not withdraw is answered
// like one that was used.
func (s *Service) HandleRevokeInvite(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.InvitationRef](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	all, err := s.everybody(r.Context())
	if err != nil {
		return err
	}
	open, err := s.openLinks(r.Context(), p, all)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(open, func(i api.Invitation) bool { return i.ID == in.ID })
	if at < 0 {
		return errLinkUsed
	}
	action, about := "operators.uninvite", aboutInvitation{ID: in.ID, Name: open[at].Name, By: open[at].Inviter}
	if open[at].Reset {
		action = "operators.unreset"
	}
	err = s.audited(r.Context(), p, action, about, func(ctx context.Context) error {
		return s.Store.RevokeInvitation(ctx, in.ID)
	})
	if errors.Is(err, store.ErrNotFound) {
		return errLinkUsed // since it was listed
	}
	if err != nil {
		return refused("revoke invitation", err)
	}
	return s.answerOperators(w, r, p)
}

// HandleInviteLook answers the purpose of a one-time link ([api.PathInviteLook]).
func (s *Service) HandleInviteLook(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.InviteToken](s.Host == nil, errHostSigns, w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	i, err := s.openLink(ctx, in.Token)
	if err != nil {
		return err
	}
	info := api.InviteInfo{Name: i.Name, Inviter: i.Inviter, Grants: grantsOf(i.Grants), ExpiresAt: i.ExpiresAt}
	if i.OperatorID != 0 {
		o, err := s.Store.Operator(ctx, i.OperatorID)
		if err != nil {
			return unavailable("find operator", err)
		}
		info.Reset, info.Name, info.Login = true, o.Name, o.Login
	}
	ours, err := s.ourShops(ctx)
	if err != nil {
		return err
	}
	if err := s.nameGroups(ctx, info.Grants); err != nil {
		return err
	}
	for _, g := range info.Grants {
		shop := ours.byID[g.ShopID]
		info.Shops = append(info.Shops, cmp.Or(g.Group, shop.Name))
		info.EnShops = append(info.EnShops, shop.EnName)
	}
	return httpio.WriteJSON(w, info)
}

// HandleAccept uses a one-time link and signs in ([api.PathInvite]). Problems with
// the details are answered before the link is used up.
func (s *Service) HandleAccept(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.UseLink](s.Host == nil, errHostSigns, w, r)
	if err != nil {
		return err
	}
	ctx, now := r.Context(), s.Now()
	i, err := s.openLink(ctx, in.Token)
	if err != nil {
		if errors.Is(err, errLinkUsed) {
			s.event(ctx, eventLinkRefused, "address", s.addressText(r))
		}
		return err
	}
	o := store.Operator{Login: NormalLogin(in.Login), Name: strings.TrimSpace(in.Name), CreatedAt: now.UnixMilli()}
	if i.OperatorID != 0 {
		if o, err = s.Store.Operator(ctx, i.OperatorID); err != nil {
			return unavailable("find operator", err)
		}
	}
	problems := checkPassword(o.Name, o.Login, in.Password)
	if i.OperatorID == 0 {
		problems = CheckOperator(o.Name, o.Login, in.Password)
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	if o.Password, err = s.hasher.hash(ctx, in.Password); err != nil {
		return s.busy(err)
	}
	grants := grantsOf(i.Grants)
	if err := s.nameGroups(ctx, grants); err != nil {
		return err
	}
	action, about := "operators.accept", aboutInvitation{By: i.Inviter, Grants: grants}
	if i.OperatorID != 0 {
		action, about.Grants = "operators.renew", nil
	}
	who := &Principal{OperatorID: i.OperatorID, Name: o.Name, Address: s.addressText(r)}
	err = s.audited(ctx, who, action, about, func(ctx context.Context) (err error) {
		o.ID, err = s.Store.Accept(ctx, setupHash(in.Token), now.UnixMilli(), o, s.linkIsValid)
		return err
	})
	switch {
	case errors.Is(err, store.ErrConflict):
		return errLoginTaken
	case errors.Is(err, store.ErrNotFound):
		return errLinkUsed
	case err != nil:
		return unavailable("accept invitation", err)
	}
	s.OperatorChanged(o.ID)
	s.event(ctx, eventOperator, "operator", o.ID, "address", s.addressText(r))
	return s.answerSignedIn(w, r, o, false, methodLink)
}
