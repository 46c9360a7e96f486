package live

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/state"
)

func (w *Watch) open() {
	w.closeStream()
	mine := w.opened
	w.stream = Listen(w.Backend.LiveURL(w.scope, w.line.Seq), func(kind, id, data string) {
		w.heard = append(w.heard, message{mine, api.LiveKind(kind), id, data})
		w.drainSoon()
	}, func() {
		w.ctx.Dispatch(func(app.Context) {
			if mine == w.opened {
				w.line.Dropped(deviceNow())
				w.step()
			}
		})
	})
}

// message is one of a stream's.
type message struct {
	stream int
	kind   api.LiveKind
	id     string
	data   string
}

// together is how long messages are gathered when they come thick and fast: a
// rush of hundreds is then drawn a few times, not hundreds of times.
const together = 60 * time.Millisecond

// drainSoon has what was heard taken at once, or in a rush a little later. It
// runs on the browser's goroutine.
func (w *Watch) drainSoon() {
	if w.draining {
		return
	}
	w.draining = true
	if time.Since(w.drained) > together {
		w.ctx.Dispatch(w.drain)
		return
	}
	w.ctx.After(together, w.drain)
}

// drain takes all that was heard.
func (w *Watch) drain(ctx app.Context) {
	heard, before := w.heard, w.shown()
	w.heard, w.draining, w.drained = nil, false, time.Now()
	for _, m := range heard {
		if m.stream == w.opened {
			w.hear(ctx, m.kind, m.id, m.data)
		}
	}
	if before == w.shown() {
		ctx.PreventUpdate()
	}
}

func (w *Watch) closeStream() {
	w.opened++
	w.stream.Close()
	w.stream = nil
}

// hear takes a message of the stream.
func (w *Watch) hear(ctx app.Context, kind api.LiveKind, id, data string) {
	seq, _ := strconv.ParseInt(id, 10, 64) // the stream's own have none
	switch kind {                          //nolint:exhaustive // the others ask for nothing
	case api.LiveHello, api.LiveBeat, api.LiveReset:
		var tick api.LiveTick
		if json.Unmarshal([]byte(data), &tick) == nil {
			now := deviceNow()
			w.Book.Clock.Sample(now-1000, now, tick.Now) // how long it took isn't known: an answer is believed rather
			w.Book.Hear(tick.Hooks)
		}
		seq = 0
	case api.LiveBye:
		var end api.LiveEnd
		_ = json.Unmarshal([]byte(data), &end) // an end without a reason is a passing one
		w.bye(end.Why)
		return
	}
	if w.line.Message(deviceNow(), kind, seq) {
		event := api.LiveEvent{Seq: seq, Kind: kind}
		if json.Unmarshal([]byte(data), &event) == nil {
			event.Seq, event.Kind = seq, kind
			w.take(ctx, event)
		}
	}
	w.step()
}

// bye ends the stream as the server asks: for good when one may not look any
// more, else until the next try.
func (w *Watch) bye(why api.Code) {
	w.closeStream()
	switch why { //nolint:exhaustive // the others ask for nothing
	case api.CodeSignedOut, api.CodeForbidden, api.CodeNotFound:
		w.stop(why)
		if why == api.CodeSignedOut && w.Backend.SignedOut != nil {
			w.Backend.SignedOut()
		}
		return
	}
	w.line.Dropped(deviceNow())
	w.step()
}

// take does what an event asks for.
func (w *Watch) take(ctx app.Context, e api.LiveEvent) {
	switch e.Kind { //nolint:exhaustive // the others ask for nothing
	case api.LiveOrder:
		var o api.Order
		if json.Unmarshal(e.Data, &o) != nil {
			return
		}
		if w.Book.Put(o) {
			w.arrived(ctx, o)
		}
		w.tell()
	case api.LiveSettings:
		var s api.OrderSettings
		if json.Unmarshal(e.Data, &s) == nil {
			w.Book.SetSettings(s)
		}
	case api.LivePause:
		var p api.Pause
		if json.Unmarshal(e.Data, &p) == nil {
			w.State.SetPause(p)
			ctx.NewAction(state.ActionChanged)
		}
	case api.LiveShop, api.LiveHours, api.LivePicture:
		if e.ShopID == w.route.ShopID {
			ctx.NewAction(state.ActionRead)
		}
	}
}
