package stepup

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
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

// A second press sends nothing; a change that needs a proof is sent again as it was.
func TestDo(t *testing.T) {
	t.Parallel()
	var act Act
	sent, done := 0, ""
	call := func(context.Context) (string, error) {
		if sent++; sent == 1 {
			return "", &api.Error{Code: api.CodeStepUp}
		}
		return "saved", nil
	}
	begin := func(ctx app.Context) {
		Do(ctx, &act, "save", call, func(_ app.Context, answer string) { done = answer })
	}
	var prove func(app.Context)
	prove = func(ctx app.Context) {
		if !act.Open() { // the answer isn't there yet
			ctx.Dispatch(prove)
			return
		}
		if sent != 1 || act.Busy != "" || act.Err != nil || done != "" {
			t.Errorf("before the proof: sent %d times, %+v, done %q", sent, &act, done)
		}
		act.Proved(app.Context{}) // that of the dialog, which has gone
	}
	pagetest.Run(t, func(ctx app.Context) {
		begin(ctx)
		begin(ctx)
		prove(ctx)
	})
	if sent != 2 || done != "saved" || act.Open() {
		t.Errorf("sent %d times, %+v, done %q", sent, &act, done)
	}
	failure := errors.New("x")
	var said error
	pagetest.Run(t, func(ctx app.Context) {
		Do(ctx, &act, "save", func(context.Context) (string, error) { return "", failure },
			func(app.Context, string) { t.Error("a failure is done") }, func(_ app.Context, err error) { said = err })
	})
	if !errors.Is(act.Err, failure) || !errors.Is(said, failure) || act.Busy != "" {
		t.Errorf("%+v, said %v", act, said)
	}
}

// Bug: another button of the page, pressed while a change was under way, did nothing and said nothing.
func TestAnotherChangeIsToldToWait(t *testing.T) {
	t.Parallel()
	var act Act
	var said error
	first := false
	pagetest.Run(t, func(ctx app.Context) {
		Do(ctx, &act, "save", func(context.Context) (string, error) { return "", nil },
			func(app.Context, string) { first = true })
		Do(ctx, &act, "remove", func(context.Context) (string, error) { return "", errors.New("sent") },
			func(app.Context, string) { t.Error("done") }, func(_ app.Context, err error) { said = err })
		if act.Busy != "save" {
			t.Errorf("busy with %q", act.Busy)
		}
	})
	if api.CodeOf(said) != api.CodeTooMuch || act.Err != said || act.Failed != "remove" || !first { //nolint:errorlint // the same one
		t.Errorf("said %v, %+v, first done %t", said, &act, first)
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
