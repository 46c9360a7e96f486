package runs

import (
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

// line follows runs over the server's events, while there is something to
// follow.
type line struct {
	watch  *live.Line
	open   bool
	begins pages.Generation
}

// follow begins. What the page shows is read anew after it is known where the
// log of events ends, so that nothing is missed between.
func (l *line) follow(
	ctx app.Context, b *backend.Backend, read func(app.Context), hear func(app.Context, api.RunNews),
) {
	if l.open || app.IsServer {
		return
	}
	l.open = true
	l.watch = &live.Line{Backend: b, Load: func(ctx app.Context) {
		pages.Load(ctx, &l.begins, b.Poll(0, -1, ""),
			func(ctx app.Context, batch api.LiveBatch, err error) {
				if err != nil {
					l.watch.Failed()
					return
				}
				l.watch.Loaded(batch.Seq)
				read(ctx)
			})
	}, Take: func(ctx app.Context, events []api.LiveEvent) {
		for _, e := range events {
			var news api.RunNews
			if e.Kind == api.LiveRun && json.Unmarshal(e.Data, &news) == nil {
				hear(ctx, news)
			}
		}
	}}
	l.watch.Start(ctx)
	l.watch.Follow(0)
}

func (l *line) close() {
	if l.open {
		l.open = false
		l.begins.Drop()
		l.watch.Stop()
	}
}

// again has something read anew in a moment: news comes thick and fast, and says
// of one shop at a time how far it is.
type again struct{ due bool }

func (a *again) soon(ctx app.Context, read func(app.Context)) {
	if a.due {
		return
	}
	a.due = true
	ctx.After(time.Second, func(ctx app.Context) {
		a.due = false
		read(ctx)
	})
}
