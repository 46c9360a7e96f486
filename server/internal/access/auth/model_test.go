package auth

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
)

// The test plays sign-ins, sign-outs, revocations, the passing of time, and
// requests that commit a loaded session late, in any order, against a model that
// knows only which tokens should be alive.
func TestRevokedTokenNeverSignsInAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	ids := map[string]int64{}
	for _, login := range []string{"owner", "manager", "staff"} {
		o, err := f.store.OperatorByLogin(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		ids[login] = o.ID
	}
	rapid.Check(t, func(rt *rapid.T) {
		m := &model{f: f, t: t, ids: ids}
		rt.Repeat(map[string]func(*rapid.T){
			"sign in":         m.signIn,
			"sign out":        m.signOut,
			"everywhere":      m.everywhere,
			"all others":      m.others,
			"one device":      m.oneDevice,
			"disabled":        m.disabled,
			"new password":    m.newPassword,
			"step-up":         m.stepUp,
			"time passes":     m.timePasses,
			"slow begins":     m.slowBegins,
			"slow ends":       m.slowEnds,
			"":                m.check,
			"operator cached": func(*rapid.T) { f.OperatorChanged(0) },
		})
	})
}

type modelToken struct {
	token, login string
	first        string // the token with which the session began
	began, seen  time.Time
	revoked      bool
	browser      *browser
}

type model struct {
	f      *fixture
	t      *testing.T
	ids    map[string]int64
	tokens []*modelToken
	slow   []context.Context
}

func (m *model) pick(rt *rapid.T) *modelToken {
	if len(m.tokens) == 0 {
		rt.Skip("nobody signed in yet")
	}
	return rapid.SampledFrom(m.tokens).Draw(rt, "token")
}

// signIn signs in on a new device, or on a device that is signed in already.
func (m *model) signIn(rt *rapid.T) {
	login := rapid.SampledFrom([]string{"owner", "manager", "staff"}).Draw(rt, "login")
	b := m.f.device(m.t)
	if len(m.tokens) > 0 && rapid.Bool().Draw(rt, "same device") {
		old := m.pick(rt)
		b = old.browser
		for _, other := range m.tokens { // the device's session is revoked
			other.revoked = other.revoked || other.browser == b
		}
	}
	now, token := m.f.clock.Now(), b.mustSignIn(m.t, login)
	m.tokens = append(m.tokens, &modelToken{token: token, first: token, login: login, began: now, seen: now, browser: b})
}

func (m *model) signOut(rt *rapid.T) {
	k := m.pick(rt)
	if got := k.browser.call(m.t, api.PathSignOut, "{}"); got.Status != http.StatusOK {
		rt.Fatalf("sign-out: %d %s", got.Status, got.Body)
	}
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.browser == k.browser
	}
}

func (m *model) everywhere(rt *rapid.T) {
	k := m.pick(rt)
	id := m.ids[k.login]
	if err := m.f.store.RevokeOperator(m.t.Context(), id, "", m.f.clock.Now().UnixMilli()); err != nil {
		rt.Fatal(err)
	}
	m.f.OperatorChanged(id)
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.login == k.login
	}
}

// others signs a person out on all other devices.
func (m *model) others(rt *rapid.T) {
	k := m.pickAlive(rt)
	if got := k.browser.call(m.t, api.PathDeviceOthers, "{}"); got.Status != http.StatusOK {
		rt.Fatalf("others: %d %s", got.Status, got.Body)
	}
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.login == k.login && other != k
	}
	k.seen = m.touched(k)
}

// oneDevice signs one of a person's devices out from another, by a name that the device had at its sign-in.
func (m *model) oneDevice(rt *rapid.T) {
	k := m.pickAlive(rt)
	gone := m.pick(rt)
	got := k.browser.call(m.t, api.PathDeviceRevoke, api.DeviceRef{ID: deviceID(hashOf(gone.first))})
	if got.Status != http.StatusOK {
		rt.Fatalf("one device: %d %s", got.Status, got.Body)
	}
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.first == gone.first && other.login == k.login && other.first != k.first
	}
	k.seen = m.touched(k)
}

// disabled disables a person and enables them again.
func (m *model) disabled(rt *rapid.T) {
	k := m.pick(rt)
	if k.login == "owner" {
		rt.Skip("the last owner stays")
	}
	for _, disabled := range []bool{true, false} {
		if err := m.f.Disable(m.t.Context(), k.login, disabled); err != nil {
			rt.Fatal(err)
		}
	}
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.login == k.login
	}
}

