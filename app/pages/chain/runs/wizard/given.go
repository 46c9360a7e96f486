package wizard

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Place is where the wizard stands.
var Place = routes.Route{Page: routes.Runs, Rest: "new"}

// Fix opens the wizard with a run's change, and with the shops in which nothing came of it, nor of a later run that
// tried it again.
func Fix(ctx app.Context, d pages.Deps, run api.RunDetail) {
	w := newWizard()
	for _, shop := range run.Shops {
		if (shop.State == api.RunShopFailed || shop.State == api.RunShopLeft) && !shop.Repeated {
			w.Failed = append(w.Failed, shop.ShopID)
		}
	}
	w.take(run.Change, homeZone(d.State))
	w.Shops, w.Step, w.Repeats = w.Failed, stepChange, run.ID
	if run.Name != w.proposedIn(len(run.Shops)) { // else it names itself, by the shops that are left
		w.Name = run.Name
	}
	give(ctx, d, w)
}

// For opens the wizard with a change, which may be empty, for shops chosen before or to be chosen.
func For(ctx app.Context, d pages.Deps, shops []int64, change api.Change, name string) {
	w := newWizard()
	w.take(change, rules.Fixed(0))
	w.Shops, w.Name = shops, name
	if len(shops) > 0 {
		w.Step = stepChange
	}
	give(ctx, d, w)
}

// give opens the wizard with w. What somebody had begun themselves waits.
func give(ctx app.Context, d pages.Deps, w *wizard) {
	before := newWizard()
	at, ok := d.State.LoadDraft(draftKind, 0, before)
	switch {
	case !ok || !before.begun():
	case before.Given:
		w.Earlier, w.EarlierAt = before.Earlier, before.EarlierAt
	default:
		w.Earlier, w.EarlierAt = before, at.UnixMilli()
	}
	w.Given = true
	_ = d.State.SaveDraft(draftKind, 0, w)
	d.Go(ctx, Place)
}

// before is the draft that waits behind w, and when it was kept; a new wizard
// where none does.
func (w *wizard) before() (*wizard, time.Time) {
	if w.Earlier == nil {
		return newWizard(), time.Time{}
	}
	return w.Earlier, time.UnixMilli(w.EarlierAt)
}

// swapped is before, with w waiting behind it in turn if anything was done to w.
func (w *wizard) swapped(now time.Time) (*wizard, time.Time) {
	earlier, at := w.before()
	if !w.Given {
		w.Earlier, w.EarlierAt = earlier.Earlier, earlier.EarlierAt
		earlier.Earlier, earlier.EarlierAt = w, now.UnixMilli()
	}
	return earlier, at
}

// turnTo puts another wizard on the screen.
func (p *Page) turnTo(w *wizard, kept time.Time) {
	p.unlook()
	p.sources.Drop()
	p.turns++
	p.drafted = drafted{w: w, draftAt: kept}
	p.keep()
	if w.Step == stepPreview {
		p.preview(p.ctx)
	}
	components.FocusID(p.ctx, stepTitle)
}

func (p *Page) takeUp(app.Context) { p.turnTo(p.w.swapped(p.State.Now())) }

// startOver drops the draft.
func (p *Page) startOver(app.Context) { p.turnTo(p.w.before()) }

func (p *Page) earlierNote() app.UI {
	return pages.Notice{
		Tone: components.ToneInfo, Title: text.T("runs.earlier", text.When(p.w.EarlierAt)),
		Text:   text.T("runs.earlier.text"),
		Action: text.T("runs.earlier.go"), Do: p.takeUp,
	}.Note("apply-earlier")
}
