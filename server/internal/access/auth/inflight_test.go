package auth

import (
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// The bug: a sign-in that had read the old password before its change saved its session after the change had ended all
// others.
func TestSignInBeganBeforeAnotherPasswordIsRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, f *fixture) reply{
		"chosen in the account": func(t *testing.T, f *fixture) reply {
			return f.as(t, "owner").call(t, api.PathAccountPassword, api.NewPassword{Password: "another kettle of fish"})
		},
		"chosen with the other devices left signed in": func(t *testing.T, f *fixture) reply {
			return f.as(t, "owner").call(t, api.PathAccountPassword,
				api.NewPassword{Password: "another kettle of fish", Keep: true})
		},
		"chosen by a link": func(t *testing.T, f *fixture) reply {
			link, err := f.ResetLink(t.Context(), "owner")
			if err != nil {
				t.Fatal(err)
			}
			_, token, _ := strings.Cut(link, "#")
			return f.device(t).call(t, api.PathInvite, api.UseLink{Token: token, Password: "another kettle of fish"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, nil)
			meanwhile := func() {
				f.store.afterLogin.Store(nil)
				if got := change(t, f); got.Status != http.StatusOK {
					t.Errorf("the change: %d %s", got.Status, got.Body)
				}
			}
			f.store.afterLogin.Store(&meanwhile)
			b := f.device(t)
			wantError(t, b.signIn(t, "owner"), http.StatusUnauthorized, api.CodeBadSignIn)
			if who := b.who(t); who != "" {
				t.Errorf("signed in as %s", who)
			}
			sessions, err := f.store.Sessions(t.Context(), f.id(t, "owner"), f.clock.Now().UnixMilli())
			if err != nil || len(sessions) > 1 {
				t.Errorf("%d sessions, %v", len(sessions), err)
			}
		})
	}
}

// during calls do once, after the n-th read of a session from now on. It reports later whether there was one.
func (f *fixture) during(n int, do func()) (done func() bool) {
	reads := 0
	hook := func() {
		if reads++; reads == n {
			do()
		}
	}
	f.store.afterRead.Store(&hook)
	return func() bool {
		f.store.afterRead.Store(nil)
		return reads >= n
	}
}

// The bug: a step-up that had read the session before its sign-out saved it under a new token.
func TestStepUpRevivesNoEndedSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for n, more := 1, true; more; n++ {
		b := f.device(t)
		token := b.mustSignIn(t, "owner")
		signedOut := f.during(n, func() {
			if err := (sessionStore{f.Service}).DeleteCtx(t.Context(), hashOf(token)); err != nil {
				t.Error(err)
			}
		})
		got := b.call(t, api.PathStepUp, api.StepUp{Password: password})
		if more = signedOut(); !more {
			break
		}
		wantError(t, got, http.StatusUnauthorized, api.CodeSignedOut)
		if who := b.who(t); who != "" {
			t.Errorf("signed out after read %d: still %s", n, who)
		}
	}
}

// The bug: two step-ups at once continued one session as two.
func TestTwoStepUpsContinueOneSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	id := f.id(t, "owner")
	for n, more := 1, true; more; n++ {
		if err := f.store.RevokeOperator(t.Context(), id, "", f.clock.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		b := f.device(t)
		b.mustSignIn(t, "owner")
		b.who(t) // remembered from now on: requests that wait for one read would wait for each other
		stepUp := func() reply { return b.call(t, api.PathStepUp, api.StepUp{Password: password}) }
		second := f.during(n, func() {
			if got := stepUp(); got.Status != http.StatusOK {
				t.Errorf("the second step-up: %d %s", got.Status, got.Body)
			}
		})
		stepUp()
		more = second()
		sessions, err := f.store.Sessions(t.Context(), id, f.clock.Now().UnixMilli())
		if err != nil || len(sessions) != 1 {
			t.Errorf("a second step-up after read %d: %d sessions, %v", n, len(sessions), err)
		}
	}
}
