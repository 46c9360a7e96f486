package phones

import (
	"context"
	"slices"
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

// attempt is one save: what is sent, and what it replaces.
type attempt struct {
	sent   []string
	before []platform.Phone
}

// save checks the phones and sends them.
func (p *Page) save(app.Context) {
	if p.busy {
		return
	}
	p.notice = pages.Notice{}
	if !p.model.Try() {
		p.edited("")
		return
	}
	if !p.model.Dirty() {
		return
	}
	p.send(attempt{sent: p.model.values(), before: p.model.base})
}

func (p *Page) send(a attempt) {
	base, err := digestOf(a.before)
	if err != nil {
		p.answered(a, err)
		return
	}
	p.busy = true
	client, id := p.Deps.Backend.PlatformFrom(base), p.shopID()
	pages.Load(p.ctx, &p.saves, func(c context.Context) (struct{}, error) {
		return struct{}{}, client.UpdateContact(c, platform.ContactUpdate{ShopID: id, Phones: a.sent})
	}, func(_ app.Context, _ struct{}, err error) { p.answered(a, err) })
}

// answered takes what came of a save.
func (p *Page) answered(a attempt, err error) {
	p.busy = false
	defer p.title()
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		p.saved(a, text.T("phones.saved"))
	case pages.OutcomeChanged:
		p.changed(refusal)
	case pages.OutcomeInvalid:
		p.refused(refusal, err)
	case pages.OutcomeSignedOut:
		p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("phones.signed.out"), Text: text.T("phones.signed.press")})
	case pages.OutcomeUnknown:
		p.check(a)
	case pages.OutcomeFailed:
		p.failed(err)
	}
}

// saved goes on from the phones that the platform has now.
func (p *Page) saved(a attempt, words string) {
	now := phonesOf(a.sent)
	p.model.Saved(now)
	p.draftAt, p.newer, p.clash = time.Time{}, nil, false
	p.remember(now)
	p.keep()
	p.undone = nil // what is edited by now would go with it
	if !p.model.Dirty() {
		p.undone = a.before
		components.FocusID(p.ctx, pages.HeadingID)
	}
	p.toast(words)
}

// remember puts the phones into the state, where other pages see them.
func (p *Page) remember(now []platform.Phone) {
	shop := p.Deps.Record().Shop
	if shop == nil {
		return
	}
	changed := *shop
	changed.Phones = now
	p.seen = &changed
	p.Deps.State.SetShop(p.shopID(), &changed)
	p.Deps.Changed(p.ctx)
}

// changed takes the phones that somebody else saved.
func (p *Page) changed(refusal *api.Error) {
	record, err := backend.ReadRecord[[]platform.Phone](refusal.Current)
	if err != nil {
		p.failed(refusal)
		return
	}
	p.remember(record.Value)
	p.meet(record.Value)
}

// refused shows the server's problems at their fields.
func (p *Page) refused(refusal *api.Error, err error) {
	found := make([]rules.Problem, len(refusal.Problems))
	for i, q := range refusal.Problems {
		found[i] = rules.Problem{Path: q.Path, Code: q.Code, Args: q.Args}
	}
	if !p.model.Refused(found) {
		p.failed(err)
		return
	}
	p.model.tried++ // the summary takes the keyboard anew
}

// failed says why nothing was saved.
func (p *Page) failed(err error) {
	title, advice := text.Error(err)
	p.tell(pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", text.T("phones.not.saved"), title),
		Text: text.T("error.both", advice, text.T("phones.draft.kept")), Action: text.T("action.again"), Do: p.save,
	})
}

// check finds out what became of a save without an answer.
func (p *Page) check(a attempt) {
	p.busy = true
	p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("phones.unknown"), Text: text.T("phones.checking")})
	b, id := p.Deps.Backend, p.shopID()
	pages.Load(p.ctx, &p.saves, func(c context.Context) (*platform.Shop, error) {
		return b.Platform().Shop(c, platform.ShopRef{ShopID: id})
	}, func(_ app.Context, now *platform.Shop, err error) { p.checked(a, now, err) })
}

func (p *Page) checked(a attempt, shop *platform.Shop, err error) {
	p.busy, p.notice = false, pages.Notice{}
	defer p.title()
	if err != nil {
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("phones.unknown"), Text: text.T("phones.unknown.text"),
			Action: text.T("phones.unknown.check"), Do: func(app.Context) { p.check(a) },
		})
		return
	}
	switch now := shop.Phones; {
	case slices.Equal(stored(now), a.sent):
		p.saved(a, text.T("phones.saved.after"))
	case slices.Equal(now, a.before):
		p.remember(now)
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("phones.lost"), Text: text.T("phones.lost.text"),
			Action: text.T("action.again"), Do: p.save,
		})
	default:
		p.remember(now)
		p.meet(now)
	}
}

// toastLife is how long the message of a save, with its Undo, stays.
const toastLife = 12 * time.Second

func (p *Page) toast(words string) {
	p.toastID++
	id := "phones-saved-" + strconv.Itoa(p.toastID)
	p.toasts = []components.Toast{{ID: id, Tone: components.ToneOK, Text: words}}
	if len(p.undone) > 0 {
		p.toasts[0].Action = text.T("phones.restoring")
	}
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
