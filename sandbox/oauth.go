package sandbox

import (
	"crypto/rand"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// codeLife is how long an authorization code can be exchanged.
const codeLife = 10 * time.Minute

// CodeCode refuses an authorization code (interface 7.5: not shown; assumed).
const CodeCode = 20007

// oauthState is what the sandbox knows of the shop-level grants. Codes and
// refresh tokens are kept as hashes; each can be used once.
type oauthState struct {
	Codes      map[string]codeRecord    `json:"codes,omitempty"`
	Refreshes  map[string]refreshRecord `json:"refreshes,omitempty"`
	Consents   map[string]consent       `json:"consents,omitempty"`
	RefuseNext int                      `json:"refuseNext,omitempty"` // refreshes to refuse
}

// consent is what a merchant allowed at one time. Every token that follows
// from it belongs to it.
type consent struct {
	Shops   []int64 `json:"shops"`
	Revoked bool    `json:"revoked,omitempty"`
	Reused  bool    `json:"reused,omitempty"` // revoked because a token was used twice
}

type codeRecord struct {
	Consent   string    `json:"consent"`
	Expires   time.Time `json:"expires"`
	Used      bool      `json:"used,omitempty"`
	Challenge string    `json:"challenge,omitempty"` // S256, where one was given (RFC 7636)
}

type refreshRecord struct {
	Consent string    `json:"consent"`
	Expires time.Time `json:"expires"` // with the access token it came with (interface 5)
	Used    bool      `json:"used,omitempty"`
}

func (o oauthState) clone() oauthState {
	o.Codes, o.Refreshes, o.Consents = maps.Clone(o.Codes), maps.Clone(o.Refreshes), maps.Clone(o.Consents)
	return o
}

// make makes the maps that are nil.
func (o *oauthState) make() {
	if o.Codes == nil {
		o.Codes = map[string]codeRecord{}
	}
	if o.Refreshes == nil {
		o.Refreshes = map[string]refreshRecord{}
	}
	if o.Consents == nil {
		o.Consents = map[string]consent{}
	}
}

// revoke ends a consent: its tokens are invalid from now on.
func (o *oauthState) revoke(id string, reused bool) {
	c := o.Consents[id]
	c.Revoked, c.Reused = true, c.Reused || reused
	o.Consents[id] = c
}

// Consent has the merchants of shops authorise the application, as the consent
// page does, and returns the code that the page would send back.
func (s *Sandbox) Consent(shops ...int64) (code string, err error) { return s.consent(shops, "") }

func (s *Sandbox) consent(shops []int64, challenge string) (string, error) {
	if len(shops) == 0 {
		return "", errors.Join(ErrInvalid, errors.New("choose at least one shop"))
	}
	code := rand.Text()
	return code, s.update(func(st *state) error {
		for _, id := range shops {
			at, ok := s.index[id]
			if !ok {
				return ErrUnknownShop
			}
			next := *st.Shops[at]
			next.Authorised = true
			st.Shops[at] = &next
		}
		st.OAuth.make()
		id := rand.Text()
		st.OAuth.Consents[id] = consent{Shops: slices.Clone(shops)}
		st.OAuth.Codes[hashToken(code)] = codeRecord{Consent: id, Expires: s.now().Add(codeLife), Challenge: challenge}
		return nil
	})
}

// RefuseNextRefresh has the next refresh token refused, and its consent ended,
// as when a merchant withdraws it.
func (s *Sandbox) RefuseNextRefresh() error {
	return s.update(func(st *state) error {
		st.OAuth.RefuseNext++
		return nil
	})
}

// ConsentInfo counts what became of the merchants' consents.
type ConsentInfo struct {
	Live    int // not revoked
	Revoked int
	Reused  int // revoked because a code or refresh token was used twice
}

// Consents counts them.
func (s *Sandbox) Consents() ConsentInfo {
	if s.Load() != nil {
		return ConsentInfo{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var info ConsentInfo
	for _, c := range s.state.OAuth.Consents {
		switch {
		case c.Reused:
			info.Reused++
			info.Revoked++
		case c.Revoked:
			info.Revoked++
		default:
			info.Live++
		}
	}
	return info
}

// reaches reports whether the token that a call carries is for that shop.
func (s *Sandbox) reaches(token tokenRecord, shop int64) bool {
	if token.Consent == "" {
		return true // application level
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.state.OAuth.Consents[token.Consent].Shops, shop)
}

// noMerchant refuses a consent of which nothing is left.
func (s *Sandbox) noMerchant() *failure {
	return fail(s.authStatus(), platform.CodeNoMerchant,
		"The client_id has no authorised merchant. Contact the merchant to authorise.")
}

// anyAuthorised reports whether a merchant of those shops still authorises the
// application. The caller holds the lock.
func (s *Sandbox) anyAuthorised(st *state, shops []int64) bool {
	return slices.ContainsFunc(shops, func(id int64) bool {
		at, ok := s.index[id]
		return ok && st.Shops[at].Authorised
	})
}

// badCode refuses an authorization code. Its status is 200, as for every
// refusal that isn't about authentication.
func badCode() *failure {
	return fail(http.StatusOK, CodeCode, "The authorization code is wrong, was used, or has expired.")
}
