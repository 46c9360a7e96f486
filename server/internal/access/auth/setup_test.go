package auth

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
)

// newInstallation is a fixture without operators.
func newInstallation(t *testing.T) *fixture {
	t.Helper()
	return newInstallationWith(t, false)
}

func newInstallationWith(t *testing.T, demo bool) *fixture {
	t.Helper()
	return newFixture(t, func(c *Config) {
		c.Demo = demo
		db := sqlitetest.Open(t)
		putShops(t, db)
		c.Store = db
	})
}

func mustLink(t *testing.T, f *fixture) string {
	t.Helper()
	token, err := f.NewSetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestSetupLinkMakesTheFirstOwner(t *testing.T) {
	t.Parallel()
	f := newInstallation(t)
	token := mustLink(t, f)
	b := f.device(t)
	in := api.UseLink{Token: token, Name: " Olivia Chan ", Login: "Olivia@Shop.Example", Password: password}

	// Problems are answered, and don't use the link up.
	bad := in
	bad.Login, bad.Password = "", "short"
	got := b.call(t, api.PathSetup, bad)
	wantError(t, got, 422, api.CodeInvalid)
	want := []api.Problem{{Path: "login", Code: ProblemRequired},
		{Path: "password", Code: ProblemTooShort, Args: []any{12.0}}}
	if diff := cmp.Diff(want, got.Error.Problems); diff != "" {
		t.Error(diff)
	}
	wrong := in
	wrong.Token = strings.Repeat("A", tokenLength)
	wantError(t, b.call(t, api.PathSetup, wrong), 410, api.CodeLinkUsed)
	wantError(t, b.call(t, api.PathSetup, `{"token":1}`), 400, api.CodeMalformed)

	if got := b.call(t, api.PathSetup, in); got.Status != http.StatusOK {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	if who := b.who(t); who != "olivia@shop.example" {
		t.Errorf("signed in as %q", who)
	}
	wantError(t, f.device(t).call(t, api.PathSetup, in), 410, api.CodeLinkUsed)
	if _, err := f.NewSetupLink(t.Context()); !errors.Is(err, ErrHasOwner) {
		t.Errorf("another link: %v", err)
	}
	if got := f.device(t).call(t, api.PathSignIn, api.SignIn{Login: in.Login,
		Password: password}); got.Status != http.StatusOK {
		t.Errorf("sign-in: %d %s", got.Status, got.Body)
	}
	if log := f.log.String(); strings.Contains(log, token) || strings.Contains(log, password) {
		t.Error("the log holds the token or the password")
	}
}

func TestExpiredSetupLinkIsRefused(t *testing.T) {
	t.Parallel()
	f := newInstallation(t)
	token := mustLink(t, f)
	f.clock.advance(setupLife)
	in := api.UseLink{Token: token, Name: "Olivia", Login: "olivia", Password: password}
	wantError(t, f.device(t).call(t, api.PathSetup, in), 410, api.CodeLinkUsed)
}

func TestNewSetupLinkEndsEarlierOnes(t *testing.T) {
	t.Parallel()
	f := newInstallation(t)
	first, second := mustLink(t, f), mustLink(t, f)
	in := api.UseLink{Token: first, Name: "Olivia", Login: "olivia", Password: password}
	wantError(t, f.device(t).call(t, api.PathSetup, in), 410, api.CodeLinkUsed)
	in.Token = second
	if got := f.device(t).call(t, api.PathSetup, in); got.Status != http.StatusOK {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
}

// Two people race for one link: one becomes owner.
func TestSetupLinkMakesOneOwnerInARace(t *testing.T) {
	t.Parallel()
	f := newInstallation(t)
	token := mustLink(t, f)
	statuses := make([]int, 8)
	var wg sync.WaitGroup
	for i := range statuses {
		b := f.device(t)
		wg.Go(func() {
			in := api.UseLink{Token: token, Name: "Olivia", Login: "olivia" + string(rune('a'+i)), Password: password}
			statuses[i] = b.call(t, api.PathSetup, in).Status
		})
	}
	wg.Wait()
	counts := map[int]int{}
	for _, s := range statuses {
		counts[s]++
	}
	if diff := cmp.Diff(map[int]int{200: 1, 410: 7}, counts); diff != "" {
		t.Error(diff)
	}
}

func TestSetupIsThrottled(t *testing.T) {
	t.Parallel()
	f := newInstallation(t)
	in := api.UseLink{Token: "x", Name: "Olivia", Login: "olivia", Password: password}
	b := f.device(t)
	for range freeFailures {
		wantError(t, b.call(t, api.PathSetup, in), 410, api.CodeLinkUsed)
	}
	wantError(t, b.call(t, api.PathSetup, in), 429, api.CodeSlowDown)
}

func TestSetupPathHasTheTokenInItsFragment(t *testing.T) {
	t.Parallel()
	if got := SetupPath("abc"); got != "/setup#abc" {
		t.Error(got)
	}
}
