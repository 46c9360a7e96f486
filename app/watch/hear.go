package watch

import (
	"encoding/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/state"
)

func (w *Watch) open() {
	w.closeStream()
	mine := w.opened
	w.stream = live.Listen(w.Backend.LiveURL(w.scope, w.line.Seq), func(kind, id, data string) {
		w.ctx.Dispatch(func(ctx app.Context) {
			if mine == w.opened {
				w.hear(ctx, api.LiveKind(kind), id, data)
			}
		})
	}, func() {
		w.ctx.Dispatch(func(app.Context) {
			if mine == w.opened {
				w.line.Dropped(deviceNow())
				w.step()
			}
		})
	})
}

func (w *Watch) closeStream() {
	w.opened++
	w.stream.Close()
	w.stream = nil
}

// hear takes a message of the stream.
func (w *Watch) hear(ctx app.Context, kind api.LiveKind, id, data string) {
	before := w.shown()
	seq, _ := strconv.ParseInt(id, 10, 64) // the stream's own have none
	switch kind {
	case api.LiveHello, api.LiveBeat, api.LiveReset:
		var tick api.LiveTick
		if json.Unmarshal([]byte(data), &tick) == nil {
			now := deviceNow()
			w.Desk.Clock.Sample(now-1000, now, tick.Now) // how long it took isn't known: an answer is believed rather
			w.Desk.Hear(tick.Hooks)
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
	if before == w.shown() {
		ctx.PreventUpdate()
	}
}

// bye ends the stream as the server asks: for good when one may not look any
// more, else until the next try.
func (w *Watch) bye(why api.Code) {
	w.closeStream()
	switch why {
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
	switch e.Kind {
	case api.LiveOrder:
		var o api.Order
		if json.Unmarshal(e.Data, &o) == nil && w.Desk.Put(o) {
			w.arrived(ctx, o)
		}
	case api.LiveSettings:
		var s api.OrderSettings
		if json.Unmarshal(e.Data, &s) == nil {
			w.Desk.SetSettings(s)
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
