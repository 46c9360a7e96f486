package auth

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandlePasskeySignInBegin asks the browser for any passkey of this console
// ([api.PathSignInPasskeyBegin]). The passkey names the operator.
func (s *Service) HandlePasskeySignInBegin(w http.ResponseWriter, r *http.Request) error {
	if _, err := decodeIf[struct{}](s.passkeys != nil, errNoWay, w, r); err != nil {
		return err
	}
	options, data, err := s.passkeys.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return err
	}
	return s.askSignedOut(w, r, data, options.Response)
}

// HandlePasskeySignIn signs in with a passkey ([api.PathSignInPasskey]). The answer
// doesn't tell why a sign-in failed.
func (s *Service) HandlePasskeySignIn(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.PasskeySignIn](s.passkeys != nil, errNoWay, w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	data, err := s.questionOf(ctx, in.Proof)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(in.Response)
	if err != nil {
		return errBadPasskey
	}
	var broken error // an error of the store, which the library would hide
	find := func(_, handle []byte) (webauthn.User, error) {
		number, _, _ := strings.Cut(string(handle), ".")
		id, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		who, err := s.webauthnUserOf(ctx, id)
		if store.Optional(err) != nil {
			broken = err
		}
		return who.under(handle), err
	}
	user, credential, err := s.passkeys.ValidatePasskeyLogin(find, data, parsed)
	if broken != nil {
		return broken
	}
	if err != nil {
		s.event(ctx, eventSignInFailed, "address", s.addressText(r), "method", methodPasskey)
		return errBadPasskey
	}
	who := user.(webauthnUser)
	if err := s.answered(ctx, data); err != nil {
		return err
	}
	if err := s.used(ctx, who.ID, credential); err != nil {
		return err
	}
	err = s.answerSignedIn(w, r, who.Operator, in.Remember, methodPasskey)
	if errors.Is(err, errBadSignIn) { // disabled
		return errBadPasskey
	}
	return err
}

// HandleStepUpPasskey asks for one of the asker's own passkeys
// ([api.PathStepUpPasskey]).
func (s *Service) HandleStepUpPasskey(w http.ResponseWriter, r *http.Request) error {
	p, _, err := askedBy[struct{}](s.passkeyOwner, w, r)
	if err != nil {
		return err
	}
	who, err := s.webauthnUserOf(r.Context(), p.OperatorID)
	if err != nil {
		return err
	}
	if len(who.keys) == 0 {
		return errNoWay
	}
	options, data, err := s.passkeys.BeginLogin(who, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return err
	}
	return s.ask(w, r, proofStepUp, p.OperatorID, data, options.Response)
}

func (s *Service) proveByPasskey(r *http.Request, p *Principal, in api.PasskeyAnswer) error {
	if s.passkeys == nil {
		return errNoWay
	}
	ctx := r.Context()
	who, data, err := s.take(ctx, in.Proof, proofStepUp, p.OperatorID)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(in.Response)
	if err != nil {
		return errBadPasskey
	}
	who = who.under(parsed.Response.UserHandle)
	data.UserID = who.WebAuthnID() // the question was this operator's
	credential, err := s.passkeys.ValidateLogin(who, data, parsed)
	if err != nil {
		s.event(ctx, eventSignInFailed, "operator", p.OperatorID, "address", p.Address, "method", methodPasskey, "what",
			"stepup")
		return errBadPasskey
	}
	return s.used(ctx, p.OperatorID, credential)
}
