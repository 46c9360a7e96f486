package runs

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// line follows runs over the server's events, while there is something to
// follow.
type line struct {
	events *live.Line
	open   bool
	due    bool // what the page shows is read anew in a moment
	opens  pages.Generation
}

// begins has what the page shows read anew when the device hears of a run while nothing is followed: one has begun.
func (l *line) begins(ctx app.Context, read func(app.Context)) {
	ctx.Handle(state.ActionRun, func(app.Context, app.Action) {
		if !l.open {
			l.soon(ctx, read)
		}
	})
}

// follow follows these runs, until all of them are over. What the page shows is read
// anew after it is known where the log of events ends, so that nothing is missed
// between; later whenever hear wants more than it was told, which a nil hear always
// does; and while a run is ending.
func (l *line) follow(
	ctx app.Context, b *backend.Backend, read func(app.Context), hear func(api.RunNews) (anew bool), runs ...api.Run,
) {
	if !slices.ContainsFunc(runs, func(r api.Run) bool { return !over(r) }) {
		l.close()
		return
	}
	if slices.ContainsFunc(runs, ending) {
		l.soon(ctx, read)
	}
	if l.open || app.IsServer {
		return
	}
	l.open = true
	l.events = &live.Line{Backend: b, Load: func(ctx app.Context) {
		pages.Load(ctx, &l.opens, b.Poll(0, -1, ""),
			func(ctx app.Context, batch api.LiveBatch, err error) {
				if err != nil {
					l.events.Failed()
					return
				}
				l.events.Loaded(batch.Seq)
				read(ctx)
			})
	}, Take: func(_ app.Context, events []api.LiveEvent) {
		for _, e := range events {
			var news api.RunNews
			if e.Kind == api.LiveRun && json.Unmarshal(e.Data, &news) == nil && (hear == nil || hear(news)) {
				l.soon(ctx, read)
			}
		}
	}}
	l.events.Start(ctx)
	l.events.Follow(0)
}

// soon reads anew in a moment: news comes thick and fast, and says of one shop at
// a time how far it is.
func (l *line) soon(ctx app.Context, read func(app.Context)) {
	if l.due {
		return
	}
	l.due = true
	ctx.After(time.Second, func(ctx app.Context) {
		l.due = false
		read(ctx)
	})
}

func (l *line) close() {
	if l.open {
		l.open = false
		l.opens.Drop()
		l.events.Stop()
	}
}

// follower reads a run, and follows it until it is over.
type follower struct {
	run *watched
	err error // of the last read

	ctx     app.Context
	backend *backend.Backend
	id      string
	told    func(app.Context) // the run was read, or heard of
	line    line
	reads   pages.Generation
}

func (f *follower) begin(ctx app.Context, b *backend.Backend, id string, told func(app.Context)) {
	f.ctx, f.backend, f.id, f.told = ctx, b, id, told
	pages.Begin(ctx, f.read, &f.reads)
}

// OnDismount stops following; the run goes on.
func (f *follower) OnDismount() { f.line.close() }

func (f *follower) read(app.Context) { f.readThen(func() {}) }

// readThen calls then if the run could be read.
func (f *follower) readThen(then func()) {
	pages.Load(f.ctx, &f.reads, f.backend.Run(f.id), func(ctx app.Context, run *api.RunDetail, err error) {
		if f.err = err; err != nil {
			return
		}
		f.run = newWatched(*run).since(f.run)
		f.told(ctx)
		f.line.follow(f.ctx, f.backend, f.read, f.hear, f.run.Run)
		then()
	})
}

// hear takes news. The run's end is read, with all that came of it.
func (f *follower) hear(n api.RunNews) (anew bool) {
	if n.Run != f.id {
		return false
	}
	anew = f.run.hear(n) || over(f.run.Run) || ending(f.run.Run)
	f.told(f.ctx)
	return anew
}
