package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Purposes of a passkey's question. An answer for one purpose isn't accepted for
// another.
const (
	proofAdd    = "passkey.add"
	proofSignIn = "passkey.signin"
	proofStepUp = "passkey.stepup"
)

// newPasskeys returns nil where passkeys are impossible: a host signs people in, or
// the public address has no domain, to which alone passkeys are bound: "192.0.2.1", "console".
func newPasskeys(cfg Config) (*webauthn.WebAuthn, error) {
	if cfg.Host != nil || cfg.Public == "" {
		return nil, nil
	}
	public, err := url.Parse(cfg.Public)
	if err != nil {
		return nil, fmt.Errorf("auth: public address: %w", err)
	}
	if protocol.ValidateRPID(public.Hostname()) != nil {
		return nil, nil
	}
	keys, err := webauthn.New(&webauthn.Config{
		RPID: public.Hostname(), RPDisplayName: "Shopdesk", RPOrigins: []string{public.Scheme + "://" + public.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("auth: passkeys: %w", err)
	}
	return keys, nil
}

// webauthnUser is an operator as webauthn sees one.
type webauthnUser struct {
	store.Operator
	handle string
	keys   []webauthn.Credential
}

var _ webauthn.User = webauthnUser{}

// WebAuthnID is the user handle: the operator's id in decimal, and a mark of this
// console. A device keeps one passkey for each handle of a host, and a host may have
// several consoles, each with an operator 1.
func (k webauthnUser) WebAuthnID() []byte { return []byte(k.handle) }

// under is the operator under the handle that a passkey has: earlier releases gave
// handles without a mark.
func (k webauthnUser) under(handle []byte) webauthnUser {
	if id := strconv.FormatInt(k.ID, 10); string(handle) == id {
		k.handle = id
	}
	return k
}

func (k webauthnUser) WebAuthnName() string { return k.Login }

func (k webauthnUser) WebAuthnDisplayName() string { return k.Name }

func (k webauthnUser) WebAuthnCredentials() []webauthn.Credential { return k.keys }

// webauthnUserOf reads an operator with their passkeys. Damaged passkeys are left out. An error is the answer to the
// request.
func (s *Service) webauthnUserOf(ctx context.Context, id int64) (k webauthnUser, err error) {
	if k.Operator, err = s.Store.Operator(ctx, id); err != nil {
		return k, unavailable("read passkeys", err)
	}
	stored, err := s.Store.Passkeys(ctx, id)
	if err != nil {
		return k, unavailable("read passkeys", err)
	}
	mark, err := s.mark(ctx, "passkey handle")
	if err != nil {
		return k, unavailable("read passkeys", err)
	}
	k.handle = fmt.Sprintf("%d.%x", id, mark[:8])
	for _, one := range stored {
		var c webauthn.Credential
		if err := json.Unmarshal(one.Credential, &c); err != nil {
			s.Logger.WarnContext(ctx, "auth: a passkey can't be read", "operator", id, "err", err)
			continue
		}
		k.keys = append(k.keys, c)
	}
	return k, nil
}

// ask stores the question and sends the question to the browser.
func (s *Service) ask(w http.ResponseWriter, r *http.Request, purpose string, operatorID int64,
	data *webauthn.SessionData, options any) error {
	name := randomText(setupBytes)
	kept, err := json.Marshal(data)
	if err != nil {
		return err
	}
	proof := store.Proof{
		IDHash: hashOf(name), Purpose: purpose, OperatorID: operatorID, Data: kept,
		ExpiresAt: s.Now().Add(proofLife).UnixMilli(),
	}
	if err := s.Store.AddProof(r.Context(), proof); err != nil {
		return unavailable("keep a proof", err)
	}
	body, err := json.Marshal(options)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, api.PasskeyAsk{Proof: name, Options: body})
}

// take finds and deletes the question that an operator was asked, so that each question is
// answered once, and reads the operator.
func (s *Service) take(ctx context.Context, name, purpose string, operatorID int64) (who webauthnUser,
	data webauthn.SessionData, err error) {
	proof, err := s.Store.TakeProof(ctx, hashOf(name), purpose, s.Millis())
	if errors.Is(err, store.ErrNotFound) || err == nil && proof.OperatorID != operatorID {
		return who, data, errBadPasskey
	}
	if err != nil {
		return who, data, unavailable("take a proof", err)
	}
	if err := json.Unmarshal(proof.Data, &data); err != nil {
		return who, data, err
	}
	who, err = s.webauthnUserOf(ctx, operatorID)
	return who, data, err
}

// used stores a passkey's state after its use. A signature counter that went back
// means a copied passkey, which is refused.
func (s *Service) used(ctx context.Context, operatorID int64, c *webauthn.Credential) error {
	if c.Authenticator.CloneWarning {
		s.event(ctx, eventSignInFailed, "operator", operatorID, "why", "a copied passkey")
		return errBadPasskey
	}
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := s.Store.UsePasskey(ctx, credentialID(c), body, s.Millis()); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return errBadPasskey // removed a moment ago
		}
		return unavailable("write passkey", err)
	}
	return nil
}

func credentialID(c *webauthn.Credential) string { return base64.RawURLEncoding.EncodeToString(c.ID) }

// passkeyOwner gives the asker, or an error where passkeys are impossible.
func (s *Service) passkeyOwner(r *http.Request) (*Principal, error) {
	p, err := s.ownPeople(r)
	if err != nil {
		return nil, err
	}
	if s.passkeys == nil || isDemo(p.Login) {
		return nil, errNoWay
	}
	return p, nil
}
