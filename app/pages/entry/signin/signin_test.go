package signin

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestSubmit(t *testing.T) {
	t.Parallel()
	m := model{}
	if faults := m.faults(); len(faults) != 0 {
		t.Errorf("before the first submit: %v", faults)
	}
	if _, ok := m.submit(); ok {
		t.Fatal("an empty form was sent")
	}
	want := pages.Faults{
		{Target: fieldLogin, Text: "Enter your sign-in name."}, {Target: fieldPassword, Text: "Enter your password."},
	}
	if diff := cmp.Diff(want, m.faults()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m.login = "ann"
	if faults := m.faults(); len(faults) != 1 || faults.At(fieldLogin) != "" {
		t.Errorf("a mended field is still wrong: %v", faults)
	}
	m.password, m.remember = "secret words", true
	request, ok := m.submit()
	if diff := cmp.Diff(api.SignIn{Login: "ann", Password: "secret words", Remember: true}, request); !ok || diff != "" {
		t.Errorf("ok %v (-want +got):\n%s", ok, diff)
	}
	if _, ok := m.submit(); ok {
		t.Error("sent twice")
	}
	if m.begin(busyWith(api.RoleOwner)) {
		t.Error("tried a role during a call")
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		err          error
		wantPassword string
	}{
		{"wrong", &api.Error{Code: api.CodeBadSignIn}, ""},
		{"throttled", &api.Error{Code: api.CodeSlowDown, RetryAfter: 30}, "typed"},
		{"down", &api.Error{Code: api.CodeUnavailable}, "typed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := model{login: "ann", password: "typed", busy: busyPassword}
			m.failed(tt.err)
			if !errors.Is(m.err, tt.err) || m.password != tt.wantPassword || m.login != "ann" || m.busy != "" {
				t.Errorf("model %+v", m)
			}
		})
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Form{Deps: pagetest.Deps(t, routes.Route{Page: routes.SignIn}, "")}
	html := pagetest.Markup(page)
	for _, part := range []string{`<h1`, `autocomplete="username"`, `autocomplete="current-password"`, `novalidate`} {
		if !strings.Contains(html, part) {
			t.Errorf("no %s in %s", part, html)
		}
	}
	if strings.Contains(html, "Try it") {
		t.Error("a demonstration is offered where there is none")
	}

	page.State.SetSession(api.Session{Demo: true})
	html = pagetest.Markup(page)
	for _, part := range []string{"Try it as owner", "Try it as manager", "Try it as staff",
		"Or sign in with a password"} {
		if !strings.Contains(html, part) {
			t.Errorf("demo: no %q in %s", part, html)
		}
	}

	page.State.SetSession(api.Session{HostSign: true})
	if html = pagetest.Markup(page); strings.Contains(html, "<form") {
		t.Error("a host that signs people in shows our form")
	}

	over := &Form{Deps: pagetest.Deps(t, routes.Route{Page: routes.Hours, ShopID: 1}, api.RoleOwner), Over: true}
	over.begin()
	if html = pagetest.Markup(over); strings.Contains(html, "<h1") || over.model.login != "olivia" {
		t.Errorf("over a page: login %q, markup %s", over.model.login, html)
	}
}

// Bug: another way to sign in that was tried while one was under way did nothing and said nothing.
func TestAnotherWayIsToldToWait(t *testing.T) {
	t.Parallel()
	m := model{login: "ann", password: "secret words", busy: busyProvider}
	if _, ok := m.submit(); ok || api.CodeOf(m.err) != api.CodeTooMuch || m.password == "" || m.busy != busyProvider {
		t.Errorf("a password during the provider: %+v", m)
	}
	m = model{busy: busyPassword}
	if m.begin(busyPasskey) || api.CodeOf(m.err) != api.CodeTooMuch || m.busy != busyPassword {
		t.Errorf("a passkey during a password: %+v", m)
	}
	m = model{busy: busyPasskey}
	if m.begin(busyPasskey) || m.err != nil {
		t.Errorf("a second press: %+v", m)
	}
}
