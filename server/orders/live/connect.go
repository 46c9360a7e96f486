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
)

// raw is a connection taken over from net/http.
type raw struct {
	net.Conn
	said [1]byte // there is nothing to be said
}

func (c *raw) deadline(t time.Time) { _ = c.SetWriteDeadline(t) }

// pause reads: that ends when the reader leaves, and costs no goroutine of its
// own. A reader who says something more than the request has left too.
func (c *raw) pause(ctx context.Context, rung chan struct{}, until time.Time) bool {
	_ = c.SetReadDeadline(until) // before the look at what wake tells of
	if len(rung) > 0 || ctx.Err() != nil {
		return false
	}
	_, err := c.Read(c.said[:])
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

func (c *raw) wake() { _ = c.SetReadDeadline(longAgo) }

var longAgo = time.Unix(1, 0)

// direct writes to a socket what it takes at once.
type direct struct {
	socket syscall.RawConn
	text   []byte
	wrote  int
	write  func(fd uintptr) bool // made once
}

// directly makes a direct of a connection, or nil where it isn't a socket of
// ours: TLS keeps a state.
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

// try takes nothing where the socket has failed: the stream's own write finds
// out.
func (d *direct) try(text []byte) int {
	d.text, d.wrote = text, 0
	_ = d.socket.Write(d.write)
	d.text = nil
	return d.wrote
}

// flushed is an answer of net/http that sends each write at once. Its deadline
// holds for a write alone: HTTP/2 ends a stream whose deadline passes between two.
type flushed struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration // a write
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

// pause needn't look for the reader: their leaving ends ctx.
func (f flushed) pause(ctx context.Context, rung chan struct{}, until time.Time) bool {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-rung:
		ring(rung) // for the caller
	}
	return false
}

func (f flushed) wake() {}

// header is what a stream's answer says of itself: no cache, no proxy's
// buffer, no compression.
func header(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
}

// takeOver takes the connection from net/http, whose buffers and goroutine then
// go. nil: it can't be, as with HTTP/2. The answer has no length and no chunks:
// it ends with the connection.
func takeOver(w http.ResponseWriter) net.Conn {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil
	}
	if buffered.Reader.Buffered() > 0 { // a reader that doesn't wait for its answer
		_ = conn.Close()
		return nil
	}
	var text bytes.Buffer
	text.WriteString("HTTP/1.1 200 OK\r\n")
	h := w.Header()
	for _, of := range [...]string{"Content-Encoding", "Content-Length", "Transfer-Encoding", "Trailer"} {
		h.Del(of) // of an outer middleware, whose writer the stream passes by
	}
	h.Set("Connection", "close")
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	_ = h.Write(&text) // into memory
	text.WriteString("\r\n")
	_ = conn.SetDeadline(time.Now().Add(heartbeat))
	if _, err := conn.Write(text.Bytes()); err != nil {
		_ = conn.Close()
		return nil
	}
	_ = conn.SetReadDeadline(time.Time{})
	return conn
}
