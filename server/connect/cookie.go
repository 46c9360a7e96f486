package connect

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
)

const (
	flowLife = 600 // seconds
	maxFlows = 5   // redirects in flight in one browser
	purpose  = "connect"
	nameTail = "-oauth-"
	nameSize = 8 // characters of the state in the cookie's name
)

// flow is one redirect in flight, as the cookie holds it.
type flow struct {
	state    string
	verifier string
	operator int64
	session  string // that it was begun on, as auth.Service names it
	mends    string // the connection, "" for a new one
}

// makeCookies sets the cookies' codec up. Every key of the ring reads, the
// first seals. What gorilla leaves open is closed here: its defaults live for a
// month, can be read by scripts and travel to other sites; and a key of a wrong
// size is found out only when a cookie is first made.
func (s *Service) makeCookies() error {
	hashes, err := s.Keys.Derive("oauth-cookie/hash")
	if err != nil {
		return err
	}
	blocks, err := s.Keys.Derive("oauth-cookie/block")
	if err != nil {
		return err
	}
	var pairs [][]byte
	for i := range hashes {
		pairs = append(pairs, hashes[i], blocks[i])
	}
	secure := strings.HasPrefix(s.Origin, "https:")
	s.cookies = sessions.NewCookieStore(pairs...)
	s.cookies.Options = &sessions.Options{Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode}
	s.cookies.MaxAge(flowLife)
	s.prefix = s.CookieName + nameTail
	if secure {
		s.prefix = "__Host-" + s.prefix
	}
	probe := flow{state: strings.Repeat("x", 43), verifier: strings.Repeat("y", 43), operator: 1, session: "z", mends: "m"}
	name := s.cookieName(probe.state)
	text, err := securecookie.EncodeMulti(name, probe.values(), s.cookies.Codecs...)
	if err != nil {
		return err
	}
	r := &http.Request{Header: http.Header{}}
	r.AddCookie(&http.Cookie{Name: name, Value: text}) //nolint:gosec // sent to nobody
	if got, ok := s.find(r, probe.state); !ok || got != probe {
		return errors.New("connect: cookies can't be read back")
	}
	return nil
}

func (s *Service) cookieName(state string) string { return s.prefix + state[:nameSize] }

// keep sets the flow's cookie.
func (s *Service) keep(w http.ResponseWriter, r *http.Request, f flow) error {
	session := sessions.NewSession(s.cookies, s.cookieName(f.state))
	options := *s.cookies.Options
	session.Options = &options
	session.Values = f.values()
	return s.cookies.Save(r, w, session)
}

func (f flow) values() map[any]any {
	return map[any]any{
		"purpose": purpose, "state": f.state, "verifier": f.verifier,
		"operator": strconv.FormatInt(f.operator, 10), "session": f.session, "mends": f.mends,
	}
}

// find reads the flow's cookie, if this browser has one for that state. Cookies
// that don't open, or are too old, are none.
func (s *Service) find(r *http.Request, state string) (flow, bool) {
	cookie, err := r.Cookie(s.cookieName(state))
	if err != nil {
		return flow{}, false
	}
	values := map[any]any{}
	if securecookie.DecodeMulti(cookie.Name, cookie.Value, &values, s.cookies.Codecs...) != nil {
		return flow{}, false
	}
	text := func(name string) string { t, _ := values[name].(string); return t }
	operator, err := strconv.ParseInt(text("operator"), 10, 64)
	same := subtle.ConstantTimeCompare([]byte(text("state")), []byte(state)) == 1
	if err != nil || !same || text("purpose") != purpose {
		return flow{}, false
	}
	return flow{state: state, verifier: text("verifier"), operator: operator, session: text("session"), mends: text("mends")}, true
}

// forget takes a flow's cookie back.
func (s *Service) forget(w http.ResponseWriter, name string) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure unless on loopback
		Name: name, Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.cookies.Options.Secure, SameSite: http.SameSiteLaxMode,
	})
}

// makeRoom takes cookies of earlier flows back that were never finished. The
// browser lists them oldest first.
func (s *Service) makeRoom(w http.ResponseWriter, r *http.Request) {
	var names []string
	for _, c := range r.Cookies() {
		if strings.HasPrefix(c.Name, s.prefix) {
			names = append(names, c.Name)
		}
	}
	for len(names) >= maxFlows {
		s.forget(w, names[0])
		names = names[1:]
	}
}
