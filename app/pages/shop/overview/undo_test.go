package overview

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
)

// After another page and back, Undo in the toast opened nothing: the page that was left got what was typed.
func TestQuickUndoOpensTheDialogOfThePageOnTheScreen(t *testing.T) {
	t.Parallel()
	left := quickPage(t, mayEdit)
	now := &Page{Deps: left.Deps}
	now.OnInit()
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			left.OnDismount()
			now.OnMount(ctx)
			now.saver.Busy = true // by a save of another day
			a.Value.(pages.Offer).Do(ctx)
		})
		left.ctx = ctx
		left.openQuick(1)
		left.enterTime(0, true, true, "13:37")
		left.closeQuick(ctx)
	})
	if now.quick == nil || now.quick.date != november(21) || now.quick.shifts[0].End.Text != "13:37" {
		t.Errorf("the dialog has %+v", now.quick)
	}
}

// While a save was under way whose dialog was closed, the buttons that open one did nothing and said nothing.
func TestQuickButtonsAreBusyDuringASave(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit)
	p.saver.Busy = true
	if html := pagetest.Markup(p); strings.Count(html, "aria-busy") != 2 {
		t.Errorf("not busy: %s", html)
	}
}

// writes counts the lists that are sent, of which none arrives.
type writes int

func (w *writes) Fetch(_ context.Context, r backend.Request) (backend.Response, error) {
	if r.Body != nil {
		*w++
	}
	return backend.Response{}, backend.ErrOffline
}

// Of two quick presses on "Try again" the second sent the list once more, which then was told as changed by somebody
// else: by the first.
func TestQuickTryAgainPressedTwiceSendsOnce(t *testing.T) {
	t.Parallel()
	p, sent := quickPage(t, mayEdit), new(writes)
	b, err := backend.New(pagetest.Mount, sent)
	if err != nil {
		t.Fatal(err)
	}
	p.Backend = b
	p.OnInit()
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.openQuick(0)
		p.change = change{date: p.quick.date, at: here}
		again := p.saver.Again(p.prepare(nil))
		again(ctx)
		again(ctx)
	})
	if *sent != 1 {
		t.Errorf("sent %d times", *sent)
	}
}

// Undo brought back what was typed for today while tomorrow was saved, whose dialog had stood on the same hours: the
// answer closed today's dialog and dropped what was typed.
func TestQuickAnswerOfAnotherDayKeepsTheDialog(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit)
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.openQuick(0)
		p.quick.shifts = typed("13:00", "20:00")
		p.keepQuick()
		p.change = change{date: november(21), at: here, typed: typed("13:00", "20:00")}
		a := p.prepare(nil)
		p.saved(ctx, a, a.Sent)
	})
	if p.quick == nil || !p.keepsQuick() {
		t.Errorf("the dialog has %+v", p.quick)
	}
}

// Where the browser's storage was full, a dialog that was closed took what was typed with it and offered no undo.
func TestQuickUndoIsOfferedWithAFullStorage(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit)
	s, err := state.New(state.Options{Mount: pagetest.Mount, Storage: &state.Memory{Full: true}, Now: p.State.Now})
	if err != nil {
		t.Fatal(err)
	}
	shops, _ := p.State.Shops()
	s.SetShops(shops)
	s.SetWeek(7, *p.Record().Week)
	s.SetSpecial(7, *p.Record().Special)
	p.State = s
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) { a.Value.(pages.Offer).Do(ctx) })
		p.ctx = ctx
		p.openQuick(1)
		p.enterTime(0, true, true, "13:37")
		p.closeQuick(ctx)
	})
	if p.quick == nil || p.quick.shifts[0].End.Text != "13:37" {
		t.Errorf("the dialog has %+v", p.quick)
	}
}
