package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/shopdesk/shopdesk/server/store"
)

// signing is a sign-in whose proof was checked.
type signing struct {
	operator store.Operator // as the check read them: a session starts only if they are still so
	method   string
	provedAt int64 // 0 if it isn't known
	remember bool
}

// client describes the device on which a session starts.
type client struct{ address, userAgent string }

// starting tells sessionStore that a commit starts a session.
type starting struct {
	signing
	client
}

type startingKey struct{}

const maxUserAgent = 256 // bytes kept

// A session ends after a time without use, and at the latest after its whole life. Both are longer with "remember this
// device".
const (
	idleLife       = 12 * time.Hour
	longestLife    = 24 * time.Hour
	rememberedIdle = 7 * 24 * time.Hour
	rememberedLife = 30 * 24 * time.Hour
)

// newSessionManager sets scs up without its middleware, which would wrap every
// writer, commit after the answer is on its way and so answer 200 when the store
// failed. scs's idle timeout stays off, because it marks every loaded session as
// changed. The handlers load and commit, and sessionStore applies the idle time.
// scs.New isn't used, because it starts a goroutine for an unused store, and the
// goroutine can't be stopped without a race.
func (s *Service) newSessionManager() *scs.SessionManager {
	return &scs.SessionManager{
		Lifetime:         longestLife,
		Store:            sessionStore{s},
		Codec:            codec{},
		HashTokenInStore: true,
	}
}

// startSession signs an operator in on the device that sent r; device is its number, "" if it isn't
// known. The error is errBadSignIn if the operator has changed since the check. The token is new, so
// that a token known to an attacker before sign-in is worthless afterwards. The device's earlier session is
// revoked if its cookie came with r; with a provider's redirect it doesn't, and the session stays until its
// end or a sign-out of other devices.
func (s *Service) startSession(w http.ResponseWriter, r *http.Request, in signing, device string) error {
	ctx := context.WithValue(r.Context(), startingKey{}, starting{in, s.client(r)})
	ctx, err := s.sessions.Load(ctx, s.cookieToken(r))
	if err != nil {
		return unavailable("load session", err)
	}
	if err := s.sessions.RenewToken(ctx); err != nil {
		return unavailable("revoke old session", err)
	}
	if err := s.sessions.Clear(ctx); err != nil {
		return err
	}
	life := longestLife
	s.sessions.Put(ctx, keyOperator, strconv.FormatInt(in.operator.ID, 10))
	if device != "" {
		s.sessions.Put(ctx, keyDevice, hashOf(device))
	}
	if in.remember {
		life = rememberedLife
		s.sessions.Put(ctx, keyRemember, "1")
	}
	s.sessions.SetDeadline(ctx, s.Now().Add(life))
	token, _, err := s.sessions.Commit(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return errBadSignIn
	}
	if err != nil {
		return unavailable("save session", err)
	}
	s.endOldSessions(r.Context(), in.operator.ID, token)
	if !in.remember {
		life = 0 // the cookie ends when the browser closes
	}
	s.setCookie(w, s.sessionCookie, token, life)
	return nil
}

// endOldSessions ends sessions beyond the limit, but not the session of that token.
// After a failure the next sign-in ends the old sessions.
func (s *Service) endOldSessions(ctx context.Context, operatorID int64, token string) {
	ended, err := s.Store.EndOldSessions(ctx, operatorID, hashOf(token), s.Sessions, s.Millis())
	if err != nil {
		s.Logger.WarnContext(ctx, "auth: old sessions not ended", "operator", operatorID, "err", err)
	}
	if ended > 0 {
		s.OperatorChanged(operatorID)
		s.event(ctx, eventTooMany, "operator", operatorID, "sessions_ended", ended)
	}
}

// client describes the device that sent r.
func (s *Service) client(r *http.Request) client {
	agent := r.UserAgent()
	if len(agent) > maxUserAgent {
		agent = agent[:maxUserAgent]
	}
	return client{s.addressText(r), strings.ToValidUTF8(agent, "")}
}

// endSession signs the device out. The session is revoked before the cookie is
// deleted, and even if the browser keeps the cookie.
func (s *Service) endSession(w http.ResponseWriter, r *http.Request) error {
	ctx, err := s.sessions.Load(r.Context(), s.cookieToken(r))
	if err != nil {
		return unavailable("load session", err)
	}
	if err := s.sessions.Destroy(ctx); err != nil {
		return unavailable("revoke session", err)
	}
	s.setCookie(w, s.sessionCookie, "", -1)
	return nil
}

// cookieName gives the full name of one of our cookies. The suffix "" is the
// session's.
func (s *Service) cookieName(suffix string) string {
	name := s.CookieName + suffix
	if !s.Insecure {
		name = "__Host-" + name
	}
	return name
}

// setCookie sets one of our cookies for life: 0 means until the browser closes, a
// negative life deletes the cookie. scs's own writer isn't used because it counts
// from the machine's clock.
func (s *Service) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	cookie := &http.Cookie{ //nolint:gosec // Secure unless Config.Insecure, for loopback
		Name: name, Value: value, Path: "/",
		MaxAge: int(life.Seconds()), HttpOnly: true, Secure: !s.Insecure, SameSite: http.SameSiteStrictMode,
	}
	if life < 0 {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// tokenLength is the length of scs's tokens: 256 bits in base64.
const tokenLength = 43

// cookieToken gives the session token that came with r, "" for no token or a text
// of the wrong length.
func (s *Service) cookieToken(r *http.Request) string {
	cookie, err := r.Cookie(s.sessionCookie)
	if err != nil || len(cookie.Value) != tokenLength {
		return ""
	}
	return cookie.Value
}

// hashOf gives the hash of a token, or of another secret text that a browser keeps, in
// the form in which scs stores tokens.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
