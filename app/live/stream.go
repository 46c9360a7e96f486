package live

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
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
	source app.Value
	hear   app.Func
	drop   app.Func
	closed bool
}

// Listen opens a stream of server-sent events. Hear gets each message's kind, id
// and data, drop is told once that the stream broke; both on the browser's own
// goroutine, where nothing may block. EventSource's own way to reconnect isn't
// used: it gives up for good after one answer of a gateway. Outside a browser the stream
// breaks at once: the caller goes on by asking.
func Listen(url string, hear func(kind, id, data string), drop func()) *Stream {
	if app.IsServer {
		drop()
		return nil
	}
	s := &Stream{source: app.Window().Get("EventSource").New(url)}
	s.hear = device.Func(func(args []app.Value) {
		if !s.closed {
			hear(args[0].Get("type").String(), args[0].Get("lastEventId").String(), args[0].Get("data").String())
		}
	})
	s.drop = device.Func(func([]app.Value) {
		if !s.closed {
			s.closed = true
			s.source.Call("close")
			drop()
		}
	})
	for _, kind := range kinds {
		s.source.Call("addEventListener", string(kind), s.hear)
	}
	s.source.Call("addEventListener", "error", s.drop)
	return s
}

// Close closes the stream. It may be called twice.
func (s *Stream) Close() {
	if s == nil || s.source == nil {
		return
	}
	s.closed = true
	s.source.Call("close")
	s.source = nil
	s.hear.Release()
	s.drop.Release()
}
