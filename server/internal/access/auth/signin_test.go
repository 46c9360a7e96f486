package auth

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

func TestSignInNeedsTheRightLoginAndPassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.store.disabled.Store("manager", true)
	for _, test := range []struct {
		name   string
		body   any
		status int
		code   api.Code
	}{
		{"right", api.SignIn{Login: "owner", Password: password}, 200, ""},
		{"login in capitals and space", api.SignIn{Login: " OWNER ", Password: password}, 200, ""},
		{"wrong password", api.SignIn{Login: "owner", Password: "wrong"}, 401, api.CodeBadSignIn},
		{"password and more", api.SignIn{Login: "owner", Password: password + " "}, 401, api.CodeBadSignIn},
		{"no password", api.SignIn{Login: "owner"}, 401, api.CodeBadSignIn},
		{"unknown login", api.SignIn{Login: "nobody", Password: password}, 401, api.CodeBadSignIn},
		{"a login that can't be one", api.SignIn{Login: "a\x00b:c", Password: password}, 401, api.CodeBadSignIn},
		{"a very long login", api.SignIn{Login: strings.Repeat("x", 100_000), Password: password}, 401, api.CodeBadSignIn},
		{"disabled", api.SignIn{Login: "manager", Password: password}, 401, api.CodeBadSignIn},
		{"nothing", api.SignIn{}, 401, api.CodeBadSignIn},
		{"not JSON", "login=owner", 400, api.CodeMalformed},
		{"empty body", "", 400, api.CodeMalformed},
		{"trailing data", `{"login":"owner","password":"x"}{}`, 400, api.CodeMalformed},
		{"duplicate key", `{"login":"a","login":"owner","password":"x"}`, 400, api.CodeDuplicateKey},
		{"unknown field", `{"login":"owner","password":"x","role":"owner"}`, 400, api.CodeUnknownField},
		{"too large", `{"login":"` + strings.Repeat("x", 300_000) + `"}`, 400, api.CodeTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := f.device(t)
			got := b.call(t, api.PathSignIn, test.body)
			if test.status == http.StatusOK {
				if got.Status != test.status || b.who(t) != "owner" {
					t.Errorf("got %d %s", got.Status, got.Body)
				}
				return
			}
			wantError(t, got, test.status, test.code)
			if got.Header.Get("Set-Cookie") != "" || b.who(t) != "" {
				t.Error("a session was started")
			}
		})
	}
}

// Every failure has the same answer, so that the answer doesn't tell which logins
// exist.
func TestSignInFailuresHaveOneAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.store.disabled.Store("manager", true)
	want := f.device(t).call(t, api.PathSignIn, api.SignIn{Login: "owner", Password: "wrong"}).Body
	for _, in := range []api.SignIn{{Login: "nobody", Password: "x"}, {Login: "manager", Password: password}, {}} {
		if got := f.device(t).call(t, api.PathSignIn, in).Body; string(got) != string(want) {
			t.Errorf("%s: %s, want %s", in.Login, got, want)
		}
	}
}

func TestSignInAnswersTheSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b := f.device(t)
	got := b.signIn(t, "manager")
	var session api.Session
	if err := json.Unmarshal(got.Body, &session); err != nil {
		t.Fatal(err)
	}
	want := api.Session{
		Operator: &api.Operator{ID: session.Operator.ID, Name: "The manager", Login: "manager", Role: api.RoleManager,
			Permissions: shopPermissions(api.RoleManager)},
		Profile: api.Profile{Anchor: "shop"}, Now: f.clock.Now().UnixMilli(), Version: "test",
	}
	if diff := cmp.Diff(want, session); diff != "" {
		t.Error(diff)
	}
	if again := b.call(t, api.PathSession, nil); string(again.Body) != string(got.Body) {
		t.Errorf("session %s, sign-in %s", again.Body, got.Body)
	}
	if session.Operator.ID == 0 {
		t.Errorf("%v %s", got.Header, got.Body)
	}
}

func TestSessionWithoutSignInNamesNoOperator(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Demo = true })
	got := f.device(t).call(t, api.PathSession, nil)
	want := `{"demo":true,"profile":{"anchor":"shop"},"now":1772366400000,"version":"test"}`
	if string(got.Body) != want {
		t.Errorf("got %s, want %s", got.Body, want)
	}
}

