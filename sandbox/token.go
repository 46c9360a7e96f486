package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// tokenMemory is how long an expired token is remembered as expired; after
// that it is merely invalid.
const tokenMemory = 24 * time.Hour

// tokenRecord is an access token that was given out. Only its hash is kept.
type tokenRecord struct {
	ClientID string    `json:"clientId"`
	Expires  time.Time `json:"expires"`
	Consent  string    `json:"consent,omitempty"` // of a shop-level token
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// exchange is the token endpoint (interface 4.1, 5). Tokens given out before
// stay valid until they expire.
func (s *Sandbox) exchange(req *request) reply {
	grant, f := req.text("grant_type")
	if f != nil {
		return refuse(f)
	}
	shopLevel := grant == platform.GrantCode || grant == platform.GrantRefresh
	if !shopLevel && grant != platform.GrantApp && (grant != platform.GrantLegacy || !s.Legacy) {
		return refuse(fail(http.StatusOK, CodeGrantType, "The grant_type isn't supported."))
	}
	clientID, f := req.text("client_id")
	if f != nil {
		return refuse(f)
	}
	secret := s.clientSecret() // asked for with the application-level grants (interface 4.1)
	if !shopLevel || s.Does(ShopSecret) || !req.absent("client_secret") {
		if secret, f = req.text("client_secret"); f != nil {
			return refuse(f)
		}
	}
	if clientID != s.clientID() || secret != s.clientSecret() {
		return refuse(fail(s.authStatus(), CodeClient, "The client_id or client_secret is wrong."))
	}
	switch grant {
	case platform.GrantCode:
		return s.exchangeCode(req)
	case platform.GrantRefresh:
		return s.refresh(req)
	}
	token, err := s.issue(clientID)
	if err != nil {
		return s.done(err)
	}
	return answer(http.StatusOK, 0, platform.Token{
		AccessToken: token,
		TokenType:   "bearer",
		ExpiresIn:   int64(s.tokenLifetime() / time.Second),
	})
}

// issue makes a token.
func (s *Sandbox) issue(clientID string) (string, error) {
	token := rand.Text() + rand.Text()
	err := s.update(func(st *state) error {
		if !slices.ContainsFunc(st.Shops, func(shop *shop) bool { return shop.Authorised }) {
			return fail(s.authStatus(), platform.CodeNoMerchant,
				"The client_id has no authorised merchant. Contact the merchant to authorise.")
		}
		now := s.now()
		st.forget(now)
		st.Tokens[hashToken(token)] = tokenRecord{ClientID: clientID, Expires: now.Add(s.tokenLifetime())}
		return nil
	})
	return token, err
}

// longOver reports whether what ended then isn't remembered any more.
func longOver(end, now time.Time) bool { return now.Sub(end) > tokenMemory }

// forget drops the tokens and codes that aren't remembered any more. The caller holds the lock.
func (st *state) forget(now time.Time) {
	maps.DeleteFunc(st.Tokens, func(_ string, t tokenRecord) bool { return longOver(t.Expires, now) })
	maps.DeleteFunc(st.OAuth.Codes, func(_ string, c codeRecord) bool { return longOver(c.Expires, now) })
	maps.DeleteFunc(st.OAuth.Refreshes, func(_ string, r refreshRecord) bool { return longOver(r.Expires, now) })
}

// checkToken refuses a token that is unknown or expired (interface 7.2).
func (s *Sandbox) checkToken(token string) (tokenRecord, *failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	record, ok := s.state.Tokens[hashToken(token)]
	now := s.now()
	if !ok || record.ClientID != s.clientID() || record.Consent != "" && s.state.OAuth.Consents[record.Consent].Revoked ||
		longOver(record.Expires, now) {
		return record, s.invalidToken()
	}
	if !now.Before(record.Expires) {
		return record, fail(s.authStatus(), platform.CodeTokenExpired, "The access token has expired. Reauthorise.")
	}
	return record, nil
}

func (s *Sandbox) invalidToken() *failure {
	return fail(s.authStatus(), platform.CodeTokenInvalid, "The access token is invalid. Use a valid one.")
}

func (s *Sandbox) authStatus() int {
	if s.Does(Status401) {
		return http.StatusUnauthorized
	}
	return http.StatusOK
}

// ExpireTokens makes every access token expire now. The refresh tokens of the
// shop-level grant had to be used before (interface 5): they have expired too.
func (s *Sandbox) ExpireTokens() error {
	return s.update(func(st *state) error {
		now := s.now()
		for hash, token := range st.Tokens {
			if token.Expires.After(now) {
				token.Expires = now
				st.Tokens[hash] = token
			}
		}
		for hash, refresh := range st.OAuth.Refreshes { // they end with their access tokens (interface 5)
			if refresh.Expires.After(now) {
				refresh.Expires = now
				st.OAuth.Refreshes[hash] = refresh
			}
		}
		return nil
	})
}

// InvalidateTokens forgets every access token: each is invalid from now on.
func (s *Sandbox) InvalidateTokens() error {
	return s.update(func(st *state) error {
		clear(st.Tokens)
		return nil
	})
}

// liveTokens counts the tokens that are valid now.
func (s *Sandbox) liveTokens() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, now := 0, s.now()
	for _, token := range s.state.Tokens {
		if now.Before(token.Expires) {
			n++
		}
	}
	return n
}
