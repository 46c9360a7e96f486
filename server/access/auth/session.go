package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"
)

// client is what a session remembers of the device it was started on, and of
// how.
type client struct {
	address, userAgent, method string
	createdAt                  int64 // 0: now
}

type clientKey struct{}

const maxUserAgent = 256 // bytes kept

// newSessionManager sets scs up without its middleware: that would wrap every
// writer, commit after the answer is on its way and so answer 200 when the
// store failed. scs's idle timeout stays off as well; it marks every loaded
// session as changed. The handlers load and commit, and sessionStore applies
// the idle time. scs.New isn't used: it starts a goroutine for a store that we
// don't want, which can't be stopped without a race.
func (s *Service) newSessionManager() *scs.SessionManager {
	return &scs.SessionManager{
		Lifetime:         s.cfg.Lifetime,
		Store:            sessionStore{s},
		Codec:            codec{},
		HashTokenInStore: true,
	}
}

// startSession signs an operator in on the device that sent r. Whatever
// session the device had is revoked, and the token is a new one (a token known
// to somebody else before sign-in is worth nothing after).
func (s *Service) startSession(w http.ResponseWriter, r *http.Request, operatorID int64, remember bool,
	method string) error {
	ctx := context.WithValue(r.Context(), clientKey{}, s.client(r, method, 0))
	ctx, err := s.sessions.Load(ctx, s.cookieToken(r))
	if err != nil {
		return s.unavailable(r.Context(), "load session", err)
	}
	if err := s.sessions.RenewToken(ctx); err != nil {
		return s.unavailable(r.Context(), "revoke old session", err)
	}
	if err := s.sessions.Clear(ctx); err != nil {
		return err
	}
	life := s.cfg.Lifetime
	s.sessions.Put(ctx, keyOperator, strconv.FormatInt(operatorID, 10))
	if remember {
		life = s.cfg.Remember
		s.sessions.Put(ctx, keyRemember, "1")
	}
	s.sessions.SetDeadline(ctx, s.cfg.Now().Add(life))
	token, _, err := s.sessions.Commit(ctx)
	if err != nil {
		return s.unavailable(r.Context(), "save session", err)
	}
	s.endOldSessions(r.Context(), operatorID, token)
	if !remember {
		life = 0 // the cookie goes with the browser
	}
	s.setCookie(w, s.sessionCookie, token, life)
	return nil
}

// endOldSessions makes room for the session of that token. Should it fail, the
// next sign-in does it.
func (s *Service) endOldSessions(ctx context.Context, operatorID int64, token string) {
	but := tokenHash(sha256.Sum256([]byte(token)))
	ended, err := s.store.EndOldSessions(ctx, operatorID, but, s.cfg.Sessions, s.cfg.Now().UnixMilli())
	if err != nil {
		s.log.WarnContext(ctx, "auth: old sessions not ended", "operator", operatorID, "err", err)
	}
	if ended > 0 {
		s.principals.dropOperator(operatorID)
		s.event(ctx, eventTooMany, "operator", operatorID, "sessions_ended", ended)
	}
}

// client is what is to be remembered of whoever sent r.
func (s *Service) client(r *http.Request, method string, createdAt int64) client {
	agent := r.UserAgent()
	if len(agent) > maxUserAgent {
		agent = agent[:maxUserAgent]
	}
	return client{s.addressText(r), strings.ToValidUTF8(agent, ""), method, createdAt}
}

// endSession signs the device out. Its session is revoked before the cookie is
// taken back, and even if the cookie isn't.
func (s *Service) endSession(w http.ResponseWriter, r *http.Request) error {
	ctx, err := s.sessions.Load(r.Context(), s.cookieToken(r))
	if err != nil {
		return s.unavailable(r.Context(), "load session", err)
	}
	if err := s.sessions.Destroy(ctx); err != nil {
		return s.unavailable(r.Context(), "revoke session", err)
	}
	s.setCookie(w, s.sessionCookie, "", -1)
	return nil
}

// cookieName is the full name of one of our cookies, "" being the session's.
func (s *Service) cookieName(suffix string) string {
	name := s.cfg.CookieName + suffix
	if !s.cfg.Insecure {
		name = "__Host-" + name
	}
	return name
}

// setCookie sets one of our cookies for so long: 0 until the browser closes,
// negative to take it back. scs's own writer isn't used because it counts from
// the machine's clock.
func (s *Service) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	cookie := &http.Cookie{ //nolint:gosec // Secure unless Config.Insecure, for loopback
		Name: name, Value: value, Path: "/",
		MaxAge: int(life.Seconds()), HttpOnly: true, Secure: !s.cfg.Insecure, SameSite: http.SameSiteStrictMode,
	}
	if life < 0 {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// tokenLength is the length of scs's tokens: 256 bits in base64.
const tokenLength = 43

// cookieToken is the session token that came with r, "" for none or for what
// can't be one.
func (s *Service) cookieToken(r *http.Request) string {
	cookie, err := r.Cookie(s.sessionCookie)
	if err != nil || len(cookie.Value) != tokenLength {
		return ""
	}
	return cookie.Value
}

// tokenHash is a token as scs hashes it for the store.
func tokenHash(sum [sha256.Size]byte) string { return base64.RawURLEncoding.EncodeToString(sum[:]) }

// hashOfNone is the hash of the empty token.
var hashOfNone = tokenHash(sha256.Sum256(nil))
