package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// exchangeCode gives tokens for an authorization code (interface 5,
// shop_level_authorization_code). A code used twice ends its consent.
func (s *Sandbox) exchangeCode(req *request) reply {
	code, f := req.text(s.tokenField(otherCodeField, "code"))
	if f != nil {
		return refuse(f)
	}
	verifier := ""
	if !req.absent("code_verifier") {
		if verifier, f = req.text("code_verifier"); f != nil {
			return refuse(f)
		}
	}
	var answer platform.Token
	return s.granted(&answer, func(st *state) *failure {
		hash := hashToken(code)
		record, ok := st.OAuth.Codes[hash]
		switch {
		case !ok, !s.now().Before(record.Expires):
			return badCode()
		case record.Used:
			st.OAuth.revoke(record.Consent, true)
			return badCode()
		case record.Challenge != "" && record.Challenge != challengeOf(verifier), record.Challenge == "" && s.Does(PKCE):
			return badCode()
		case !s.anyAuthorised(st, st.OAuth.Consents[record.Consent].Shops):
			return s.noMerchant()
		}
		record.Used = true
		st.OAuth.Codes[hash] = record
		answer = s.pair(st, record.Consent)
		return nil
	})
}

// refresh gives new tokens for a refresh token (interface 5, refresh_token).
// One used twice was stolen by one of the two who did: its consent ends, and
// with it every token that came of it.
func (s *Sandbox) refresh(req *request) reply {
	token, f := req.text(s.tokenField(otherRefreshField, "refresh_token"))
	if f != nil {
		return refuse(f)
	}
	invalid := fail(s.authStatus(), platform.CodeTokenInvalid,
		"The refresh token is invalid. The merchant has to authorise again.")
	var answer platform.Token
	return s.granted(&answer, func(st *state) *failure {
		hash := hashToken(token)
		record, ok := st.OAuth.Refreshes[hash]
		given := st.OAuth.Consents[record.Consent]
		switch {
		case !ok, given.Revoked:
			return invalid
		case record.Used:
			st.OAuth.revoke(record.Consent, true)
			return invalid
		case st.OAuth.RefuseNext > 0:
			st.OAuth.RefuseNext--
			st.OAuth.revoke(record.Consent, false)
			return invalid
		case !s.anyAuthorised(st, given.Shops):
			return s.noMerchant()
		case !s.now().Before(record.Expires):
			return fail(s.authStatus(), platform.CodeTokenExpired, "The refresh token has expired. Reauthorise.")
		}
		record.Used = true
		st.OAuth.Refreshes[hash] = record
		answer = s.pair(st, record.Consent)
		return nil
	})
}

// tokenField is the name of a member of a token request.
func (s *Sandbox) tokenField(other, usual string) string {
	if s.Does(TokenNames) {
		return other
	}
	return usual
}

// granted makes a change that ends in tokens or a refusal; what a refusal
// changed is kept as well.
func (s *Sandbox) granted(token *platform.Token, change func(*state) *failure) reply {
	var refused *failure
	err := s.update(func(st *state) error {
		st.OAuth.make()
		refused = change(st)
		return nil
	})
	if err != nil {
		return s.done(err)
	}
	if refused != nil {
		return refuse(refused)
	}
	return answer(http.StatusOK, 0, token)
}

// pair issues an access token with its refresh token. The caller holds the
// lock.
func (s *Sandbox) pair(st *state, consent string) platform.Token {
	access, refresh := rand.Text()+rand.Text(), rand.Text()+rand.Text()
	st.forget(s.now())
	expires := s.now().Add(s.tokenLifetime())
	st.Tokens[hashToken(access)] = tokenRecord{ClientID: s.clientID(), Expires: expires, Consent: consent}
	st.OAuth.Refreshes[hashToken(refresh)] = refreshRecord{Consent: consent, Expires: expires}
	return platform.Token{
		AccessToken: access, RefreshToken: refresh, TokenType: "bearer", ExpiresIn: int64(s.tokenLifetime() / time.Second),
	}
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
