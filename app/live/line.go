package live

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
)

// Line follows what happens in all shops, for a page that shows a list of its
// own. Unlike [Watch] it knows nothing of orders. Its fields are set before
// Start.
type Line struct {
	Backend *backend.Backend

	// Load reads the page's list anew, and then calls [Line.Loaded] or
	// [Line.Failed].
	Load func(ctx app.Context)
	// Take takes events, the oldest first. Several that come thick and fast come
	// together.
	Take func(ctx app.Context, events []api.LiveEvent)

	ctx    app.Context
	link   Link
	stream *Stream
	polls  pages.Generation
	opened int // counts streams: what a closed one still says isn't heard
	on     bool
	heard  []message
	waits  bool // for what was heard to be taken
	gone   app.Func
}

// Start begins to follow, with a first Load; ctx is that of the page.
func (l *Line) Start(ctx app.Context) {
	l.ctx, l.on = ctx, true
	if !app.IsServer { // as in Watch.leave
		l.gone = app.FuncOf(func(app.Value, []app.Value) any {
			l.close()
			l.link.Dropped(deviceNow())
			return nil
		})
		app.Window().Call("addEventListener", "pagehide", l.gone)
	}
	l.link.Begin(deviceNow())
	l.step()
	l.tick(ctx)
}

// Stop ends it, when the page goes.
func (l *Line) Stop() {
	l.on = false
	l.close()
	l.polls.Drop()
	if l.gone != nil {
		app.Window().Call("removeEventListener", "pagehide", l.gone)
		l.gone.Release()
		l.gone = nil
	}
}

// Loaded goes on from the list's end.
func (l *Line) Loaded(seq int64) {
	l.link.Loaded(deviceNow(), seq)
	l.step()
}

// Failed has the list read again soon.
func (l *Line) Failed() { l.link.LoadFailed(deviceNow()) }

// Reload reads the list anew.
func (l *Line) Reload() {
	l.link.Reload()
	l.step()
}

// Lost reports whether nothing is heard of the server any more.
func (l *Line) Lost() bool { return l.link.State == Lost }

// tick looks once a second whether something is due.
func (l *Line) tick(app.Context) {
	if !l.on || app.IsServer {
		return
	}
	before := l.link.State
	l.step()
	l.ctx.After(time.Second, func(ctx app.Context) {
		l.tick(ctx)
		if l.link.State == before {
			ctx.PreventUpdate()
		}
	})
}

func (l *Line) step() {
	for l.on {
		switch l.link.Next(deviceNow()) {
		case Wait:
			return
		case Load:
			l.Load(l.ctx)
		case Open:
			l.open()
		case Close:
			l.close()
		case Poll:
			l.poll()
		}
	}
}

func (l *Line) open() {
	l.close()
	mine := l.opened
	l.stream = Listen(l.Backend.LiveURL(0, l.link.Seq), func(kind, id, data string) {
		l.heard = append(l.heard, message{mine, api.LiveKind(kind), id, data})
		if !l.waits {
			l.waits = true
			l.ctx.After(together, l.drain)
		}
	}, func() {
		l.ctx.Dispatch(func(app.Context) {
			if mine == l.opened {
				l.link.Dropped(deviceNow())
				l.step()
			}
		})
	})
}

func (l *Line) close() {
	l.opened++
	l.stream.Close()
	l.stream = nil
}

// drain takes all that was heard.
func (l *Line) drain(ctx app.Context) {
	heard := l.heard
	l.heard, l.waits = nil, false
	var events []api.LiveEvent
	for _, m := range heard {
		if m.stream != l.opened {
			continue
		}
		if m.kind == api.LiveBye {
			l.close()
			l.link.Dropped(deviceNow())
			continue
		}
		seq, _ := strconv.ParseInt(m.id, 10, 64) // the stream's own have none
		if l.link.Message(deviceNow(), m.kind, seq) {
			event := api.LiveEvent{Seq: seq, Kind: m.kind}
			if json.Unmarshal([]byte(m.data), &event) == nil {
				event.Kind = m.kind
				events = append(events, event)
			}
		}
	}
	l.give(ctx, events)
	l.step()
}

func (l *Line) give(ctx app.Context, events []api.LiveEvent) {
	if len(events) == 0 {
		ctx.PreventUpdate()
		return
	}
	l.Take(ctx, events)
}

func (l *Line) poll() {
	after := l.link.Seq
	pages.Load(l.ctx, &l.polls, func(c context.Context) (api.LiveBatch, error) {
		return l.Backend.Poll(c, 0, after)
	}, func(ctx app.Context, batch api.LiveBatch, err error) {
		if err != nil {
			l.link.PollFailed(deviceNow())
			return
		}
		var events []api.LiveEvent
		for _, e := range batch.Events {
			if l.link.Take(e.Seq) {
				events = append(events, e)
			}
		}
		l.link.Polled(deviceNow(), batch)
		l.give(ctx, events)
		l.step()
	})
}
