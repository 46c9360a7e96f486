package auth

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"

	"github.com/shopdesk/shopdesk/server/store"
)

// RedirectLife is the time within which a redirect must come back.
const RedirectLife = 10 * time.Minute

const (
	mostRedirects = 5 // redirects under way in one browser
	tagSize       = 8 // characters of the state in the cookie's name
)

var (
	// ErrNoRedirect means that this browser has no such redirect under way.
	ErrNoRedirect = errors.New("auth: no redirect under way")
	// ErrRedirectUsed means that the redirect has come back before, or too late.
	ErrRedirectUsed = errors.New("auth: the redirect was used")
)

// Redirects keeps redirect state in the browser: a sealed cookie of ten minutes for
// each redirect under way. So several tabs don't disturb each other, and any
// replica can take the answer. Redirects is safe for concurrent use.
//
// The session's own cookie is Strict and doesn't come back with a redirect from
// another site; these cookies are Lax and do. A copy of a deleted cookie still
// opens, so each redirect has a row in the store too, which is taken only once.
type Redirects struct {
	cookies *sessions.CookieStore
	prefix  string
	proofs  store.Proofs
	now     func() time.Time
}

// NewRedirects makes Redirects whose cookies' names begin with name. Keys come in
// pairs of 32 bytes each, one to sign and one to encrypt. The first pair seals; all
// pairs open. Insecure drops Secure and the __Host- prefix for plain HTTP on a
// loopback address.
func NewRedirects(name string, signing, sealing [][]byte, insecure bool, proofs store.Proofs,
	now func() time.Time) (*Redirects, error) {
	var pairs [][]byte
	for i := range min(len(signing), len(sealing)) {
		if len(signing[i]) != 32 || len(sealing[i]) != 32 {
			return nil, errors.New("auth: keys of 32 bytes are needed")
		}
		pairs = append(pairs, signing[i], sealing[i])
	}
	if len(pairs) == 0 {
		return nil, errors.New("auth: no keys")
	}
	cookies := sessions.NewCookieStore(pairs...)
	cookies.Options = &sessions.Options{
		Path: "/", MaxAge: int(RedirectLife.Seconds()), HttpOnly: true, Secure: !insecure, SameSite: http.SameSiteLaxMode,
	}
	cookies.MaxAge(int(RedirectLife.Seconds())) // the codec checks an age of its own
	prefix := name + "-flight-"
	if !insecure {
		prefix = "__Host-" + prefix
	}
	f := &Redirects{cookies, prefix, proofs, now}
	if _, err := securecookie.EncodeMulti(prefix, map[any]any{"try": "1"}, cookies.Codecs...); err != nil {
		return nil, fmt.Errorf("auth: keys: %w", err)
	}
	return f, nil
}

// Start begins an operator's redirect, 0 for nobody's, and gives its state. The
// purpose is of the kind that Finish is given. values must be small.
func (f *Redirects) Start(w http.ResponseWriter, r *http.Request, kind, purpose string, operatorID int64,
	values map[string]string) (state string, err error) {
	state = randomText(setupBytes)
	err = f.proofs.AddProof(r.Context(), store.Proof{IDHash: hashOf(state), Purpose: kind + purpose,
		OperatorID: operatorID, ExpiresAt: f.now().Add(RedirectLife).UnixMilli()})
	if err != nil {
		return "", unavailable("keep a redirect", err)
	}
	f.makeRoom(w, r)
	session := sessions.NewSession(f.cookies, f.name(state))
	options := *f.cookies.Options
	session.Options = &options
	session.Values["state"], session.Values["purpose"] = state, purpose
	for key, value := range values {
		session.Values[key] = value
	}
	return state, f.cookies.Save(r, w, session)
}

// Finish ends the redirect with that state, and returns the values that Start was
// given, with the purpose, and the operator. The error is ErrNoRedirect if the cookie
// is missing, too old, or not sealed by this console, and ErrRedirectUsed, with the
// values, if the redirect came back before, or is of another kind.
func (f *Redirects) Finish(w http.ResponseWriter, r *http.Request, state, kind string) (map[string]string, int64,
	error) {
	if len(state) < 32 {
		return nil, 0, ErrNoRedirect
	}
	name := f.name(state)
	cookie, err := r.Cookie(name)
	if err != nil {
		return nil, 0, ErrNoRedirect
	}
	f.drop(w, name)
	sealed := map[any]any{}
	if securecookie.DecodeMulti(name, cookie.Value, &sealed, f.cookies.Codecs...) != nil || sealed["state"] != state {
		return nil, 0, ErrNoRedirect
	}
	values := map[string]string{}
	for key, value := range sealed {
		k, isText := key.(string)
		v, isValue := value.(string)
		if isText && isValue {
			values[k] = v
		}
	}
	proof, err := f.proofs.TakeProof(r.Context(), hashOf(state), kind+values["purpose"], f.now().UnixMilli())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return values, 0, ErrRedirectUsed
	case err != nil:
		return values, 0, unavailable("take a redirect", err)
	}
	return values, proof.OperatorID, nil
}

func (f *Redirects) name(state string) string { return f.prefix + state[:tagSize] }

// makeRoom deletes the cookies of redirects that did not come back.
func (f *Redirects) makeRoom(w http.ResponseWriter, r *http.Request) {
	var old []string
	for _, c := range r.Cookies() {
		if strings.HasPrefix(c.Name, f.prefix) {
			old = append(old, c.Name)
		}
	}
	for i := 0; i <= len(old)-mostRedirects; i++ {
		f.drop(w, old[i])
	}
}

func (f *Redirects) drop(w http.ResponseWriter, name string) {
	o := f.cookies.Options
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure as the options say
		Name: name, Path: o.Path, MaxAge: -1, HttpOnly: true, Secure: o.Secure, SameSite: o.SameSite,
	})
}
