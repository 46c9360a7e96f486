package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Last is the newest run in a card, for the list of all shops. It is nothing
// where there is none, or none that may be seen.
type Last struct {
	app.Compo

	pages.Deps

	ctx   app.Context
	run   *api.Run
	asked bool
	busy  bool
	line  line
	reads pages.Generation
	calls pages.Generation
}

// OnMount reads the runs.
func (p *Last) OnMount(ctx app.Context) {
	p.line.begins(ctx, p.read)
	p.OnUpdate(ctx)
}

// OnUpdate reads them once the server has said that the operator may see some:
// on a shared device the one remembered may be somebody else.
func (p *Last) OnUpdate(ctx app.Context) {
	p.ctx = ctx // an update may come before OnMount
	if !p.asked && p.State.Checked() && p.State.MayAnywhere(platform.Permission(api.MayViewActivity)) {
		p.asked = true
		p.read(p.ctx)
	}
}

// OnDismount stops following.
func (p *Last) OnDismount() { p.line.close() }

// read reads the runs. The list of shops does without.
func (p *Last) read(app.Context) {
	pages.Load(p.ctx, &p.reads, p.Backend.Runs(0),
		func(_ app.Context, list api.Runs, err error) {
			if err == nil && len(list.Runs) > 0 {
				p.run = &list.Runs[0]
				p.line.follow(p.ctx, p.Backend, p.read, nil, *p.run)
			}
		})
}

// fix opens the wizard with the shops that failed.
func (p *Last) fix(app.Context) {
	p.busy = true
	id := p.run.ID
	pages.Load(p.ctx, &p.calls, p.Backend.Run(id),
		func(ctx app.Context, run *api.RunDetail, err error) {
			p.busy = false
			if err != nil {
				p.Go(ctx, At(id)) // which says what is the matter
				return
			}
			wizard.Fix(ctx, p.Deps, *run)
		})
}

// Render draws the card.
func (p *Last) Render() app.UI { return components.Maybe(p.run != nil, p.card) }

func (p *Last) card() app.UI {
	r := *p.run
	head := func() []app.UI { return append(tags(r), statePill(r)) }
	return components.Card{ID: "runs-last", Title: text.T("runs.last"), Head: head}.With(
		app.P().Body(app.B().Dir("auto").Body(&components.Link{Href: p.Href(At(r.ID)), Label: title(r)})),
		progress("runs-last-bar", r.Counts),
		pages.Row(
			components.Only(r.Mine && ended(r.State) && r.UndoOf == "" && r.Undone == 0 && r.Counts.Failed > 0 &&
				again(r) > 0, &components.Button{
				ID: "runs-last-fix", Label: text.N("runs.fix", again(r)), Busy: p.busy, OnClick: p.fix,
			}),
			p.LinkTo(routes.Route{Page: routes.Runs}, text.T("runs.all")),
		),
	)
}

// progress is how far a run is.
func progress(id string, c api.RunCounts) app.UI {
	n, all := settled(c), total(c)
	return &components.Progress{
		ID: id, Label: countWords(c), Value: n, Max: max(all, 1), Text: text.T("runs.of", text.Number(n), text.Number(all)),
	}
}