// newPassword uses a one-time link, on a device of its own.
func (m *model) newPassword(rt *rapid.T) {
	k := m.pick(rt)
	link, err := m.f.ResetLink(m.t.Context(), k.login)
	if err != nil {
		rt.Fatal(err)
	}
	_, token, _ := strings.Cut(link, "#")
	b := m.f.device(m.t)
	got := b.call(m.t, api.PathInvite, api.UseLink{Token: token, Password: password})
	if got.Status != http.StatusOK {
		rt.Fatalf("new password: %d %s", got.Status, got.Body)
	}
	for _, other := range m.tokens {
		other.revoked = other.revoked || other.login == k.login
	}
	now, fresh := m.f.clock.Now(), cookieOf(m.t, got, m.f.sessionCookie).Value
	m.tokens = append(m.tokens, &modelToken{token: fresh, first: fresh, login: k.login, began: now, seen: now, browser: b})
}

// stepUp proves who asks: the session continues under a new token, with the old
// token's end.
func (m *model) stepUp(rt *rapid.T) {
	k := m.pickAlive(rt)
	got := k.browser.call(m.t, api.PathStepUp, api.StepUp{Password: password})
	if got.Status != http.StatusOK {
		rt.Fatalf("step-up: %d %s", got.Status, got.Body)
	}
	k.revoked = true
	m.tokens = append(m.tokens, &modelToken{
		token: cookieOf(m.t, got, m.f.sessionCookie).Value, first: k.first, login: k.login, began: k.began,
		seen: m.f.clock.Now(), browser: k.browser,
	})
}

// pickAlive is the live token of a device that has one.
func (m *model) pickAlive(rt *rapid.T) *modelToken {
	k := m.pick(rt)
	if !m.alive(k) {
		rt.Skip("it ended")
	}
	return k
}

// touched gives the time at which the server last wrote the token's use, after one
// more use.
func (m *model) touched(k *modelToken) time.Time {
	if now := m.f.clock.Now(); now.Sub(k.seen) >= touchEvery {
		return now
	}
	return k.seen
}

func (m *model) timePasses(rt *rapid.T) {
	m.f.clock.advance(rapid.SampledFrom([]time.Duration{time.Second, 2 * time.Minute, 7 * time.Hour}).Draw(rt, "time"))
}

func (m *model) slowBegins(rt *rapid.T) {
	k := m.pick(rt)
	if k.revoked {
		rt.Skip("nothing to load")
	}
	ctx, err := m.f.sessions.Load(m.t.Context(), k.token)
	if err != nil {
		rt.Fatal(err)
	}
	if m.f.sessions.Token(ctx) == "" {
		rt.Skip("it ended")
	}
	m.slow = append(m.slow, ctx)
}

// slowEnds commits the session that slowBegins loaded. The commit of a live session
// counts as use, and moves its idle end.
func (m *model) slowEnds(rt *rapid.T) {
	if len(m.slow) == 0 {
		rt.Skip("none is under way")
	}
	ctx := m.slow[0]
	m.slow = m.slow[1:]
	token := m.f.sessions.Token(ctx)
	m.f.sessions.Put(ctx, "slow", "1")
	if _, _, err := m.f.sessions.Commit(ctx); err != nil {
		rt.Fatal(err)
	}
	for _, k := range m.tokens {
		if k.token == token && m.alive(k) {
			k.seen = m.f.clock.Now()
		}
	}
}

func (m *model) alive(k *modelToken) bool {
	now := m.f.clock.Now()
	return !k.revoked && now.Before(k.began.Add(longestLife)) && now.Before(k.seen.Add(idleLife))
}

// check sends a request with every token of the play.
func (m *model) check(rt *rapid.T) {
	for _, k := range m.tokens {
		want := ""
		if m.alive(k) {
			want = k.login
		}
		if got := m.f.whoHas(m.t, k.token); got != want {
			rt.Fatalf("a token of %s is %q, want %q (revoked %t)", k.login, got, want, k.revoked)
		}
		if now := m.f.clock.Now(); want != "" && now.Sub(k.seen) >= touchEvery {
			k.seen = now
		}
	}
}
