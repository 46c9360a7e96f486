package hours

import (
	"context"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// attempt is one save: what is sent, and what it replaces. Again marks the
// second one of a single press.
type attempt struct {
	sent   *platform.Week
	before *platform.Week
	again  bool
}

// save checks the week and sends it.
func (p *Page) save(app.Context) {
	if p.busy {
		return
	}
	p.notice, p.reviewing = pages.Notice{}, false
	if !p.try() || !p.model.Dirty() {
		return
	}
	p.send(attempt{sent: p.model.Payload(), before: p.model.base})
}

func (p *Page) send(a attempt) {
	base, err := p.model.Digest()
	if err != nil {
		p.answered(a, err)
		return
	}
	p.busy = true
	client, id := p.Deps.Backend.PlatformFrom(base), p.shopID()
	pages.Load(p.ctx, &p.saves, func(c context.Context) (struct{}, error) {
		return struct{}{}, client.UpdateWeeklyHours(c, platform.WeekUpdate{ShopID: id, Week: a.sent})
	}, func(_ app.Context, _ struct{}, err error) { p.answered(a, err) })
}

// answered takes what came of a save.
func (p *Page) answered(a attempt, err error) {
	p.busy = false
	defer p.title()
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		p.saved(a, *a.sent, text.T("hours.saved"))
	case pages.OutcomeChanged:
		p.changed(a, refusal)
	case pages.OutcomeInvalid:
		p.refused(refusal, err)
	case pages.OutcomeSignedOut: // not repeated by itself: a change of a live shop takes a press
		p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("hours.signed.out"), Text: text.T("hours.signed.press")})
	case pages.OutcomeUnknown:
		p.check(a)
	case pages.OutcomeFailed:
		p.failed(err, p.save)
	}
}

// saved goes on from the week that the platform has now.
func (p *Page) saved(a attempt, now platform.Week, words string) {
	p.model.Saved(&now)
	p.draftAt, p.newer = time.Time{}, nil
	p.remember(now)
	p.keep()
	p.undone = a.before
	p.toast(words)
	components.FocusID(p.ctx, pages.HeadingID)
}

// remember puts the week into the state, where other pages see it.
func (p *Page) remember(now platform.Week) {
	record, err := backend.RecordOf(now)
	if err != nil {
		return // a week that was just decoded can be encoded
	}
	p.Deps.State.SetWeek(p.shopID(), record)
	p.Deps.Changed(p.ctx)
}

// changed takes the week that somebody else saved. When only its writing
// differs, the same press goes on.
func (p *Page) changed(a attempt, refusal *api.Error) {
	record, err := backend.ReadRecord[platform.Week](refusal.Current)
	if err != nil {
		p.failed(refusal, p.save)
		return
	}
	p.remember(record.Value)
	if p.meet(record.Value) && !a.again && p.model.Dirty() {
		p.send(attempt{sent: p.model.Payload(), before: p.model.base, again: true})
	}
	p.focusMerge()
}

// refused shows the server's problems at their fields.
func (p *Page) refused(refusal *api.Error, err error) {
	found := make([]rules.Problem, len(refusal.Problems))
	for i, q := range refusal.Problems {
		found[i] = rules.Problem{Path: q.Path, Code: q.Code, Args: q.Args}
	}
	if !p.model.Refused(found) {
		p.failed(err, p.save)
		return
	}
	p.asked = p.model.tried
}

// failed says why nothing was saved.
func (p *Page) failed(err error, again func(app.Context)) {
	title, advice := text.Error(err)
	p.tell(pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", text.T("hours.not.saved"), title),
		Text: text.T("error.both", advice, text.T("hours.draft.kept")), Action: text.T("action.again"), Do: again,
	})
}

// check finds out what became of a save without an answer.
func (p *Page) check(a attempt) {
	p.busy = true
	p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("hours.unknown"), Text: text.T("hours.checking")})
	b, id := p.Deps.Backend, p.shopID()
	pages.Load(p.ctx, &p.saves, func(c context.Context) (backend.Record[platform.Week], error) {
		return b.WeeklyHours(c, id)
	}, func(_ app.Context, now backend.Record[platform.Week], err error) { p.checked(a, now.Value, err) })
}

func (p *Page) checked(a attempt, now platform.Week, err error) {
	p.busy, p.notice = false, pages.Notice{}
	defer p.title()
	switch {
	case err != nil:
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("hours.unknown"), Text: text.T("hours.unknown.text"),
			Action: text.T("hours.unknown.check"), Do: func(app.Context) { p.check(a) },
		})
	case sameWeek(&now, a.sent):
		p.saved(a, now, text.T("hours.saved.after"))
	case sameWeek(&now, a.before):
		p.remember(now)
		p.meet(now)
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("hours.lost"), Text: text.T("hours.lost.text"),
			Action: text.T("action.again"), Do: p.save,
		})
	default:
		p.remember(now)
		p.meet(now)
		p.focusMerge()
	}
}

// toastLife is how long the message of a save, with its Undo, stays.
const toastLife = 12 * time.Second

func (p *Page) toast(words string) {
	p.toastID++
	id := "hours-saved-" + strconv.Itoa(p.toastID)
	p.toasts = []components.Toast{{ID: id, Tone: components.ToneOK, Text: words, Action: text.T("hours.restoring")}}
	p.ctx.After(toastLife, func(ctx app.Context) { p.dropToast(ctx, id) })
}

func (p *Page) dropToast(_ app.Context, id string) {
	if len(p.toasts) > 0 && p.toasts[0].ID == id {
		p.toasts = nil
	}
}

// restore saves what the last save replaced. If it can't, it is a draft.
func (p *Page) restore(ctx app.Context, id string) {
	p.dropToast(ctx, id)
	if p.undone == nil || p.busy {
		return
	}
	p.model.Restore(p.undone)
	p.undone = nil
	p.edited("")
	p.save(ctx)
}