func TestCookiesHaveTheirAttributes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		insecure bool
		remember bool
		want     *http.Cookie
	}{
		{"for the browser's life", false, false, &http.Cookie{Name: "__Host-desk2", Secure: true}},
		{"remembered", false, true, &http.Cookie{Name: "__Host-desk2", Secure: true, MaxAge: 30 * 24 * 3600}},
		{"plain HTTP on loopback", true, false, &http.Cookie{Name: "desk2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, func(c *Config) { c.CookieName, c.Insecure = "desk2", test.insecure })
			b := f.device(t)
			got := b.call(t, api.PathSignIn, api.SignIn{Login: "owner", Password: password, Remember: test.remember})
			cookie := cookieOf(t, got, test.want.Name)
			device := cookieOf(t, got, test.want.Name+"-device")
			if !device.HttpOnly || device.Secure != test.want.Secure || device.MaxAge <= 0 {
				t.Errorf("device cookie %v", device)
			}
			test.want.Value, test.want.Path, test.want.HttpOnly, test.want.SameSite = cookie.Value, "/", true,
				http.SameSiteStrictMode
			cookie.Raw = ""
			if diff := cmp.Diff(test.want, cookie); diff != "" || len(cookie.Value) != tokenLength {
				t.Error(diff)
			}
			gone := cookieOf(t, b.call(t, api.PathSignOut, "{}"), test.want.Name)
			if gone.MaxAge >= 0 || gone.Value != "" || gone.Path != "/" || gone.Secure != test.want.Secure {
				t.Errorf("taken back with %v", gone)
			}
		})
	}
}

// A token that an attacker planted before sign-in is worthless afterwards.
func TestSignInRenewsTheToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b := f.device(t)
	first := b.mustSignIn(t, "staff")
	second := b.mustSignIn(t, "owner")
	if first == second {
		t.Fatal("the token stayed")
	}
	if who := f.whoHas(t, first); who != "" {
		t.Errorf("the old token is %s", who)
	}
	if who := f.whoHas(t, second); who != "owner" {
		t.Errorf("the new token is %q", who)
	}
}

func TestSignOutEndsOnlyThisSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b, other := f.device(t), f.device(t)
	token := b.mustSignIn(t, "owner")
	other.mustSignIn(t, "owner")
	wantError(t, b.call(t, api.PathSignOut, "[]"), 400, api.CodeMalformed)
	wantError(t, b.call(t, api.PathSignOut, `{"all":true}`), 400, api.CodeUnknownField)
	for range 2 { // the second sign-out has no session to end
		if got := b.call(t, api.PathSignOut, "{}"); got.Status != 200 || string(got.Body) != "{}" {
			t.Errorf("got %d %s", got.Status, got.Body)
		}
		if who := f.whoHas(t, token); who != "" {
			t.Errorf("the token still is %s", who)
		}
	}
	if who := other.who(t); who != "owner" {
		t.Error("the other device was signed out as well")
	}
}

func TestManyFailuresSlowDown(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	known := f.device(t)
	known.mustSignIn(t, "owner")
	stranger := f.device(t)
	for range freeFailures {
		wantError(t, stranger.call(t, api.PathSignIn, api.SignIn{Login: "owner", Password: "wrong"}), 401, api.CodeBadSignIn)
	}
	got := stranger.signIn(t, "owner") // the right password, but too soon
	wantError(t, got, 429, api.CodeSlowDown)
	if got.Error.RetryAfter != 1 || got.Header.Get("Retry-After") != "1" {
		t.Errorf("retry after %d, header %q", got.Error.RetryAfter, got.Header.Get("Retry-After"))
	}
	if got := known.signIn(t, "owner"); got.Status != 200 {
		t.Errorf("the owner's own device: %d %s", got.Status, got.Body)
	}
	wantError(t, known.call(t, api.PathSignIn, api.SignIn{Login: "owner", Password: "wrong"}), 401, api.CodeBadSignIn)
	f.clock.advance(time.Second)
	if got := stranger.signIn(t, "owner"); got.Status != 200 {
		t.Errorf("after the wait: %d %s", got.Status, got.Body)
	}
	if log := f.log.String(); !strings.Contains(log, "event="+eventSignInAfter) ||
		!strings.Contains(log, "event="+eventSignInSlowed) {
		t.Errorf("the log doesn't tell: %s", log)
	}
}

