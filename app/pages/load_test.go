package pages_test

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// probe is a page that calls when it is made ready.
type probe struct {
	app.Compo

	calls pages.Generation
	start func(p *probe, ctx app.Context)
	got   []string
	err   error
}

func (p *probe) OnPreRender(ctx app.Context) { p.start(p, ctx) }

func (p *probe) Render() app.UI { return app.Div() }

func (p *probe) done(_ app.Context, value string, err error) {
	p.got, p.err = append(p.got, value), err
}

func run(t *testing.T, start func(p *probe, ctx app.Context)) *probe {
	t.Helper()
	p := &probe{start: start}
	engine := app.NewTestEngine()
	if err := engine.Load(p); err != nil {
		t.Fatal(err)
	}
	engine.ConsumeAll()
	return p
}

func says(value string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return value, nil }
}

func TestLoadDropsLateAnswers(t *testing.T) {
	t.Parallel()
	p := run(t, func(p *probe, ctx app.Context) {
		pages.Load(ctx, &p.calls, says("old"), p.done)
		pages.Load(ctx, &p.calls, says("new"), p.done)
	})
	if len(p.got) != 1 || p.got[0] != "new" {
		t.Errorf("got %v, want the newest alone", p.got)
	}
	p = run(t, func(p *probe, ctx app.Context) {
		pages.Load(ctx, &p.calls, says("x"), p.done)
		p.calls.Drop()
	})
	if len(p.got) != 0 {
		t.Errorf("a dropped call got %v", p.got)
	}
}

func TestNothingComesBackForAPageThatHasGone(t *testing.T) {
	t.Parallel()
	for _, stays := range []bool{true, false} {
		gone := make(chan struct{})
		p := &probe{start: func(p *probe, ctx app.Context) {
			pages.Load(ctx, &p.calls, func(context.Context) (string, error) { <-gone; return "late", nil }, p.done)
		}}
		engine := app.NewTestEngine()
		if err := engine.Load(p); err != nil {
			t.Fatal(err)
		}
		if !stays {
			if err := engine.Load(&other{}); err != nil {
				t.Fatal(err)
			}
		}
		close(gone)
		engine.ConsumeAll()
		if len(p.got) == 1 != stays {
			t.Errorf("stays %v: got %v", stays, p.got)
		}
	}
}

// An owner removed a person's access, or a manager resumed a shop, and went on to another page: that it was refused, or
// needed a proof, was told nowhere. After a success, all pages went on by what had been changed.
func TestFailureIsToldAfterThePageWasLeft(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		nil: "", &api.Error{Code: api.CodeForbidden}: "That didn't work. Your role doesn't allow this.",
		&api.Error{Code: api.CodeStepUp}:       "That didn't work. Confirm that it's you.",
		&platform.UnreachableError{Sent: true}: "Outcome unknown", &api.Error{Code: api.CodeSignedOut}: "",
	} {
		told, anew := "", false
		pagetest.Left(t, func(frame, page app.Context) {
			frame.Handle(state.ActionRoles, func(app.Context, app.Action) { anew = true })
			frame.Handle(state.ActionToast, func(_ app.Context, a app.Action) { told = a.Value.(pages.Offer).Text })
			pages.Send(page, new(pages.Generation), func(context.Context) (string, error) { return "", err },
				func(app.Context, string, error) { t.Error("a page that has gone takes the answer") })
		})
		if !strings.HasPrefix(told, want) || (told == "") != (want == "") {
			t.Errorf("%v: told %q", err, told)
		}
		if anew != (err == nil) {
			t.Errorf("%v: the frame reads anew: %v", err, anew)
		}
	}
}

type other struct{ app.Compo }

func (o *other) Render() app.UI { return app.P() }

