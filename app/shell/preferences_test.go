package shell

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// refusing answers nothing, or what the test has it answer, and notes what it was sent.
type refusing struct {
	answer string
	sent   []string
}

// Fetch implements [backend.Fetcher].
func (f *refusing) Fetch(_ context.Context, r backend.Request) (backend.Response, error) {
	f.sent = append(f.sent, string(r.Body))
	if f.answer != "" {
		return backend.Response{Status: http.StatusOK, Body: []byte(f.answer)}, nil
	}
	return backend.Response{}, backend.ErrOffline
}

// The settings and the menu each had a sender of their own. The settings dropped the
// choices made while a call was on its way that failed, and two calls at once
// overwrote each other.
func TestNoChoiceIsLost(t *testing.T) {
	t.Parallel()
	root, server := newTestRoot(t, routes.Route{Page: routes.Account}, api.RoleOwner), new(refusing)
	b, err := backend.New(pagetest.Mount, server)
	if err != nil {
		t.Fatal(err)
	}
	root.Backend = b
	var told []error
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.prefer(pages.Choice{
			Change: func(p *api.Preferences) { p.Theme = "dark" },
			Done:   func(_ app.Context, err error) { told = append(told, err) },
		})
		root.prefer(pages.Choice{Change: func(p *api.Preferences) { p.Language = "pt" }})
		if got, want := root.State.Preferences(), (api.Preferences{Theme: "dark", Language: "pt"}); got != want {
			t.Errorf("shown: %+v", got)
		}
	})
	want := []string{`{"theme":"dark","was":{}}`, `{"language":"pt","theme":"dark","was":{}}`}
	if !slices.Equal(server.sent, want) {
		t.Errorf("sent %q, want %q", server.sent, want)
	}
	if len(told) != 1 || !errors.Is(told[0], backend.ErrOffline) {
		t.Errorf("told %v", told)
	}
	if got := root.State.Preferences(); got != (api.Preferences{}) {
		t.Errorf("%+v holds, which the server doesn't know", got)
	}
}

// A choice that is taken back while it is on its way to the server must undo it there.
func TestChoiceIsTakenBackOnItsWay(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Account}, api.RoleOwner)
	server := &refusing{answer: `{"operator":{"id":"1"},"preferences":{"sound":"on"}}`}
	b, err := backend.New(pagetest.Mount, server)
	if err != nil {
		t.Fatal(err)
	}
	root.Backend = b
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.prefer(pages.Choice{Change: func(p *api.Preferences) { p.Theme = "dark" }})
		root.prefer(pages.Choice{Change: func(p *api.Preferences) { p.Theme = "" }})
	})
	if want := []string{`{"theme":"dark","was":{}}`, `{"was":{"theme":"dark"}}`}; !slices.Equal(server.sent, want) {
		t.Errorf("sent %q, want %q", server.sent, want)
	}
	if got := root.State.Preferences(); got != (api.Preferences{Sound: "on"}) {
		t.Errorf("%+v holds", got)
	}
}

// A language whose words don't arrive was kept for the next start, which without a network then had no words at all.
func TestLanguageWithoutWordsIsNotKept(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	root, err := newRoot(pagetest.Mount, new(refusing), storage)
	if err != nil {
		t.Fatal(err)
	}
	root.State.SetSession(api.Session{
		Operator: &api.Operator{ID: 1}, Preferences: api.Preferences{Language: "xx"},
	})
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.applyPreferences()
	})
	if lang, kept := storage.Get("shopdesk:" + string(pagetest.Mount) + ":lang"); kept {
		t.Errorf("the device keeps %q", lang)
	}
}

// Two languages chosen shortly after each other: the words of the first aren't wanted any more when they come, and the
// console said that the language couldn't be loaded.
func TestOnlyTheLastLanguageIsMissed(t *testing.T) {
	for _, tt := range []struct {
		wished []string
		want   int // messages
	}{{[]string{"xx", "en"}, 0}, {[]string{"en", "xx"}, 1}} {
		root := newTestRoot(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
		said := 0
		pagetest.Run(t, func(ctx app.Context) {
			root.ctx = ctx
			ctx.Handle(state.ActionToast, func(app.Context, app.Action) { said++ })
			for _, tag := range tt.wished {
				root.speak(tag)
			}
		})
		if said != tt.want {
			t.Errorf("%v: %d messages", tt.wished, said)
		}
	}
}
