package oidctest

import (
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// The application that the provider knows.
const (
	ClientID     = "shopdesk"
	ClientSecret = "provider-secret"
)

// Person is who comes to the provider.
type Person struct{ Subject, Name, Email string }

// Provider is a provider under a test's control.
type Provider struct {
	*httptest.Server

	key *ecdsa.PrivateKey

	mu     sync.Mutex
	person Person
	refuse bool // the person says no
	ask    bool // the person is shown a page first
	lie    Lie
	way    Way
	codes  map[string]grant
	names  map[string]Person // by access token
}

// grant is a code that was given out.
type grant struct {
	challenge, nonce, redirect string
	aged                       bool // asked with max_age
	person                     Person
}

// New serves a provider until the test ends.
func New(t testing.TB) *Provider {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{key: key, codes: map[string]grant{}, names: map[string]Person{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", p.userInfo)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var down string
		if p.with(func() { down = p.way.Down }); down == r.URL.Path {
			w.WriteHeader(http.StatusServiceUnavailable)
			_ = r.Write(w)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// Set says who comes next.
func (p *Provider) Set(person Person) { p.with(func() { p.person, p.refuse = person, false }) }

// Refuse has the next person say no.
func (p *Provider) Refuse() { p.with(func() { p.refuse = true }) }

// Ask shows people a page first, whose link "#yes" leads back, as providers do.
func (p *Provider) Ask() { p.with(func() { p.ask = true }) }

// Way is what providers do differently; the zero Way takes the client's secret in a header and in the form.
type Way struct {
	Methods  []string      // announced ways to present the client's secret; the others are refused
	UserInfo bool          // names are in UserInfo alone
	Behind   time.Duration // how far the provider's clock is behind
	Since    time.Duration // how long ago the person signed in there
	Untold   bool          // doesn't say when the person signed in, though asked with max_age
	Down     string        // a path that answers 503, with the request as it came
}

// Go has the provider do things that way.
func (p *Provider) Go(way Way) { p.with(func() { p.way = way }) }

// Lie is what is wrong with a token; the zero Lie is honest.
type Lie struct {
	Nonce, Audience, Issuer string
	Life                    time.Duration
	// Algorithm is another than the provider announces ("none", "HS256" by the
	// client's secret, "ES384" and "RS256" by keys that the provider publishes), or
	// "ES256" for another key of the same number.
	Algorithm jose.SignatureAlgorithm
}

// Lie has tokens be as the lie says.
func (p *Provider) Lie(lie Lie) { p.with(func() { p.lie = lie }) }

func (p *Provider) with(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	said := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri":                              p.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"ES256"}, "response_types_supported": []string{"code"},
		"subject_types_supported": []string{"public"},
	}
	if p.way.Methods != nil {
		said["token_endpoint_auth_methods_supported"] = p.way.Methods
	}
	if p.way.UserInfo {
		said["userinfo_endpoint"] = p.URL + "/userinfo"
	}
	answer(w, said)
}

func (p *Provider) userInfo(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	person, ok := p.names[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if !ok {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	answer(w, map[string]string{"sub": person.Subject, "preferred_username": person.Name})
}

// unannounced are the provider's keys of algorithms that its discovery doesn't
// name. Their algorithm is their number.
var unannounced = sync.OnceValues(func() (map[jose.SignatureAlgorithm]crypto.Signer, error) {
	curve, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		return nil, err
	}
	primes, err := rsa.GenerateKey(rand.Reader, 2048)
	return map[jose.SignatureAlgorithm]crypto.Signer{jose.ES384: curve, jose.RS256: primes}, err
})

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	published := []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "1", Algorithm: "ES256", Use: "sig"}}
	others, err := unannounced()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	for algorithm, key := range others {
		published = append(published, jose.JSONWebKey{Key: key.Public(), KeyID: string(algorithm),
			Algorithm: string(algorithm), Use: "sig"})
	}
	answer(w, jose.JSONWebKeySet{Keys: published})
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" ||
		q.Get("nonce") == "" {
		http.Error(w, "not as it should be", http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}}
	if p.refuse {
		back.Set("error", "access_denied")
	} else {
		code := rand.Text()
		p.codes[code] = grant{q.Get("code_challenge"), q.Get("nonce"), q.Get("redirect_uri"), q.Has("max_age"), p.person}
		back.Set("code", code)
	}
	to := q.Get("redirect_uri") + "?" + back.Encode()
	if p.ask {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><title>Acme</title><link rel=icon href="data:,"><a id=yes href="`+
			html.EscapeString(to)+`">Yes</a>`)
		return
	}
	http.Redirect(w, r, to, http.StatusFound)
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.FormValue("code")
	given, ok := p.codes[code]
	delete(p.codes, code)
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	method := map[bool]string{true: "client_secret_basic", false: "client_secret_post"}[basic]
	if p.way.Methods != nil && !slices.Contains(p.way.Methods, method) {
		ok = false
	}
	if !ok || id != ClientID || secret != ClientSecret || given.redirect != r.FormValue("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != given.challenge {
		w.WriteHeader(http.StatusBadRequest)
		answer(w, map[string]string{"error": "invalid_grant"})
		return
	}
	now, lie := time.Now().Add(-p.way.Behind), p.lie
	claims := map[string]any{
		"iss": cmp.Or(lie.Issuer, p.URL), "sub": given.person.Subject, "aud": cmp.Or(lie.Audience, ClientID),
		"nonce": cmp.Or(lie.Nonce, given.nonce), "iat": now.Unix(), "exp": now.Add(cmp.Or(lie.Life, time.Hour)).Unix(),
	}
	if given.aged && !p.way.Untold {
		claims["auth_time"] = now.Add(-p.way.Since).Unix()
	}
	access := rand.Text()
	if p.way.UserInfo {
		p.names[access] = given.person
	} else {
		claims["name"], claims["email"], claims["email_verified"] = given.person.Name, given.person.Email, true
	}
	signed, err := p.sign(claims)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 3600, "id_token": signed})
}

func (p *Provider) sign(claims map[string]any) (string, error) {
	body, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	if p.lie.Algorithm == "none" {
		text := base64.RawURLEncoding.EncodeToString
		return text([]byte(`{"alg":"none","kid":"1"}`)) + "." + text(body) + ".", nil
	}
	key, number, err := p.signingKey()
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(key, (&jose.SignerOptions{}).WithHeader("kid", number))
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(body)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// signingKey is the provider's, or that of the present lie, and its number.
func (p *Provider) signingKey() (key jose.SigningKey, number string, err error) {
	key.Algorithm, number = p.lie.Algorithm, "1"
	switch p.lie.Algorithm { //nolint:exhaustive // the others are of P-256
	case "":
		key.Algorithm, key.Key = jose.ES256, p.key
	case jose.HS256:
		key.Key = []byte(ClientSecret + ClientSecret + ClientSecret)
	case jose.ES384, jose.RS256:
		var others map[jose.SignatureAlgorithm]crypto.Signer
		others, err = unannounced()
		key.Key, number = others[p.lie.Algorithm], string(p.lie.Algorithm)
	default:
		key.Key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	return key, number, err
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the reader is gone: nobody to tell
}
