package auth

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
)

// RedirectLife is the time within which a redirect must come back.
const RedirectLife = 10 * time.Minute

const (
	mostRedirects = 5 // redirects under way in one browser
	tagSize       = 8 // characters of the state in the cookie's name
)

// ErrNoRedirect means that this browser has no such redirect under way.
var ErrNoRedirect = errors.New("auth: no redirect under way")

// Redirects keeps redirect state in the browser: a sealed cookie of ten minutes for
// each redirect under way. So several tabs don't disturb each other, and any
// replica can take the answer. Redirects is safe for concurrent use.
//
// The session's own cookie is Strict and doesn't come back with a redirect from
// another site; these cookies are Lax and do. A copy of a deleted cookie still
// opens, so the caller also keeps a row in the store and takes the row only once.
type Redirects struct {
	store  *sessions.CookieStore
	prefix string
}

// NewRedirects makes Redirects whose cookies' names begin with name. Keys come in
// pairs of 32 bytes each, one to sign and one to encrypt. The first pair seals; all
// pairs open. Insecure drops Secure and the __Host- prefix for plain HTTP on a
// loopback address.
func NewRedirects(name string, signing, sealing [][]byte, insecure bool) (*Redirects, error) {
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
	store := sessions.NewCookieStore(pairs...)
	store.Options = &sessions.Options{
		Path: "/", MaxAge: int(RedirectLife.Seconds()), HttpOnly: true, Secure: !insecure, SameSite: http.SameSiteLaxMode,
	}
	store.MaxAge(int(RedirectLife.Seconds())) // the codec checks an age of its own
	prefix := name + "-flight-"
	if !insecure {
		prefix = "__Host-" + prefix
	}
	f := &Redirects{store: store, prefix: prefix}
	if _, err := securecookie.EncodeMulti(prefix, map[any]any{"try": "1"}, store.Codecs...); err != nil {
		return nil, fmt.Errorf("auth: keys: %w", err)
	}
	return f, nil
}

// Start sets the cookie of the redirect with that state. values must be small.
func (f *Redirects) Start(w http.ResponseWriter, r *http.Request, state string, values map[string]string) error {
	if len(state) < 32 {
		return errors.New("auth: the state is too short")
	}
	f.makeRoom(w, r)
	session := sessions.NewSession(f.store, f.name(state))
	options := *f.store.Options
	session.Options = &options
	session.Values["state"] = state
	for key, value := range values {
		session.Values[key] = value
	}
	return f.store.Save(r, w, session)
}

// Finish deletes the cookie and returns the values that Start was given for that
// state. The error is ErrNoRedirect if the cookie is missing, too old, or not
// sealed by this console.
func (f *Redirects) Finish(w http.ResponseWriter, r *http.Request, state string) (map[string]string, error) {
	if len(state) < 32 {
		return nil, ErrNoRedirect
	}
	name := f.name(state)
	cookie, err := r.Cookie(name)
	if err != nil {
		return nil, ErrNoRedirect
	}
	f.drop(w, name)
	sealed := map[any]any{}
	if securecookie.DecodeMulti(name, cookie.Value, &sealed, f.store.Codecs...) != nil || sealed["state"] != state {
		return nil, ErrNoRedirect
	}
	values := map[string]string{}
	for key, value := range sealed {
		k, isText := key.(string)
		v, isValue := value.(string)
		if isText && isValue {
			values[k] = v
		}
	}
	return values, nil
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
	o := f.store.Options
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure as the options say
		Name: name, Path: o.Path, MaxAge: -1, HttpOnly: true, Secure: o.Secure, SameSite: o.SameSite,
	})
}
