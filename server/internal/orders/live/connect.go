package live

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"syscall"
	"time"
)

// socketOf returns the socket of a plain connection, and nil for any other connection: TLS encrypts
// with a state.
func socketOf(conn net.Conn) syscall.RawConn {
	c, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	socket, err := c.SyscallConn()
	if err != nil {
		return nil
	}
	return socket
}

// direct writes to sockets as many bytes as they take at once.
type direct struct {
	text  []byte
	wrote int
	write func(fd uintptr) // created once, to save an allocation for each write
}

func newDirect() *direct {
	d := &direct{}
	d.write = func(fd uintptr) { d.wrote = writeNow(fd, d.text) }
	return d
}

// try returns the number of bytes written. It writes nothing if the socket has failed: the stream's
// own write reports the failure. Control keeps the socket open and does no more: unlike Write it prepares
// for no waiting, and the stream's lock keeps other writes out.
func (d *direct) try(socket syscall.RawConn, text []byte) int {
	d.text, d.wrote = text, 0
	_ = socket.Control(d.write)
	d.text = nil
	return d.wrote
}

// flushed is an answer of net/http that sends each write at once. Its deadline covers a single
// write, because HTTP/2 ends a stream whose deadline passes between two writes.
type flushed struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration // limit for one write
	never   func()        // is called where nothing can be sent at once
}

func (f flushed) Write(b []byte) (int, error) {
	_ = f.control.SetWriteDeadline(time.Now().Add(f.within))
	n, err := f.ResponseWriter.Write(b)
	if err == nil {
		err = f.control.Flush()
	}
	if errors.Is(err, http.ErrNotSupported) {
		f.never()
	}
	_ = f.control.SetWriteDeadline(time.Time{})
	return n, err
}

func (f flushed) SetWriteDeadline(time.Time) error { return nil }

func (f flushed) Close() error { return nil }

// header sets the headers of a stream: no caching, no buffering by a proxy, no compression.
func header(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
}

// takeOver takes the connection from net/http, which then frees its buffers and its goroutine. The
// result is nil if the connection can't be taken over, as with HTTP/2, and closed if its reader has
// left: the first write ends the stream. The answer has neither length nor chunks; it ends with the
// connection.
func takeOver(w http.ResponseWriter) net.Conn {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil
	}
	if buffered.Reader.Buffered() > 0 { // the reader sends more before the answer
		_ = conn.Close()
		return conn
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
		return conn
	}
	_ = conn.SetReadDeadline(time.Time{})
	return conn
}
