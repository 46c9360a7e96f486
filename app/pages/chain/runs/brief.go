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

	follower
	done bool // OnOver was told
}

// OnMount reads the run and follows it.
func (b *Brief) OnMount(ctx app.Context) { b.begin(ctx, b.Backend, b.ID, b.tell) }

func (b *Brief) tell(ctx app.Context) {
	if over(b.run.Run) && !b.done {
		b.done = true
		b.OnOver(ctx)
	}
}

// Render draws the progress and the shops, those that ask for something first.
func (b *Brief) Render() app.UI {
	return pages.Stack(
		pages.MaybeFailure(text.T("edit.failed"), b.err, b.read),
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