func TestSignInHashesAnewAtRaisedCosts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	before, err := f.store.OperatorByLogin(t.Context(), "owner")
	if err != nil {
		t.Fatal(err)
	}
	f.hasher = newHasher(costing(128, 1))
	for range 2 {
		f.device(t).mustSignIn(t, "owner")
	}
	after, err := f.store.OperatorByLogin(t.Context(), "owner")
	if err != nil {
		t.Fatal(err)
	}
	if after.Password == before.Password || !strings.Contains(after.Password, "m=128") {
		t.Errorf("hash %s", after.Password)
	}
}

// Of two sign-ins at once, the second finds that the first has hashed the password anew.
func TestTwoSignInsAtRaisedCostsSucceed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.hasher = newHasher(costing(128, 1))
	second := func() {
		f.store.afterLogin.Store(nil)
		f.device(t).mustSignIn(t, "owner")
	}
	f.store.afterLogin.Store(&second)
	f.device(t).mustSignIn(t, "owner")
}

func TestEverythingIsUnavailableWithoutTheStore(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Demo = true })
	b := f.device(t)
	b.mustSignIn(t, "owner")
	f.clock.advance(cacheFor)
	f.ShopsChanged()
	f.deviceKey = nil
	if err := f.store.Close(); err != nil {
		t.Fatal(err)
	}
	signedOut := f.device(t)
	for _, test := range []struct {
		name string
		by   *browser
		path string
		body any
	}{
		{"session", b, api.PathSession, nil},
		{"shops", b, api.PathShops, nil},
		{"sign out", b, api.PathSignOut, "{}"},
		{"sign in", signedOut, api.PathSignIn, api.SignIn{Login: "owner", Password: password}},
		{"demo", signedOut, api.PathDemo, api.DemoSignIn{Role: api.RoleOwner}},
		{"setup", signedOut, api.PathSetup, api.UseLink{Token: "x", Name: "Olivia", Login: "olivia", Password: password}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			wantError(t, test.by.call(t, test.path, test.body), 503, api.CodeUnavailable)
		})
	}
	if got := signedOut.call(t, api.PathSession, nil); got.Status != 200 {
		t.Errorf("without a cookie: %d %s", got.Status, got.Body)
	}
}

func TestShopsAreTheAskersOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for login, want := range map[string]int{"owner": 2, "manager": 1, "staff": 1, "outsider": 0} {
		b := f.device(t)
		wantError(t, b.call(t, api.PathShops, nil), 401, api.CodeSignedOut)
		b.mustSignIn(t, login)
		got := b.call(t, api.PathShops, nil)
		var shops api.Shops
		if err := json.Unmarshal(got.Body, &shops); err != nil || shops.Shops == nil || len(shops.Shops) != want {
			t.Errorf("%s: %s %v", login, got.Body, err)
		}
	}
}

// The log never holds a password, a token or a typed login.
func TestLogHoldsNoSecret(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b := f.device(t)
	const typo = "hunter2-typed-as-login"
	b.call(t, api.PathSignIn, api.SignIn{Login: typo, Password: "wrong-secret-1"})
	b.call(t, api.PathSignIn, api.SignIn{Login: "owner", Password: "wrong-secret-2"})
	token := b.mustSignIn(t, "owner")
	b.call(t, api.PathSignOut, "{}")
	log := f.log.String()
	for _, secret := range []string{typo, "wrong-secret", password, token} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	for _, event := range []string{eventSignIn, eventSignInFailed, eventSignOut} {
		if !strings.Contains(log, "event="+event) {
			t.Errorf("the log lacks %s", event)
		}
	}
}

// An operator has at most Config.Sessions sessions: one more ends the session
// unused longest, at once.
func TestSessionsOfAnOperatorAreBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Sessions = 3 })
	var devices []*browser
	for range 5 {
		b := f.device(t)
		b.mustSignIn(t, "manager")
		if len(devices) > 0 {
			f.clock.advance(2 * touchEvery)
			devices[0].who(t) // keeps the first session in use
		}
		devices = append(devices, b)
	}
	other := f.device(t)
	other.mustSignIn(t, "staff")
	for i, want := range []string{"manager", "", "", "manager", "manager"} {
		if got := devices[i].who(t); got != want {
			t.Errorf("device %d is %q, want %q", i, got, want)
		}
	}
	if other.who(t) != "staff" {
		t.Error("somebody else's session ended")
	}
}
