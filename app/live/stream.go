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
	leave  func() // gives its place to another page
	hear   app.Func
	drop   app.Func
	closed bool
}

// places are how many streams the pages of a browser have over HTTP/1.1, for which it has six connections to a server:
// the others are left to all that is asked.
const places = 4

// Listen opens a stream of server-sent events. Hear gets each message's kind, id and data, drop is told once that the
// stream broke, or that other pages have as many as there may be; both on the browser's own goroutine, where nothing
// may block. EventSource's own way to reconnect isn't used: it gives up for good after one answer of a gateway. Outside
// a browser the stream breaks at once: the caller goes on by asking.
func Listen(url string, hear func(kind, id, data string), drop func()) *Stream {
	if app.IsServer {
		drop()
		return nil
	}
	s := &Stream{}
	s.hear = device.Func(func(args []app.Value) {
		if !s.closed {
			hear(args[0].Get("type").String(), args[0].Get("lastEventId").String(), args[0].Get("data").String())
		}
	})
	s.drop = device.Func(func([]app.Value) {
		if !s.closed {
			s.end()
			drop()
		}
	})
	if device.SharesConnection() {
		s.open(url, func() {})
		return s
	}
	device.Place("shopdesk-stream", places, func(leave func()) {
		switch {
		case leave != nil && s.closed:
			leave()
		case leave != nil:
			s.open(url, leave)
		case !s.closed:
			s.closed = true
			drop()
		}
	})
	return s
}

func (s *Stream) open(url string, leave func()) {
	s.source, s.leave = app.Window().Get("EventSource").New(url), leave
	for _, kind := range kinds {
		s.source.Call("addEventListener", string(kind), s.hear)
	}
	s.source.Call("addEventListener", "error", s.drop)
}

// end closes the connection and leaves its place.
func (s *Stream) end() {
	s.closed = true
	if s.source != nil {
		s.source.Call("close")
		s.leave()
		s.source = nil
	}
}

// Close closes the stream. It may be called twice.
func (s *Stream) Close() {
	if s == nil || s.hear == nil {
		return
	}
	s.end()
	s.hear.Release()
	s.drop.Release()
	s.hear = nil
}
