package live

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const heartbeat = api.LiveEvery * time.Second

// askWithin limits a check of the reader's permissions.
const askWithin = 5 * time.Second

// sink is the connection that a stream writes to. Each write must reach the reader before it
// returns, or fail by the deadline.
type sink interface {
	io.WriteCloser
	SetWriteDeadline(t time.Time) error
}

// stream is the stream of one reader. A writer of the hub writes new events to it. What takes
// longer, and each heartbeat, is the work of a goroutine that begins with wake and ends when there
// is nothing to do.
type stream struct {
	service *Service
	who     httpio.Caller
	out     sink
	socket  syscall.RawConn                            // writes without waiting; nil if out can't
	again   func(ctx context.Context) (shopSet, error) // returns the shops that the reader may see now
	timer   *time.Timer                                // wakes the stream for its next heartbeat
	next    time.Time                                  // the moment of that heartbeat
	state   atomic.Int32
	left    atomic.Bool   // the reader has left
	ended   chan struct{} // closed at the end; may be nil
	gap     bool          // at the beginning: earlier events of some shops weren't sent
	watched int           // file descriptor that is watched for the reader's leaving; -1: none
	part    *part
	place   int // index in part, which owns it

	mu    sync.Mutex // held during each write
	shops shopSet
	seq   int64  // the last event written or skipped
	rest  []byte // the rest of an incomplete write, sent before anything else
	over  bool
	until time.Time // deadline of writes
}

// The states of a stream.
const (
	idle int32 = iota // no goroutine works
	busy              // a goroutine works, or the stream has ended
	rung              // the goroutine has more to look after
)

// wake has a goroutine look after the stream: a new one, unless there is one.
func (s *stream) wake() {
	if s.state.Swap(rung) == idle {
		go s.run()
	}
}

// due is wake in a goroutine of the caller's own.
func (s *stream) due() {
	if s.state.Swap(rung) == idle {
		s.run()
	}
}

// leave ends the stream, because the reader has left.
func (s *stream) leave() {
	s.left.Store(true)
	s.wake()
}

// begin greets the reader and does the first work.
func (s *stream) begin() {
	s.state.Store(rung) // the caller is the goroutine that works
	err := s.tell(s.service.ctx, api.LiveHello)
	if err == nil && s.gap {
		err = s.tell(s.service.ctx, api.LiveReset)
	}
	if err != nil {
		s.finish()
		return
	}
	s.service.hub.add(s)
	s.next = time.Now().Add(s.service.Heartbeat)
	s.timer = time.AfterFunc(s.service.Heartbeat, s.due)
	s.watch()
	s.run()
}

// watch has s.leave called when the reader leaves a connection that was taken over. A reader who
// sends more than the request counts as having left. Where the kernel can't tell, a goroutine waits
// in a read.
func (s *stream) watch() {
	conn, ok := s.out.(net.Conn)
	if !ok {
		return
	}
	under := s.socket
	if wrapped, ok := conn.(interface{ NetConn() net.Conn }); ok && under == nil { // TLS
		under = socketOf(wrapped.NetConn())
	}
	if under == nil || !s.service.leavers.watch(under, s) {
		go s.await(conn)
	}
}

// readable is called once, when the reader of a watched connection has left or sent bytes. Bytes
// under TLS may be of TLS itself.
func (s *stream) readable() {
	if conn, ok := s.out.(net.Conn); ok && s.socket == nil {
		go s.await(conn)
		return
	}
	s.leave()
}

func (s *stream) await(conn net.Conn) {
	_, _ = conn.Read(make([]byte, 1))
	s.leave()
}

// run works until there is nothing to do or the stream has ended. A panic, of a host's identity function perhaps, ends
// the stream alone.
func (s *stream) run() {
	for {
		s.state.Store(busy)
		goesOn := false
		err := background.Try(func() error { goesOn = s.work(s.service.ctx); return nil })
		if err != nil {
			s.service.Logger.Error("live: a stream failed", "err", err)
		}
		if !goesOn {
			s.finish()
			return // the state stays busy, so that no goroutine begins again
		}
		if s.state.CompareAndSwap(busy, idle) {
			return
		}
	}
}

// work reports false when the reader has left or lost the permission, or ctx has ended.
func (s *stream) work(ctx context.Context) bool {
	now := time.Now()
	switch {
	case s.left.Load():
		return false
	case ctx.Err() != nil:
		s.bye(api.CodeUnavailable)
		return false
	case now.Before(s.next):
		return s.catchUp(ctx) == nil
	}
	s.next = now.Add(s.service.Heartbeat)
	if s.beat(ctx) != nil {
		return false
	}
	s.timer.Reset(time.Until(s.next))
	return true
}

// finish frees all that the stream has. Afterwards nothing is written to out.
func (s *stream) finish() {
	if s.timer != nil {
		s.timer.Stop()
		s.part.remove(s)
		s.service.leavers.forget(s)
	}
	_ = s.out.Close()
	if s.ended != nil {
		close(s.ended)
	}
	s.service.release(s.who)
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
	s.mu.Lock()
	before := s.shops
	s.shops = shops
	s.mu.Unlock()
	if shops.ids != before.ids { // the reader's lists lack orders of gained shops, or have those of lost ones
		if err := s.tell(ctx, api.LiveReset); err != nil {
			return err
		}
	}
	if err := s.catchUp(ctx); err != nil { // a ring may be lost
		return err
	}
	return s.tell(ctx, api.LiveBeat)
}

// tell writes an event of the stream itself, which has no number.
func (s *stream) tell(ctx context.Context, kind api.LiveKind) error {
	tick := s.service.tick(ctx)
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
	tick.Seq, tick.Shops, tick.Rights = s.seq, s.shops.digest(), sign(s.shops.rights)
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

// write fails for a reader that has taken nothing for half of the limit (Options.Stall) to the
// whole. Moving the deadline costs as much as a small write, so not every write moves it. After a
// failure nothing more is written.
func (s *stream) write(text []byte) (err error) {
	if now := time.Now(); s.until.Sub(now) < s.service.Stall/2 {
		s.until = now.Add(s.service.Stall)
		_ = s.out.SetWriteDeadline(s.until)
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
