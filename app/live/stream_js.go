package live

import (
	"syscall/js"

	"github.com/shopdesk/shopdesk/internal/api"
)

// kinds are the events' names that a stream listens to.
var kinds = [...]api.LiveKind{
	api.LiveOrder, api.LiveShop, api.LiveHours, api.LivePicture, api.LivePause, api.LiveRoster, api.LiveSettings,
	api.LiveMessage, api.LiveRun,
	api.LiveHello, api.LiveBeat, api.LiveReset, api.LiveBye,
}

// Stream is an open line.
type Stream struct {
	source js.Value
	hear   js.Func
	drop   js.Func
	closed bool
}

// Listen opens a stream of server-sent events. Hear gets each message's kind, id
// and data, drop is told once that the stream broke; both on the browser's own
// goroutine, where nothing may block. EventSource's own way to reconnect isn't
// used: it gives up for good after one answer of a gateway.
func Listen(url string, hear func(kind, id, data string), drop func()) *Stream {
	s := &Stream{source: js.Global().Get("EventSource").New(url)}
	s.hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !s.closed {
			hear(args[0].Get("type").String(), args[0].Get("lastEventId").String(), args[0].Get("data").String())
		}
		return nil
	})
	s.drop = js.FuncOf(func(js.Value, []js.Value) any {
		if !s.closed {
			s.closed = true
			s.source.Call("close")
			drop()
		}
		return nil
	})
	for _, kind := range kinds {
		s.source.Call("addEventListener", string(kind), s.hear)
	}
	s.source.Call("addEventListener", "error", s.drop)
	return s
}

// Close closes the stream. It may be called twice.
func (s *Stream) Close() {
	if s == nil || s.source.IsUndefined() {
		return
	}
	s.closed = true
	s.source.Call("close")
	s.source = js.Undefined()
	s.hear.Release()
	s.drop.Release()
}
