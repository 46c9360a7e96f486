package pages_test

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// An undo that failed for a moment can be pressed again. One that was perhaps done, or came too late, cannot.
func TestFailedUndoIsOfferedAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		first error
		again bool
	}{
		{"offline", &platform.UnreachableError{Err: backend.ErrOffline}, true},
		{"refused", &api.Error{Code: api.CodeBusy}, true},
		{"session over", &api.Error{Code: api.CodeSignedOut}, true},
		{"no answer", &platform.UnreachableError{Sent: true, Err: backend.ErrTimeout}, false},
		{"changed since", &api.Error{Code: api.CodeChanged}, false},
		{"invalid", &api.Error{Code: api.CodeInvalid}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleOwner)
			var told []pages.Offer
			calls, done := 0, 0
			call := func(context.Context) (int, error) {
				if calls++; calls == 1 {
					return 0, tt.first
				}
				return calls, nil
			}
			pagetest.Run(t, func(ctx app.Context) {
				ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
					offer := a.Value.(pages.Offer) //nolint:forcetypeassert // or the test fails
					if told = append(told, offer); offer.Do != nil {
						offer.Do(ctx)
					}
				})
				pages.Undo(ctx, deps, "Removed.", "error.both", "Not brought back.", call,
					func(_ app.Context, answer int) { done = answer })
			})
			if len(told) != 2 || told[0].Tone != "" || told[1].Tone != components.ToneBad || (told[1].Do != nil) != tt.again ||
				(told[1].Action != "") != tt.again || (done == 2) != tt.again {
				t.Errorf("told %+v, done by call %d", told, done)
			}
		})
	}
}

// The failure of an undo that was under way while another person signed in offered the undo to that person.
func TestUndoIsNotOfferedToAnotherPerson(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{nil, &api.Error{Code: api.CodeSignedOut}} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleOwner)
		told, done := 0, false
		call := func(context.Context) (int, error) {
			deps.State.SetSession(api.Session{Operator: &api.Operator{ID: 2, Name: "Mei", Role: api.RoleStaff}})
			return 0, failure
		}
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
				if told++; told == 1 {
					a.Value.(pages.Offer).Do(ctx) //nolint:forcetypeassert // or the test fails
				}
			})
			pages.Undo(ctx, deps, "Removed.", "error.both", "Not brought back.", call, func(app.Context, int) { done = true })
		})
		if told != 1 || done {
			t.Errorf("%v: the next person is told %d times, done %t", failure, told-1, done)
		}
	}
}

// What an undo is refused for is told in the toast, which marks nothing. Bug: where a group's old name was taken
// meanwhile, the toast said "Correct what is marked".
func TestRefusedUndoSaysWhy(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		api.ProblemNameTaken: "There is one of this name already.", api.ProblemFull: "There are 200 already",
		api.ProblemTemplateDenied: "it is gone, or isn't yours", "novel": "breaks the rule “novel”.",
	} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleOwner)
		words := ""
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
				offer := a.Value.(pages.Offer) //nolint:forcetypeassert // or the test fails
				if words = offer.Text; offer.Do != nil {
					offer.Do(ctx)
				}
			})
			pages.Undo(ctx, deps, "Renamed.", "error.both", "Not undone.", func(context.Context) (int, error) {
				return 0, &api.Error{Code: api.CodeInvalid, Problems: []api.Problem{
					{Path: "name", Code: code, Args: []any{float64(200)}},
				}}
			}, func(app.Context, int) { t.Error("done") })
		})
		if !strings.HasPrefix(words, "Not undone. ") || !strings.Contains(words, want) || strings.Contains(words, "marked") {
			t.Errorf("%s: %q", code, words)
		}
	}
}
