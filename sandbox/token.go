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

const grantApp = "app_level_token"

// tokenRecord is an access token that was given out. Only its hash is kept.
type tokenRecord struct {
	ClientID string    `json:"clientId"`
	Expires  time.Time `json:"expires"`
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
	if grant != grantApp {
		return refuse(fail(http.StatusOK, CodeGrantType, "The sandbox supports the grant_type %s only.", grantApp))
	}
	clientID, f := req.text("client_id")
	if f != nil {
		return refuse(f)
	}
	secret, f := req.text("client_secret")
	if f != nil {
		return refuse(f)
	}
	if clientID != s.clientID() || secret != s.clientSecret() {
		return refuse(fail(s.authStatus(), CodeClient, "The client_id or client_secret is wrong."))
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
		maps.DeleteFunc(st.Tokens, func(_ string, t tokenRecord) bool { return now.Sub(t.Expires) > tokenMemory })
		st.Tokens[hashToken(token)] = tokenRecord{ClientID: clientID, Expires: now.Add(s.tokenLifetime())}
		return nil
	})
	return token, err
}

// checkToken refuses a token that is unknown or expired (interface 7.2).
func (s *Sandbox) checkToken(token string) *failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	record, ok := s.state.Tokens[hashToken(token)]
	if !ok || record.ClientID != s.clientID() {
		return s.invalidToken()
	}
	if !s.now().Before(record.Expires) {
		return fail(s.authStatus(), platform.CodeTokenExpired, "The access token has expired. Reauthorise.")
	}
	return nil
}

func (s *Sandbox) invalidToken() *failure {
	return fail(s.authStatus(), platform.CodeTokenInvalid, "The access token is invalid. Use a valid one.")
}

func (s *Sandbox) authStatus() int { return either(s.AuthStatus, http.StatusOK) }

// ExpireTokens makes every access token expire now.
func (s *Sandbox) ExpireTokens() error {
	return s.update(func(st *state) error {
		now := s.now()
		for hash, token := range st.Tokens {
			if token.Expires.After(now) {
				token.Expires = now
				st.Tokens[hash] = token
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
