package auth

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// proofLife is the time within which a passkey's question must be answered.
const proofLife = 5 * time.Minute

// The browser keeps the question of a sign-in by passkey, signed by the server, so
// an open question costs the server nothing. So questions need no allowance that
// strangers could use up, and strangers' tries never slow a passkey's owner down.
// The server writes a row only for a right answer, so that the answer is accepted
// once.

// questionPurpose tells the mark of a question from other marks.
const questionPurpose = "passkey question\x00"

// question is the signed content.
type question struct {
	Purpose string               `json:"purpose"`
	Until   int64                `json:"until"`
	Data    webauthn.SessionData `json:"data"`
}

// askSignedOut sends a signed question to an asker who isn't signed in.
func (s *Service) askSignedOut(w http.ResponseWriter, r *http.Request, data *webauthn.SessionData, options any) error {
	kept, err := json.Marshal(question{Purpose: proofSignIn, Until: s.Now().Add(proofLife).UnixMilli(), Data: *data})
	if err != nil {
		return err
	}
	mark, err := s.mark(r.Context(), questionPurpose+string(kept))
	if err != nil {
		return err
	}
	body, err := json.Marshal(options)
	if err != nil {
		return err
	}
	text := base64.RawURLEncoding.EncodeToString(kept) + "." + base64.RawURLEncoding.EncodeToString(mark)
	return httpio.WriteJSON(w, api.PasskeyAsk{Proof: text, Options: body})
}

// questionOf reads a question that the server signed and whose time isn't over.
func (s *Service) questionOf(ctx context.Context, text string) (webauthn.SessionData, error) {
	var q question
	body, sum, _ := strings.Cut(text, ".")
	kept, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return q.Data, errBadPasskey
	}
	got, err := base64.RawURLEncoding.DecodeString(sum)
	if err != nil {
		return q.Data, errBadPasskey
	}
	mark, err := s.mark(ctx, questionPurpose+string(kept))
	if err != nil {
		return q.Data, err
	}
	if !hmac.Equal(got, mark) || json.Unmarshal(kept, &q) != nil || q.Purpose != proofSignIn ||
		!s.Now().Before(time.UnixMilli(q.Until)) {
		return webauthn.SessionData{}, errBadPasskey
	}
	return q.Data, nil
}

// answered marks a question as answered. A second answer is refused. The mark's row
// lives as long as the question.
func (s *Service) answered(ctx context.Context, data webauthn.SessionData) error {
	err := s.Store.AddProof(ctx, store.Proof{
		IDHash: hashOf(data.Challenge), Purpose: proofSignIn + ".answered", Data: []byte{},
		ExpiresAt: s.Now().Add(proofLife).UnixMilli(),
	})
	if errors.Is(err, store.ErrConflict) {
		return errBadPasskey
	}
	if err != nil {
		return unavailable("keep a proof", err)
	}
	return nil
}
