package runs

import (
	"context"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// List is all runs, the newest first.
type List struct {
	app.Compo

	Deps pages.Deps

	ctx    app.Context
	runs   []api.Run // the first page
	older  []api.Run // that were asked for
	more   int64     // where still older ones begin, 0: there are none
	adding bool      // older ones are on their way
	addErr error
	status pages.Status
	err    error
	query  string
	asking ask // what is asked about
	busy   string
	actErr error
	again  again
	line   line
	reads  pages.Generation
	adds   pages.Generation
	calls  pages.Generation
	guard  stepup.Guard
}

// ask is an act on a scheduled run that is asked about first.
type ask struct {
	run api.Run
	act api.RunAct // "" for none
}

// OnMount reads the runs, and follows those that aren't over.
func (p *List) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.status = pages.Loading
	p.read(ctx)
}

// OnDismount stops following.
func (p *List) OnDismount() {
	p.line.close()
	p.reads.Drop()
	p.adds.Drop()
	p.calls.Drop()
}

func (p *List) read(app.Context) {
	p.err = nil
	pages.Load(p.ctx, &p.reads, func(c context.Context) (api.Runs, error) { return p.Deps.Backend.Runs(c, 0) },
		func(_ app.Context, list api.Runs, err error) {
			if p.err = err; err != nil {
				if p.status != pages.Loaded {
					p.status = pages.Failed
				}
				return
			}
			p.runs, p.status = list.Runs, pages.Loaded
			if len(p.older) == 0 {
				p.more = list.More
			}
			p.follow()
		})
}

// readOlder adds the page after the last one.
func (p *List) readOlder(app.Context) {
	p.adding, p.addErr = true, nil
	before := p.more
	pages.Load(p.ctx, &p.adds, func(c context.Context) (api.Runs, error) { return p.Deps.Backend.Runs(c, before) },
		func(_ app.Context, list api.Runs, err error) {
			if p.adding, p.addErr = false, err; err == nil {
				p.older, p.more = append(p.older, list.Runs...), list.More
			}
		})
}

// all are the runs read so far, each once: the first page has old ones that go on.
func (p *List) all() []api.Run {
	list, there := slices.Clone(p.runs), map[string]bool{}
	for _, r := range p.runs {
		there[r.ID] = true
	}
	for _, r := range p.older {
		if !there[r.ID] {
			list = append(list, r)
		}
	}
	return list
}

// follow listens while something is under way.
func (p *List) follow() {
	for _, r := range p.runs {
		if !over(r) {
			p.line.follow(p.ctx, p.Deps.Backend, p.read, p.hear)
			return
		}
	}
	p.line.close()
}

func (p *List) hear(app.Context, api.RunNews) { p.again.soon(p.ctx, p.read) }

func (p *List) find(_ app.Context, v string) { p.query = v }

func (p *List) clear(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, "runs-find")
}

func (p *List) ask(r api.Run, act api.RunAct) { p.asking = ask{r, act} }

func (p *List) no(app.Context) { p.asking = ask{} }

func (p *List) yes(app.Context) {
	a := p.asking
	p.asking = ask{}
	p.steer(a)
}

func (p *List) steer(a ask) {
	if p.busy != "" {
		return
	}
	p.busy, p.actErr = a.run.ID, nil
	request := api.SteerRun{ID: a.run.ID, Act: a.act}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Run, error) { return p.Deps.Backend.SteerRun(c, request) },
		func(ctx app.Context, run *api.Run, err error) {
			p.busy = ""
			switch {
			case err == nil:
				if a.act == api.RunActCancel {
					p.Deps.Toast(ctx, text.T("runs.cancelled.toast", run.Name))
				}
			case p.guard.Asks(err, func(app.Context) { p.steer(a) }):
				return
			default:
				p.actErr = err
			}
			p.read(ctx)
			components.FocusID(ctx, pages.HeadingID)
		})
}