// A page that couldn't be read said so until somebody pressed "Try again", also once the network was back.
func TestPageIsReadAgainOnceTheServerIsHeard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		fails error // of the first read
		want  int
	}{
		{"unreachable", &platform.UnreachableError{}, 2},
		{"refused", &api.Error{Code: api.CodeForbidden}, 1},
		{"read", nil, 1},
	} {
		p := run(t, func(p *probe, ctx app.Context) {
			fails := tt.fails
			pages.Begin(ctx, func(ctx app.Context) {
				pages.Load(ctx, &p.calls, func(context.Context) (string, error) { return "x", fails },
					func(ctx app.Context, value string, err error) {
						p.done(ctx, value, err)
						fails = nil
						ctx.NewAction(state.ActionHeard)
					})
			}, &p.calls)
		})
		if len(p.got) != tt.want {
			t.Errorf("%s: read %d times, want %d", tt.name, len(p.got), tt.want)
		}
	}
}

// A read that was begun without a network may fail once the server has been heard. The regression: the page said that
// it couldn't be read until somebody pressed "Try again".
func TestPageIsReadAgainBesideALateFailure(t *testing.T) {
	t.Parallel()
	p := run(t, func(p *probe, ctx app.Context) {
		heard, first := make(chan struct{}), true
		pages.Begin(ctx, func(ctx app.Context) {
			late := first
			first = false
			pages.Load(ctx, &p.calls, func(context.Context) (string, error) {
				if late {
					<-heard
					return "", &platform.UnreachableError{}
				}
				return "x", nil
			}, p.done)
		}, &p.calls)
		ctx.NewAction(state.ActionHeard)
		ctx.Dispatch(func(app.Context) { close(heard) })
	})
	if p.err != nil || len(p.got) != 1 {
		t.Errorf("got %v, error %v, want one answer", p.got, p.err)
	}
}

func TestLoadSurvivesAPanic(t *testing.T) {
	t.Parallel()
	p := run(t, func(p *probe, ctx app.Context) {
		pages.Load(ctx, &p.calls, func(context.Context) (string, error) { panic("boom") }, p.done)
	})
	if len(p.got) != 1 || p.err == nil {
		t.Errorf("got %v, error %v", p.got, p.err)
	}
}

func TestStandingPill(t *testing.T) {
	t.Parallel()
	friday := rules.Date{Year: 2026, Month: 11, Day: 20}
	for _, tt := range []struct {
		name     string
		in       state.Standing
		text     string
		num      string
		tone     components.Tone
		unstated bool
	}{
		{"open", state.Standing{Kind: state.StandingOpen, Date: friday, Seconds: 79200}, "Open until", "22:00",
			components.ToneOK, false},
		{"open past midnight", state.Standing{Kind: state.StandingOpen, Date: friday, Seconds: 7200, Days: 1},
			"Open until", "02:00", components.ToneOK, false},
		{"closed until later today", state.Standing{Kind: state.StandingClosed, Date: friday, Seconds: 39600},
			"Closed, opens", "11:00", "", false},
		{"closed until tomorrow", state.Standing{Kind: state.StandingClosed, Date: friday, Seconds: 39600, Days: 1},
			"Closed, opens", "Fri 11:00", "", false},
		{"closed for weeks", state.Standing{Kind: state.StandingClosed, Date: friday, Seconds: 39600, Days: 20},
			"Closed, opens", "Fri 20 Nov 11:00", "", false},
		{"paused", state.Standing{Kind: state.StandingRest}, "Paused", "", components.ToneWarn, false},
		{"refused", state.Standing{Kind: state.StandingRefused}, "Not taking orders", "", components.ToneBad, false},
		{"unknown", state.Standing{}, "", "", "", true},
	} {
		pill, ok := pages.StandingPill(tt.in)
		if word := pages.StandingWord(tt.in); (word == "") != tt.unstated {
			t.Errorf("%s: the word is %q", tt.name, word)
		}
		if pill.Text != tt.text || pill.Num != tt.num || pill.Tone != tt.tone || ok == tt.unstated {
			t.Errorf("%s: %q %q %q, known %v", tt.name, pill.Text, pill.Num, pill.Tone, ok)
		}
	}
}
