package stepup

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	var g Guard
	done := 0
	again := func(app.Context) { done++ }
	for _, err := range []error{nil, errors.New("x"), &api.Error{Code: api.CodeForbidden}} {
		if g.Asks(err, again) || g.Open() {
			t.Errorf("asks for %v", err)
		}
	}
	if !g.Asks(&api.Error{Code: api.CodeStepUp}, again) || !g.Open() || done != 0 {
		t.Error("doesn't ask")
	}
	g.Proved(app.Context{})
	if done != 1 || g.Open() {
		t.Errorf("done %d times, open %t", done, g.Open())
	}
	g.Proved(app.Context{})
	g.Asks(&api.Error{Code: api.CodeStepUp}, again)
	g.Cancel(app.Context{})
	g.Proved(app.Context{})
	if done != 1 {
		t.Errorf("done %d times", done)
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleOwner)
	for _, tt := range []struct {
		ways api.StepUpWays
		want string
	}{
		{api.StepUpWays{Password: true}, `autocomplete="current-password"`},
		{api.StepUpWays{Demo: true}, "Yes, it is me"},
		{api.StepUpWays{}, "neither a password nor a passkey"},
	} {
		if html := pagetest.Markup(&form{Deps: deps, ways: &tt.ways}); !strings.Contains(html, tt.want) {
			t.Errorf("%+v: no %q in %s", tt.ways, tt.want, html)
		}
	}
}
