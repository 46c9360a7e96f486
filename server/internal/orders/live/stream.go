package live

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
)

const heartbeat = api.LiveEvery * time.Second

// askWithin limits a check of the reader's permissions.
const askWithin = 5 * time.Second

// sink is the connection that a stream writes to and waits on. Each write must reach the reader
// before it returns, or fail by the deadline.
type sink interface {
	io.Writer
	deadline(t time.Time)
	// pause waits until a moment, a ring, or the end of ctx, and reports whether the reader has left.
	// The ring stays for the caller to take.
	pause(ctx context.Context, rung chan struct{}, until time.Time) (left bool)
	// wake ends a pause after a ring or the end of ctx.
	wake()
}

// eager is a sink that can also write without waiting. try returns the number of bytes written.
type eager interface{ try(text []byte) int }

// stream is the stream of one reader. Its goroutine opens the stream, sends heartbeats, catches up
// and waits. Otherwise a writer of the hub writes to the stream.
type stream struct {
	hub   *hub
	out   sink
	eager eager                                             // out, if it can write without waiting
	again func(ctx context.Context) (map[int64]bool, error) // returns the shops that the reader may see now
	tick  func(ctx context.Context) api.LiveTick
	beats time.Duration
	rung  chan struct{}
	shops atomic.Pointer[map[int64]bool]
	place int // index among the streams of its writer, which owns it

	mu     sync.Mutex // held during each write
	seq    int64      // the last event written or skipped
	rest   []byte     // the rest of an incomplete write, sent before anything else
	over   bool
	until  time.Time // deadline of writes
	gather []byte
}

func (s *stream) wake() {
	background.Ring(s.rung)
	s.out.wake()
}

// run writes until the reader leaves, loses the permission, or ctx ends.
func (s *stream) run(ctx context.Context) {
	if s.tell(ctx, api.LiveHello) != nil {
		return
	}
	defer s.hub.add(s)()
	if s.catchUp(ctx) != nil {
		return
	}
	for next := time.Now().Add(s.beats); ; {
		switch now := time.Now(); {
		case ctx.Err() != nil:
			s.bye(api.CodeUnavailable)
			return
		case taken(s.rung):
			if s.catchUp(ctx) != nil {
				return
			}
		case !now.Before(next):
			if s.beat(ctx) != nil {
				return
			}
			next = now.Add(s.beats)
		case s.out.pause(ctx, s.rung, next):
			return
		}
	}
}

// taken takes a ring and reports whether there was one.
func taken(bell <-chan struct{}) bool {
	select {
	case <-bell:
		return true
	default:
		return false
	}
}

// beat checks the reader's permissions and sends a heartbeat.
func (s *stream) beat(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	shops, err := s.again(asking)
	if err != nil {
		s.bye(codeOf(err))
		return err
	}
	before := *s.shops.Load()
	s.shops.Store(&shops)
	if grown(before, shops) { // no earlier events of the new shops were sent
		if err := s.tell(ctx, api.LiveReset); err != nil {
			return err
		}
	}
	if err := s.catchUp(ctx); err != nil { // a ring may be lost
		return err
	}
	return s.tell(ctx, api.LiveBeat)
}

func grown(before, after map[int64]bool) bool {
	for id := range after {
		if !before[id] {
			return true
		}
	}
	return false
}

// tell writes an event of the stream itself, which has no number.
func (s *stream) tell(ctx context.Context, kind api.LiveKind) error {
	tick := s.tick(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own(kind, tick)
}

// bye ends the stream with a reason.
func (s *stream) bye(why api.Code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(why)
}

func (s *stream) end(why api.Code) {
	_ = s.say(api.LiveBye, api.LiveEnd{Why: why})
	s.over = true
}

func (s *stream) own(kind api.LiveKind, tick api.LiveTick) error {
	tick.Seq = s.seq
	return s.say(kind, tick)
}

func (s *stream) say(kind api.LiveKind, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	text := append([]byte("event: "+string(kind)+"\ndata: "), body...)
	return s.write(append(text, "\n\n"...))
}

// write fails for a reader that has stalled for half a heartbeat to a whole one. Moving the
// deadline costs as much as a small write, so not every write moves it. After a failure nothing
// more is written.
func (s *stream) write(text []byte) (err error) {
	if now := time.Now(); s.until.Sub(now) < s.beats/2 {
		s.until = now.Add(s.beats)
		s.out.deadline(s.until)
	}
	if len(s.rest) > 0 {
		_, err = s.out.Write(s.rest)
		s.rest = nil
	}
	if err == nil {
		_, err = s.out.Write(text)
	}
	s.over = s.over || err != nil
	return err
}
