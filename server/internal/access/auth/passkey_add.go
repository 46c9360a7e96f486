package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// maxPasskeys bounds an operator's passkeys.
const maxPasskeys = 20

// HandlePasskeyBegin asks the asker's device for a new passkey
// ([api.PathPasskeyBegin]).
func (s *Service) HandlePasskeyBegin(w http.ResponseWriter, r *http.Request) error {
	p, _, err := askedBy[struct{}](s.passkeyOwner, w, r)
	if err != nil {
		return err
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	who, err := s.webauthnUserOf(r.Context(), p.OperatorID)
	if err != nil {
		return err
	}
	if len(who.keys) >= maxPasskeys {
		return invalid(api.Problem{Path: "passkeys", Code: ProblemTooLong, Args: []any{maxPasskeys}})
	}
	options, data, err := s.passkeys.BeginRegistration(who,
		webauthn.WithExclusions(webauthn.Credentials(who.keys).CredentialDescriptors()))
	if err != nil {
		return err
	}
	return s.ask(w, r, proofAdd, p.OperatorID, data, options.Response)
}

// HandlePasskeyFinish stores the new passkey ([api.PathPasskeyFinish]).
func (s *Service) HandlePasskeyFinish(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.PasskeyAdd](s.passkeyOwner, w, r)
	if err != nil {
		return err
	}
	in.Name = strings.TrimSpace(in.Name)
	if problems := checkName(in.Name); len(problems) > 0 {
		problems[0].Path = "key" // the field "name" is the person's
		return invalid(problems...)
	}
	ctx := r.Context()
	who, data, err := s.take(ctx, in.Proof, proofAdd, p.OperatorID)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(in.Response)
	if err != nil {
		return errBadPasskey
	}
	made, err := s.passkeys.CreateCredential(who, data, parsed)
	if err != nil {
		s.event(ctx, eventSignInFailed, "operator", p.OperatorID, "why", "passkey refused")
		return errBadPasskey
	}
	body, err := json.Marshal(made)
	if err != nil {
		return err
	}
	key := store.Passkey{ID: credentialID(made), OperatorID: p.OperatorID, Name: in.Name, Credential: body,
		CreatedAt: s.Millis()}
	err = s.audited(ctx, p, "passkeys.add", api.Rename{Name: in.Name}, func(ctx context.Context) error {
		return s.Store.AddPasskey(ctx, key)
	})
	if err != nil {
		return refused("add passkey", err)
	}
	return s.answerAccount(w, r, p)
}

// HandlePasskeyRemove removes one of the asker's passkeys
// ([api.PathPasskeyRemove]), but refuses to remove the only way to sign in.
func (s *Service) HandlePasskeyRemove(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.PasskeyRef](s.passkeyOwner, w, r)
	if err != nil {
		return err
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	err = s.audited(r.Context(), p, "passkeys.remove", in, func(ctx context.Context) error {
		return s.Store.RemovePasskey(ctx, p.OperatorID, in.ID)
	})
	return s.wayRemoved(w, r, p, err)
}

// wayRemoved answers the removal of a way to sign in.
func (s *Service) wayRemoved(w http.ResponseWriter, r *http.Request, p *Principal, err error) error {
	if errors.Is(err, store.ErrConflict) {
		return errLastWay
	}
	if err != nil {
		return refused("remove a way in", err)
	}
	return s.answerAccount(w, r, p)
}
