package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// One is a run: its progress, and what came of it.
type One struct {
	app.Compo

	pages.Deps

	follower
	show   api.RunShopState // listed, "" for all
	query  string
	spoken string
	said   milestone

	asking string // which act is asked about, "" for none
	act    stepup.Act
	keys   map[string]string // of acts that make a run, until they have made one
	since  since
	looks  pages.Generation
}

// Acts that make another run, beside those of api.
const (
	actUndo   = "undo"
	actRepeat = "repeat"
)

func makesRun(act string) bool { return act == actUndo || act == actRepeat }

// OnMount reads the run and follows it.
func (p *One) OnMount(ctx app.Context) {
	p.keys = map[string]string{}
	p.begin(ctx, p.Backend, p.Route.Rest, p.tell)
}

// tell tells assistive technology of the progress, a few times in all.
func (p *One) tell(app.Context) {
	before := p.said
	if p.said = p.run.milestone(); before == p.said {
		return
	}
	if before.state != "" {
		p.spoken = text.T("edit.of", text.Word("runs.state.", p.run.State), countWords(p.run.Counts))
	} else if p.run.Counts.Failed > 0 && ended(p.run.State) {
		p.show = api.RunShopFailed
	}
}

// gone reports whether there is no such run, or none that may be seen.
func (p *One) gone() bool { return api.CodeOf(p.err) == api.CodeNotFound }

func (p *One) download(ctx app.Context) {
	device.Download(ctx, "run.csv", "text/csv;charset=utf-8", csv(p.State, p.run))
}

// fix opens the wizard with the shops that failed and this change.
func (p *One) fix(ctx app.Context) { wizard.Fix(ctx, p.Deps, p.run.RunDetail) }

// yes does what was asked about.
func (p *One) yes(app.Context) {
	act := p.asking
	p.asking = ""
	if makesRun(act) {
		p.anew(act)
		return
	}
	p.steer(api.RunAct(act))
}

func (p *One) steer(act api.RunAct) {
	call := backend.SteerRun.To(p.Backend, api.SteerRun{ID: p.id, Act: act})
	stepup.Do(p.ctx, &p.act, string(act), call, func(ctx app.Context, _ *api.Run) {
		p.read(ctx)
		components.FocusID(ctx, pages.HeadingID)
	}, p.readAnyway)
}

// anew makes another run: the failures once more, or back to what was.
func (p *One) anew(act string) {
	if p.keys[act] == "" {
		p.keys[act] = device.NewID()
	}
	call := backend.RepeatRun.To(p.Backend, api.RepeatRun{Key: p.keys[act], ID: p.id, Undo: act == actUndo})
	stepup.Do(p.ctx, &p.act, act, call, func(ctx app.Context, run *api.Run) {
		delete(p.keys, act)
		p.Go(ctx, At(run.ID))
	}, p.readAnyway)
}

// readAnyway reads the run after a failure, since the run may have changed.
func (p *One) readAnyway(ctx app.Context, _ error) { p.read(ctx) }
