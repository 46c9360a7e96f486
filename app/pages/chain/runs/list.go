package runs

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// List is all runs, the newest first.
type List struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	runs   []api.Run // the first page
	older  []api.Run // that were asked for
	more   int64     // where still older ones begin, 0: there are none
	adding bool      // older ones are on their way
	addErr error
	query  string
	asking ask // what is asked about
	act    stepup.Act
	line   line
	reads  pages.Reader
	adds   pages.Generation
}

// ask is an act on a scheduled run that is asked about first.
type ask struct {
	run api.Run
	act api.RunAct // "" for none
}

// OnMount reads the runs, hears of new ones, and follows those that aren't over.
func (p *List) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.line.begins(ctx, p.reads.Again)
	pages.Read(ctx, &p.reads, p.Backend.Runs(0), p.take)
}

// OnDismount stops following.
func (p *List) OnDismount() {
	p.line.close()
}

// take shows the first page. When a run isn't on it any more, because others began or it ended, the older ones are read
// when they are asked for anew: that run is among them.
func (p *List) take(list api.Runs) {
	if slices.ContainsFunc(p.runs, func(r api.Run) bool { return !holds(list.Runs, r) }) {
		p.adds.Drop()
		p.adding, p.older = false, nil
	}
	if len(p.older) == 0 {
		p.more = list.More
	}
	p.runs = list.Runs
	p.line.follow(p.ctx, p.Backend, p.reads.Again, nil, p.runs...)
}

func holds(runs []api.Run, one api.Run) bool {
	return slices.ContainsFunc(runs, func(r api.Run) bool { return r.ID == one.ID })
}

// readOlder adds the page after the last one.
func (p *List) readOlder(app.Context) {
	p.adding, p.addErr = true, nil
	pages.Load(p.ctx, &p.adds, p.Backend.Runs(p.more),
		func(_ app.Context, list api.Runs, err error) {
			if p.adding, p.addErr = false, err; err == nil {
				p.older, p.more = append(p.older, list.Runs...), list.More
			}
		})
}

// all are the runs read so far, each once: the first page has old ones that go on.
func (p *List) all() []api.Run {
	list := slices.Clone(p.runs)
	for _, r := range p.older {
		if !holds(p.runs, r) {
			list = append(list, r)
		}
	}
	return list
}

func (p *List) clear(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, "runs-find")
}

// steer does what was asked about.
func (p *List) steer(app.Context) {
	a := p.asking
	p.asking = ask{}
	anew := func(ctx app.Context) {
		p.reads.Again(ctx)
		components.FocusID(ctx, pages.HeadingID)
	}
	call := backend.SteerRun.To(p.Backend, api.SteerRun{ID: a.run.ID, Act: a.act})
	stepup.Do(p.ctx, &p.act, a.run.ID, call, func(ctx app.Context, run *api.Run) {
		if a.act == api.RunActCancel {
			p.Toast(ctx, text.T("runs.cancelled.toast", title(*run)))
		}
		anew(ctx)
	}, func(ctx app.Context, _ error) { anew(ctx) })
}
