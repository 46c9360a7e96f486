package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// redirectWithOutcome redirects the browser from the callback to a fixed page, with the outcome in
// the fragment. An outcome of "" adds no fragment.
func (s *Service) redirectWithOutcome(w http.ResponseWriter, r *http.Request, purpose, outcome string) error {
	page := "/signin"
	if purpose == api.OIDCLink {
		page = "/settings/account"
	}
	if outcome != "" {
		page += "#oidc=" + outcome
	}
	http.Redirect(w, r, s.Public+page, http.StatusSeeOther)
	return nil
}

// signInIdentity signs in the operator linked to the identity. An unknown identity
// makes no operator: operators join by invitation. The sign-in proves who the operator is
// as far as provedAt says: the provider's own session may have answered for anybody at this browser.
func (s *Service) signInIdentity(w http.ResponseWriter, r *http.Request, identity store.Identity, provedAt int64,
	remember bool) error {
	ctx := r.Context()
	linked, err := s.Store.Identity(ctx, identity.Issuer, identity.Subject)
	if errors.Is(err, store.ErrNotFound) {
		s.event(ctx, eventSignInFailed, "address", s.addressText(r), "method", methodProvider)
		return s.redirectWithOutcome(w, r, api.OIDCSignIn, api.OIDCUnknown)
	}
	if err != nil {
		return unavailable("find identity", err)
	}
	o, err := s.Store.Operator(ctx, linked.OperatorID)
	if store.Optional(err) != nil {
		return unavailable("find operator", err)
	}
	_, err = s.signIn(w, r, signing{o, methodProvider, provedAt, remember})
	if errors.Is(err, errBadSignIn) {
		return s.redirectWithOutcome(w, r, api.OIDCSignIn, api.OIDCUnknown)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, s.Public+"/", http.StatusSeeOther)
	return nil
}

// linkIdentity links the identity to the operator who began the redirect. The
// session's cookie doesn't come with the redirect, so the sealed cookie names the
// session, which must still be alive.
func (s *Service) linkIdentity(w http.ResponseWriter, r *http.Request, operatorID int64, session string,
	identity store.Identity) error {
	p, err := s.Resume(r, session, operatorID)
	if err != nil {
		return err
	}
	if p == nil {
		return s.redirectWithOutcome(w, r, api.OIDCSignIn, api.OIDCFailed)
	}
	identity.OperatorID, identity.CreatedAt = operatorID, s.Millis()
	err = s.audited(r.Context(), p, "identities.add", api.Linked{Provider: identity.Issuer, Label: identity.Label},
		func(ctx context.Context) error {
			return s.Store.AddIdentity(ctx, identity)
		})
	switch {
	case errors.Is(err, store.ErrConflict):
		return s.redirectWithOutcome(w, r, api.OIDCLink, api.OIDCTaken)
	case err != nil:
		return unavailable("link identity", err)
	}
	return s.redirectWithOutcome(w, r, api.OIDCLink, api.OIDCLinked)
}

// HandleOIDCUnlink unlinks the asker from the provider ([api.PathOIDCUnlink]), but
// refuses to remove the only way to sign in.
func (s *Service) HandleOIDCUnlink(w http.ResponseWriter, r *http.Request) error {
	p, err := s.ownPeople(r)
	if err != nil {
		return err
	}
	if s.OIDC == nil {
		return errNoWay
	}
	if _, err := httpio.Decode[struct{}](w, r); err != nil {
		return err
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	err = s.audited(r.Context(), p, "identities.remove", api.Linked{Provider: s.OIDC.Issuer},
		func(ctx context.Context) error {
			return s.Store.RemoveIdentity(ctx, p.OperatorID, s.OIDC.Issuer)
		})
	return s.wayRemoved(w, r, p, err)
}
