package dates

import (
	"context"
	"slices"

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
	sent   []platform.SpecialDate
	before []platform.SpecialDate
	back   platform.SpecialDates // before, by the profile's anchor: what takes the save back
	again  bool

	names     []api.DateName // from before
	put, drop []api.DateName
}

// save checks the list and sends it.
func (p *Page) save(app.Context) {
	if p.busy {
		return
	}
	p.notice = pages.Notice{}
	if !p.model.Try() {
		p.spoken = ""
		return
	}
	if !p.model.Dirty() {
		return
	}
	a := p.attempt()
	if p.model.ListChanged() {
		p.send(a)
		return
	}
	p.saveNames(a, text.T("dates.name.saved"))
}

// attempt is a try to save what stands on the screen.
func (p *Page) attempt() attempt {
	a := attempt{sent: p.model.Payload(), before: p.model.read, back: p.model.Before(), names: p.model.names}
	a.put, a.drop = p.model.NameChanges()
	return a
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
		return struct{}{}, client.UpdateSpecialHours(c, platform.SpecialUpdate{ShopID: id, Dates: a.sent})
	}, func(_ app.Context, _ struct{}, err error) { p.answered(a, err) })
}

// answered takes what came of a save.
func (p *Page) answered(a attempt, err error) {
	p.busy = false
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		p.saved(a, a.sent, text.T("dates.saved"))
	case pages.OutcomeChanged:
		p.changed(a, refusal)
	case pages.OutcomeInvalid:
		p.refused(refusal, err)
	case pages.OutcomeSignedOut:
		p.failed(err)
	case pages.OutcomeUnknown:
		p.check(a)
	case pages.OutcomeFailed:
		p.failed(err)
	}
}

// saved goes on from the list that the platform has now. It is read anew: the
// platform may write it in another way.
func (p *Page) saved(a attempt, now []platform.SpecialDate, words string) {
	p.model.Saved(now)
	p.newer, p.waits = nil, false
	p.remember(now)
	p.keep()
	if len(a.put)+len(a.drop) > 0 {
		p.Deps.Read(p.ctx)
		p.saveNames(a, words)
		return
	}
	p.tellSaved(a, words)
	p.Deps.Read(p.ctx)
	components.FocusID(p.ctx, pages.HeadingID)
}

// remember puts the list into the state, where other pages see it.
func (p *Page) remember(now []platform.SpecialDate) {
	digest, err := digestOf(now)
	if err != nil {
		return // a list that was just decoded can be encoded
	}
	p.Deps.State.SetSpecial(p.shopID(), backend.Record[[]platform.SpecialDate]{Value: now, Digest: digest})
	p.Deps.Changed(p.ctx)
}

// changed takes the list that somebody else saved. When nothing of it touches
// the edit, the same press goes on.
func (p *Page) changed(a attempt, refusal *api.Error) {
	record, err := backend.ReadRecord[[]platform.SpecialDate](refusal.Current)
	if err != nil {
		p.failed(refusal)
		return
	}
	p.remember(record.Value)
	if p.meet(record.Value) && !a.again && p.model.Dirty() {
		next := p.attempt()
		next.again = true
		p.send(next)
	}
}

// refused shows the server's problems at their entries.
func (p *Page) refused(refusal *api.Error, err error) {
	found := make([]rules.Problem, len(refusal.Problems))
	for i, q := range refusal.Problems {
		found[i] = rules.Problem{Path: q.Path, Code: q.Code, Args: q.Args}
	}
	if !p.model.Refused(found) {
		p.failed(err)
		return
	}
	p.tell(pages.Notice{Tone: components.ToneBad, Title: text.T("dates.refused")})
}

// failed says why nothing was saved.
func (p *Page) failed(err error) {
	title, advice := text.Error(err)
	p.tell(pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", text.T("dates.not.saved"), title),
		Text: text.T("error.both", advice, text.T("dates.kept")), Action: text.T("action.again"), Do: p.save,
	})
}

// check finds out what became of a save without an answer.
func (p *Page) check(a attempt) {
	p.busy = true
	b, id := p.Deps.Backend, p.shopID()
	pages.Load(p.ctx, &p.saves, func(c context.Context) (backend.Record[[]platform.SpecialDate], error) {
		return b.SpecialHours(c, id)
	}, func(_ app.Context, now backend.Record[[]platform.SpecialDate], err error) {
		p.checked(a, now.Value, err)
	})
}

func (p *Page) checked(a attempt, now []platform.SpecialDate, err error) {
	p.busy, p.notice = false, pages.Notice{}
	switch {
	case err != nil:
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("dates.unknown"), Text: text.T("dates.unknown.text"),
			Action: text.T("dates.unknown.look"), Do: func(app.Context) { p.check(a) },
		})
	case sameList(now, a.sent):
		p.saved(a, now, text.T("dates.saved.after"))
	case sameList(now, a.before):
		p.remember(now)
		p.meet(now)
		p.tell(pages.Notice{
			Tone: components.ToneBad, Title: text.T("dates.lost"), Text: text.T("dates.lost.text"),
			Action: text.T("action.again"), Do: p.save,
		})
	default:
		p.remember(now)
		p.meet(now)
	}
}

// sameList compares two lists by their dates and times, in any order.
func sameList(a, b []platform.SpecialDate) bool {
	order := func(list []platform.SpecialDate) []platform.SpecialDate {
		list = slices.Clone(list)
		slices.SortFunc(list, func(x, y platform.SpecialDate) int { return int(min(max(x.StartDate-y.StartDate, -1), 1)) })
		return list
	}
	return slices.EqualFunc(order(a), order(b), func(x, y platform.SpecialDate) bool {
		return x.StartDate == y.StartDate && x.EndDate == y.EndDate && rules.SameHours(x.BusinessHour, y.BusinessHour)
	})
}
