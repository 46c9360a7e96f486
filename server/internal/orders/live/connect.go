package live

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
)

// raw is a connection taken over from net/http.
type raw struct {
	net.Conn
	said [1]byte // buffer for bytes of the reader, which are discarded
}

func (c *raw) deadline(t time.Time) { _ = c.SetWriteDeadline(t) }

// pause waits in a read, which ends when the reader leaves and needs no second goroutine. A reader
// who sends more than the request counts as having left.
func (c *raw) pause(ctx context.Context, rung chan struct{}, until time.Time) bool {
	_ = c.SetReadDeadline(until) // set the deadline before checking rung and ctx, so that a wake in between isn't lost
	if len(rung) > 0 || ctx.Err() != nil {
		return false
	}
	_, err := c.Read(c.said[:])
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

func (c *raw) wake() { _ = c.SetReadDeadline(longAgo) }

var longAgo = time.Unix(1, 0)

// direct writes to a socket as many bytes as it takes at once.
type direct struct {
	socket syscall.RawConn
	text   []byte
	wrote  int
	write  func(fd uintptr) bool // created once, to save an allocation for each write
}

// directly returns a direct for a plain socket, and nil for any other connection: TLS encrypts with
// a state.
func directly(conn net.Conn) eager {
	c, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	socket, err := c.SyscallConn()
	if err != nil {
		return nil
	}
	d := &direct{socket: socket}
	d.write = func(fd uintptr) bool {
		d.wrote = writeNow(fd, d.text)
		return true
	}
	return d
}

// try writes nothing if the socket has failed: the stream's own write reports the failure.
func (d *direct) try(text []byte) int {
	d.text, d.wrote = text, 0
	_ = d.socket.Write(d.write)
	d.text = nil
	return d.wrote
}

// flushed is an answer of net/http that sends each write at once. Its deadline covers a single
// write, because HTTP/2 ends a stream whose deadline passes between two writes.
type flushed struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration // limit for one write
}

func (f flushed) Write(b []byte) (int, error) {
	_ = f.control.SetWriteDeadline(time.Now().Add(f.within))
	n, err := f.ResponseWriter.Write(b)
	if err == nil {
		err = f.control.Flush()
	}
	_ = f.control.SetWriteDeadline(time.Time{})
	return n, err
}

func (f flushed) deadline(time.Time) {}

// pause doesn't watch for the reader, because ctx ends when the reader leaves.
func (f flushed) pause(ctx context.Context, rung chan struct{}, until time.Time) bool {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-rung:
		background.Ring(rung) // leave the ring for the caller
	}
	return false
}

func (f flushed) wake() {}

// header sets the headers of a stream: no caching, no buffering by a proxy, no compression.
func header(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
}

// takeOver takes the connection from net/http, which then frees its buffers and its goroutine. The
// result is nil if the connection can't be taken over, as with HTTP/2. The answer has neither
// length nor chunks; it ends with the connection.
func takeOver(w http.ResponseWriter) net.Conn {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil
	}
	if buffered.Reader.Buffered() > 0 { // the reader sends more before the answer
		_ = conn.Close()
		return nil
	}
	var text bytes.Buffer
	text.WriteString("HTTP/1.1 200 OK\r\n")
	h := w.Header()
	for _, of := range [...]string{"Content-Encoding", "Content-Length", "Transfer-Encoding", "Trailer"} {
		h.Del(of) // set by an outer middleware, whose writer the stream bypasses
	}
	h.Set("Connection", "close")
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	_ = h.Write(&text) // can't fail: text is in memory
	text.WriteString("\r\n")
	_ = conn.SetDeadline(time.Now().Add(heartbeat))
	if _, err := conn.Write(text.Bytes()); err != nil {
		_ = conn.Close()
		return nil
	}
	_ = conn.SetReadDeadline(time.Time{})
	return conn
}
