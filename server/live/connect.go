package live

import (
	"bytes"
	"net"
	"net/http"
	"syscall"
	"time"
)

// raw is a connection taken over from net/http.
type raw struct{ net.Conn }

func (c raw) deadline(t time.Time) { _ = c.SetWriteDeadline(t) }

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

// flushed is an answer of net/http that sends each write at once.
type flushed struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (f flushed) Write(b []byte) (int, error) {
	n, err := f.ResponseWriter.Write(b)
	if err != nil {
		return n, err
	}
	return n, f.control.Flush()
}

func (f flushed) deadline(t time.Time) { _ = f.control.SetWriteDeadline(t) }

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
