package connect

import (
	"context"
	"fmt"
	"net/http"

	"golang.org/x/oauth2"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// purpose distinguishes this redirect from a sign-in's.
const purpose = "connect"

// HandleStart begins a merchant's consent and answers the platform's address
// ([api.PathConnectStart]).
func (s *Service) HandleStart(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.StartConnect](s.Authoriser, w, r, auth.PermissionConnections)
	if err != nil {
		return err
	}
	switch {
	case s.Authorise == "":
		return errNoPage
	case request.ID != "" && !s.known(r.Context(), request.ID):
		return errNoConnection
	}
	if err := s.Authoriser.RequireStepUp(r.Context()); err != nil {
		return err
	}
	verifier, challenge := oauth2.GenerateVerifier(), ""
	if s.Platform.Presenter.Profile.PKCE {
		challenge = oauth2.S256ChallengeFromVerifier(verifier)
	}
	state, err := s.Redirects.Start(w, r, "", purpose, who.OperatorID, map[string]string{
		"verifier": verifier, "mends": request.ID, "session": who.SessionRef(),
	})
	if err != nil {
		return err
	}
	to, err := platform.Authorisation{
		AppID: s.AppID, Redirect: s.Origin + s.Mount + api.PathCallback, State: state, Challenge: challenge,
	}.URL(s.Authorise)
	if err != nil {
		return fmt.Errorf("connect: the platform's page: %w", err)
	}
	return httpio.WriteJSON(w, api.GoTo{URL: to})
}

// known reports whether a connection with that id exists.
func (s *Service) known(ctx context.Context, id string) bool {
	s.Vault.Refresh(ctx)
	_, known := s.state(id)
	return known
}

var (
	errNoPage = httpio.Refusal(api.CodeNotFound,
		"The platform's page for merchants isn't configured. Paste a code instead.")
	errNoConnection = httpio.Refusal(api.CodeNotFound, "There is no such connection.")
	errBadCode      = httpio.Invalid("The platform doesn't take this code.",
		api.Problem{Path: "code", Code: "code_refused"})
	errNoCode = httpio.Invalid("A code is required.", api.Problem{Path: "code", Code: "required"})
	errDown   = httpio.Refusal(api.CodePlatformDown,
		"The platform does not answer. The code may be used up; ask for another one.")
	errCredentials = httpio.Refusal(api.CodeConnection,
		"The platform does not accept this console itself. Its client_id and client_secret must be checked.")
)
