package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// ErrHasOwner is returned by [Service.NewSetupLink] when an owner exists already.
var ErrHasOwner = errors.New("auth: there is an owner already")

// Answers of the authoriser and the handlers.
var (
	errSignedOut  = httpio.Refusal(api.CodeSignedOut, "Sign in to go on.")
	errBadSignIn  = httpio.Refusal(api.CodeBadSignIn, "The name or the password is wrong.")
	errBadPasskey = httpio.Refusal(api.CodeBadPasskey, "This passkey doesn't work here.")
	errForbidden  = httpio.Refusal(api.CodeForbidden, "Your role does not allow this.")
	errNotFound   = httpio.Refusal(api.CodeNotFound, "There is no such shop, or you do not look after it.")
	errNoDemo     = httpio.Refusal(api.CodeNotFound, "This is not a demonstration.")
	errHostSigns  = httpio.Refusal(api.CodeNotFound, "The site around this console signs people in and out.")
	errLinkUsed   = httpio.Refusal(api.CodeLinkUsed, "This link was used or withdrawn, or has expired.")
	errStepUp     = httpio.Refusal(api.CodeStepUp, "Prove once more who you are, then send it again.")
	errNoGroup    = httpio.Refusal(api.CodeNotFound, "There is no such group, or it has none of your shops.")
	errGroupRoles = httpio.Refusal(api.CodeForbidden,
		"People have roles by this group. Who may give these roles in the shops can change it.")
	errChanged    = httpio.Refusal(api.CodeChanged, "Somebody changed this meanwhile. Look again.")
	errNobody     = httpio.Refusal(api.CodeNotFound, "There is no such person, or you may not see them.")
	errNoWay      = httpio.Refusal(api.CodeNotFound, "This way to sign in isn't set up here.")
	errLastOwner  = httpio.Refusal(api.CodeLastOwner, "Somebody has to be owner of all shops.")
	errLastWay    = httpio.Refusal(api.CodeLastWay, "This is your only way to sign in.")
	errLoginTaken = httpio.Refusal(api.CodeLoginTaken, "Somebody has that sign-in name.")
	errProvider   = httpio.Refusal(api.CodeProvider, "The provider that signs people in does not answer.")
)

// slowDown asks the client to try again after wait.
func slowDown(wait time.Duration) *api.Error {
	return httpio.RetryAfter(api.CodeSlowDown, "Too many tries. Wait a little and try again.",
		max(1, int(math.Ceil(wait.Seconds()))))
}

// unavailable answers that the store failed, because without the store no asker can
// be identified.
func unavailable(doing string, err error) error {
	return httpio.Unavailable(fmt.Errorf("auth: %s: %w", doing, err))
}

// HandleSession answers the asker's session, also to an asker who isn't signed in
// ([api.PathSession]). The route comes after Identify.
func (s *Service) HandleSession(w http.ResponseWriter, r *http.Request) error {
	p := PrincipalFrom(r.Context())
	if p != nil {
		prefs, err := s.Store.Preferences(r.Context(), p.OperatorID) // another replica may just have saved them
		if err != nil {
			return unavailable("preferences", err)
		}
		now := *p
		now.prefs, p = prefs, &now
	}
	return httpio.WriteJSON(w, s.session(r.Context(), p))
}

// HandleSignOut ends the session and takes its cookie back
// ([api.PathSignOut]). Signing out twice is no error.
func (s *Service) HandleSignOut(w http.ResponseWriter, r *http.Request) error {
	if _, err := decodeIf[struct{}](s.Host == nil, errHostSigns, w, r); err != nil {
		return err
	}
	if err := s.endSession(w, r); err != nil {
		return err
	}
	if p := PrincipalFrom(r.Context()); p != nil {
		s.event(r.Context(), eventSignOut, "operator", p.OperatorID, "address", p.Address)
	}
	return httpio.WriteJSON(w, struct{}{})
}

// Names of events of accounts, from OWASP's logging vocabulary. Events go to the
// log as the attribute "event", never with a typed login (which may be a password
// typed into the wrong field), a password or a token.
const (
	eventSignIn         = "authn_login_success"
	eventSignInAfter    = "authn_login_successafterfail"
	eventSignInFailed   = "authn_login_fail"
	eventSignInSlowed   = "authn_login_fail_max"
	eventTooMany        = "excess_rate_limit_exceeded"
	eventSignOut        = "authn_token_revoked"
	eventRevokedAll     = "authn_token_revoked_all"
	eventLinkMade       = "authn_token_created"
	eventLinkRefused    = "authn_token_reuse"
	eventOperator       = "user_created"
	eventForbidden      = "authz_fail"
	eventStepUp         = "authn_stepup"
	eventChanged        = "authz_change"
	eventPasswordHashed = "authn_password_rehash"
)

// event logs an event. Successes have the level Info, failures the level Warn.
func (s *Service) event(ctx context.Context, name string, args ...any) {
	level := slog.LevelInfo
	switch name {
	case eventSignInAfter, eventSignInFailed, eventSignInSlowed, eventTooMany, eventLinkRefused, eventForbidden:
		level = slog.LevelWarn
	}
	if s.OnEvent != nil {
		s.OnEvent(name)
	}
	if id := httpio.RequestID(ctx); id != "" {
		args = append(args, "request", id)
	}
	s.events.Log(ctx, level, "auth", append([]any{"event", name}, args...)...)
}
