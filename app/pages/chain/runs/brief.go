package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Brief is a run in a dialog: how far it is, and what came of each shop.
type Brief struct {
	app.Compo

	pages.Deps
	ID     string
	OnOver func(app.Context)

	ctx   app.Context
	run   *watched
	err   error
	again again
	line  line
	reads pages.Generation
}

// OnMount reads the run and follows it.
func (b *Brief) OnMount(ctx app.Context) {
	b.ctx = ctx
	b.read(ctx)
}

// OnDismount stops following; the run goes on.
func (b *Brief) OnDismount() { b.line.close() }

func (b *Brief) read(app.Context) {
	pages.Load(b.ctx, &b.reads, b.Backend.Run(b.ID), func(ctx app.Context, run *api.RunDetail, err error) {
		if b.err = err; err != nil {
			return
		}
		b.run = newWatched(*run).since(b.run)
		if over(b.run.Run) {
			b.line.close()
			b.OnOver(ctx)
			return
		}
		b.line.follow(b.ctx, b.Backend, b.read, b.hear)
	})
}

// hear takes news of the run. Its end is read, with all that came of it.
func (b *Brief) hear(_ app.Context, n api.RunNews) {
	if b.run != nil && (b.run.hear(n) || over(b.run.Run)) {
		b.again.soon(b.ctx, b.read)
	}
}

// Render draws the progress and the shops, those that ask for something first.
func (b *Brief) Render() app.UI {
	return pages.Stack(
		pages.MaybeFailure(text.T("runs.one.failed"), b.err, b.read),
		pages.MaybeLoading(b.run == nil && b.err == nil, 3),
		components.Maybe(b.run != nil, b.shops),
	)
}

func (b *Brief) shops() app.UI {
	var list []api.RunShop
	for _, s := range states {
		list = append(list, b.run.in(s, "", nil)...)
	}
	return pages.Stack(
		app.Div().Role("status").Body(progress("run-brief-bar", b.run.Counts)),
		components.Shown(!over(b.run.Run), pages.Soft(text.T("runs.about.leave"))),
		&components.LongList{ID: "run-brief", Label: text.T("nav.shops.short"), Count: len(list), Row: func(i int) app.UI {
			return rowOf(b.Deps, list[i], nil)
		}},
	)
}
