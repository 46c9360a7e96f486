package live

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

// message is one of a stream's.
type message struct {
	stream int
	kind   api.LiveKind
	id     string
	data   string
}

func (l *Line) open() {
	l.close()
	mine := l.opened
	l.stream = Listen(l.Backend.LiveURL(l.shop, l.link.Seq, l.link.Shops), func(kind, id, data string) {
		l.heard = append(l.heard, message{mine, api.LiveKind(kind), id, data})
		l.drainSoon()
	}, func() {
		l.ctx.Dispatch(func(ctx app.Context) {
			l.drawn(ctx, func() {
				if mine == l.opened {
					l.link.Dropped(deviceNow())
					l.step()
				}
			})
		})
	})
}

func (l *Line) close() {
	l.opened++
	l.stream.Close()
	l.stream = nil
}

// together is how long messages are gathered when they come thick and fast: a
// rush of hundreds is then drawn a few times, not hundreds of times.
const together = 60 * time.Millisecond

// drainSoon has messages taken at once, or in a rush a little later. It runs on
// the browser's goroutine.
func (l *Line) drainSoon() {
	if l.draining {
		return
	}
	l.draining = true
	if time.Since(l.drained) > together {
		l.ctx.Dispatch(l.drain)
		return
	}
	l.ctx.After(together, l.drain)
}

// drain takes all messages of the present stream.
func (l *Line) drain(ctx app.Context) {
	heard := l.heard
	l.heard, l.draining, l.drained = nil, false, time.Now()
	l.drawn(ctx, func() {
		var events []api.LiveEvent
		for _, m := range heard {
			if m.stream == l.opened {
				events = l.hear(events, m)
			}
		}
		l.give(ctx, events)
		l.step()
	})
}

// hear takes a message of the stream, and adds its event to events.
func (l *Line) hear(events []api.LiveEvent, m message) []api.LiveEvent {
	seq, _ := strconv.ParseInt(m.id, 10, 64) // the stream's own messages have none
	switch m.kind {                          //nolint:exhaustive // the others are events
	case api.LiveHello, api.LiveBeat, api.LiveReset:
		var tick api.LiveTick
		if json.Unmarshal([]byte(m.data), &tick) == nil {
			l.link.Shops = tick.Shops
			if now := deviceNow(); l.watch != nil {
				l.watch.allowed(tick.Rights)
				l.watch.told(now-1000, tick.Now, tick.Hooks) // how long the message took isn't known: an answer is believed rather
			}
		}
		seq = 0
	case api.LiveBye:
		var end api.LiveEnd
		_ = json.Unmarshal([]byte(m.data), &end) // an end without a reason is a passing one
		l.bye(end.Why)
		return events
	}
	if l.link.Message(deviceNow(), m.kind, seq) {
		event := api.LiveEvent{Seq: seq, Kind: m.kind}
		if json.Unmarshal([]byte(m.data), &event) == nil {
			event.Seq, event.Kind = seq, m.kind
			events = append(events, event)
		}
	}
	return events
}

// bye closes the stream as the server asks. The watch ends where one may not look
// any more; a page's line tries again.
func (l *Line) bye(why api.Code) {
	l.close()
	if l.watch == nil || !l.watch.ends(why) {
		l.link.Dropped(deviceNow())
	}
}

func (l *Line) give(ctx app.Context, events []api.LiveEvent) {
	if len(events) > 0 {
		l.taken += len(events)
		l.Take(ctx, events)
	}
}

// poll asks what happened; ctx ends with the line's rest.
func (l *Line) poll(ctx app.Context) {
	sent := deviceNow()
	call := l.Backend.Poll(l.shop, l.link.Seq, l.link.Shops)
	pages.Load(ctx, &l.polls, call, func(_ app.Context, batch api.LiveBatch, err error) {
		l.drawn(l.ctx, func() { l.polled(sent, batch, err) })
	})
}

func (l *Line) polled(sent int64, batch api.LiveBatch, err error) {
	switch {
	case l.watch != nil && l.watch.ends(api.CodeOf(err)):
		return
	case err != nil:
		l.link.PollFailed(deviceNow())
		return
	}
	if l.watch != nil {
		l.watch.allowed(batch.Rights)
		l.watch.told(sent, batch.Now, batch.Hooks)
	}
	var events []api.LiveEvent
	for _, e := range batch.Events {
		if l.link.Take(e.Seq) {
			events = append(events, e)
		}
	}
	l.link.Polled(deviceNow(), batch)
	l.give(l.ctx, events)
	l.step()
}
