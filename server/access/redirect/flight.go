package redirect

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
)

// Life is how long a redirect may be under way.
const Life = 10 * time.Minute

const (
	most    = 5 // redirects under way in one browser
	tagSize = 8 // of the state, in the cookie's name
)

// ErrNone says that this browser has no such redirect under way.
var ErrNone = errors.New("redirect: none under way")

// Flights seals redirects under way. It is safe for concurrent use.
type Flights struct {
	store  *sessions.CookieStore
	prefix string
}

// New makes Flights whose cookies' names begin with name. Keys come in pairs,
// one to sign and one to encrypt with, each of 32 bytes; the first pair seals,
// all open. Insecure drops Secure and the __Host- prefix for plain HTTP on a
// loopback address.
func New(name string, signing, sealing [][]byte, insecure bool) (*Flights, error) {
	var pairs [][]byte
	for i := range min(len(signing), len(sealing)) {
		if len(signing[i]) != 32 || len(sealing[i]) != 32 {
			return nil, errors.New("redirect: keys of 32 bytes are needed")
		}
		pairs = append(pairs, signing[i], sealing[i])
	}
	if len(pairs) == 0 {
		return nil, errors.New("redirect: no keys")
	}
	store := sessions.NewCookieStore(pairs...)
	store.Options = &sessions.Options{
		Path: "/", MaxAge: int(Life.Seconds()), HttpOnly: true, Secure: !insecure, SameSite: http.SameSiteLaxMode,
	}
	store.MaxAge(int(Life.Seconds())) // the codec has an age of its own
	prefix := name + "-flight-"
	if !insecure {
		prefix = "__Host-" + prefix
	}
	f := &Flights{store: store, prefix: prefix}
	if _, err := securecookie.EncodeMulti(prefix, map[any]any{"try": "1"}, store.Codecs...); err != nil {
		return nil, fmt.Errorf("redirect: keys: %w", err)
	}
	return f, nil
}

// Begin sets the cookie of the redirect with that state. Values are small.
func (f *Flights) Begin(w http.ResponseWriter, r *http.Request, state string, values map[string]string) error {
	if len(state) < 32 {
		return errors.New("redirect: the state is too short")
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

// End is what Begin was given for that state; ErrNone if the cookie is missing,
// too old, or not ours. It takes the cookie back.
func (f *Flights) End(w http.ResponseWriter, r *http.Request, state string) (map[string]string, error) {
	if len(state) < 32 {
		return nil, ErrNone
	}
	name := f.name(state)
	cookie, err := r.Cookie(name)
	if err != nil {
		return nil, ErrNone
	}
	f.drop(w, name)
	sealed := map[any]any{}
	if securecookie.DecodeMulti(name, cookie.Value, &sealed, f.store.Codecs...) != nil || sealed["state"] != state {
		return nil, ErrNone
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

func (f *Flights) name(state string) string { return f.prefix + state[:tagSize] }

// makeRoom takes back cookies of redirects that nobody came back from.
func (f *Flights) makeRoom(w http.ResponseWriter, r *http.Request) {
	var old []string
	for _, c := range r.Cookies() {
		if strings.HasPrefix(c.Name, f.prefix) {
			old = append(old, c.Name)
		}
	}
	for i := 0; i <= len(old)-most; i++ {
		f.drop(w, old[i])
	}
}

func (f *Flights) drop(w http.ResponseWriter, name string) {
	o := f.store.Options
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure as the options say
		Name: name, Path: o.Path, MaxAge: -1, HttpOnly: true, Secure: o.Secure, SameSite: o.SameSite,
	})
}
