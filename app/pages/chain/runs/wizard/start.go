package wizard

import (
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// sending is a run as it was asked for. Sent again it makes no second one, as
// it has the same key: a pause of half an hour ends when it first would.
type sending struct {
	key  string
	call backend.Call[*api.Run]
}

// start makes the run, or sends it again as it was while nobody knows whether
// that was done.
func (p *Page) start(app.Context) {
	if p.act.Busy != "" || p.look == nil {
		return
	}
	if p.sent.key != p.w.Key {
		p.sent = p.sending()
	}
	sent, chosen := p.sent, p.w.Shops.set()
	p.asking, p.startErr = false, nil
	stepup.Do(p.ctx, &p.act, "start", sent.call, func(ctx app.Context, run *api.Run) {
		ticked := p.State.TickedShops() // in the list of all shops, where the next change would take them along
		maps.DeleteFunc(ticked, func(id int64, _ bool) bool { return chosen[id] })
		p.State.SetTickedShops(ticked)
		if p.w.Key == sent.key { // else the draft was edited meanwhile, and waits
			p.w, _ = p.w.before()
			p.keep()
		}
		p.Go(ctx, routes.Route{Page: routes.Runs, Rest: run.ID})
	}, func(_ app.Context, err error) {
		p.failed(err)
		components.ShowID(p.ctx, "apply-start-failed")
	})
}

func (p *Page) sending() sending {
	key, id, name, change := p.w.Key, p.w.Repeats, p.w.name(len(p.look.taking())), p.w.change(p.clock())
	at, _ := p.w.When.at(p.clock())
	shops := p.look.taking()
	if p.repeats(shops, at) {
		return sending{key, backend.RepeatRun.To(p.Backend, api.RepeatRun{
			Key: key, ID: id, Shops: pages.ShopTexts(shops), Change: &change, Name: name,
		})}
	}
	return sending{key, backend.StartRun.To(p.Backend, api.StartRun{
		Key: key, Name: name, Shops: pages.ShopTexts(shops), Change: change, At: at,
	})}
}

// repeats reports whether the run is another try of an earlier one's failures.
func (p *Page) repeats(shops shopIDs, at int64) bool {
	other := func(id int64) bool { return !slices.Contains(p.w.Failed, id) }
	return p.w.Repeats != "" && at == 0 && !slices.ContainsFunc(shops, other)
}

// failed takes note of why no run was answered.
func (p *Page) failed(err error) {
	p.startErr = err
	switch outcome, _ := pages.OutcomeOf(err); outcome { //nolint:exhaustive // nothing was begun in the others
	case pages.OutcomeUnknown: // the same run is sent again
	case pages.OutcomeChanged: // the key has made another run
		p.sent = sending{}
		p.altered()
	default:
		p.sent = sending{}
		if code := api.CodeOf(err); code == api.CodeNotFound || code == api.CodeForbidden { // a shop is lost: it is named
			p.lookAgain(p.ctx)
		}
	}
}

// startNote says why no run is there to be seen, or that there may be one.
func (p *Page) startNote() app.UI {
	switch outcome, _ := pages.OutcomeOf(p.startErr); outcome { //nolint:exhaustive // nothing was begun in the others
	case pages.OutcomeUnknown, pages.OutcomeChanged:
		return &components.Note{
			Tone: components.ToneWarn, Title: text.T("runs.start.unsure"), Text: text.T("runs.start.unsure.text"), Alert: true,
			Actions: func() []app.UI {
				return []app.UI{p.LinkTo(routes.Route{Page: routes.Runs}, text.T("nav.runs"))}
			},
		}
	}
	return p.refusal(text.T("runs.start.failed"), p.startErr, p.ask)
}
