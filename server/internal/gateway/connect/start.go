package connect

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"golang.org/x/oauth2"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// purpose distinguishes this redirect's cookie from the cookie of a sign-in.
const purpose = "connect"

// stateSize is the length of a state: 256 bits in base64.
const stateSize = 43

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
	case request.ID != "" && !s.known(request.ID):
		return errNoConnection
	}
	if err := s.Authoriser.RequireStepUp(r.Context()); err != nil {
		return err
	}
	state, verifier := newState(), oauth2.GenerateVerifier()
	challenge := ""
	if s.Platform.Presenter.Profile.PKCE {
		challenge = oauth2.S256ChallengeFromVerifier(verifier)
	}
	to, err := platform.Authorisation{
		AppID: s.AppID, Redirect: s.Origin + s.Mount + api.PathCallback, State: state, Challenge: challenge,
	}.URL(s.Authorise)
	if err != nil {
		return fmt.Errorf("connect: the platform's page: %w", err)
	}
	if err := s.Proofs.AddProof(r.Context(), store.Proof{IDHash: hashOf(state), Purpose: purpose,
		OperatorID: who.OperatorID, ExpiresAt: s.millis() + auth.RedirectLife.Milliseconds()}); err != nil {
		return httpio.Unavailable(err)
	}
	err = s.Redirects.Start(w, r, state, map[string]string{
		"purpose": purpose, "verifier": verifier, "mends": request.ID,
		"operator": strconv.FormatInt(who.OperatorID, 10), "session": s.Authoriser.SessionRef(r),
	})
	if err != nil {
		return fmt.Errorf("connect: cookie: %w", err)
	}
	return httpio.WriteJSON(w, api.GoTo{URL: to})
}

// known reports whether a connection with that id exists.
func (s *Service) known(id string) bool {
	return slices.ContainsFunc(s.Vault.States(), func(c token.State) bool { return c.ID == id })
}

func newState() string {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // Read never fails
	return base64.RawURLEncoding.EncodeToString(secret)
}

func hashOf(state string) string {
	sum := sha256.Sum256([]byte(state))
	return base64.RawURLEncoding.EncodeToString(sum[:])
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
