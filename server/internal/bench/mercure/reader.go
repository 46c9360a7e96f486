//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// woken reads each stream in a goroutine of its own, which wakes for each event
// and notes when it did. On the servers' own processors, it takes as much time
// as they do.
func woken(conns []net.Conn) (stop func() []time.Duration) {
	took := make([][]time.Duration, len(conns))
	var reading sync.WaitGroup
	for i, conn := range conns {
		reading.Go(func() {
			lines := bufio.NewReaderSize(conn, 2048)
			for {
				line, err := lines.ReadSlice('\n')
				if err != nil {
					return
				}
				if sent, ok := sentAt(line); ok {
					took[i] = append(took[i], time.Duration(time.Now().UnixNano()-sent))
				}
			}
		})
	}
	return func() []time.Duration {
		for _, conn := range conns {
			_ = conn.Close()
		}
		reading.Wait()
		return slices.Concat(took...)
	}
}

// stamped lets the kernel note when an event has come to the reader's socket.
// All are read half-way to the next event: while one goes out the servers have
// the processors for themselves.
func stamped(conns []net.Conn) (stop func() []time.Duration) {
	const (
		look    = time.Millisecond
		halfWay = time.Second / perSecond / 2
	)
	var took []time.Duration
	sockets := make([]*socket, len(conns))
	for i, conn := range conns {
		sockets[i] = open(conn)
	}
	done := make(chan struct{})
	wait := func(d time.Duration) (over bool) {
		select {
		case <-done:
			return true
		case <-time.After(d):
			return false
		}
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		for over := false; !over; {
			before := sockets[0].lines
			if took = sockets[0].read(took); sockets[0].lines == before {
				over = wait(look)
				continue
			}
			over = wait(halfWay)
			for _, s := range sockets {
				took = s.read(took)
			}
		}
	})
	return func() []time.Duration {
		close(done)
		reading.Wait()
		for _, s := range sockets {
			took = s.read(took) // the last event may have come to some after they were read
			_ = syscall.Close(s.fd)
		}
		return took
	}
}

// stampNS is SO_TIMESTAMPNS, which package syscall hasn't.
const stampNS = 35

type socket struct {
	fd    int
	line  []byte // begun
	lines int    // that have come
}

// open takes the socket out of Go's poller, so that nobody is woken by what comes. An [os.File] of it would be watched
// as well: each delivery then woke this process, while the server still wrote to others.
func open(conn net.Conn) *socket {
	fd := -1
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err == nil {
		failed := raw.Control(func(of uintptr) { fd, err = syscall.Dup(int(of)) })
		err = errors.Join(err, failed, conn.Close())
	}
	if err == nil {
		err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, stampNS, 1)
	}
	if err != nil {
		panic(err)
	}
	return &socket{fd: fd}
}

// read appends how long each event took that has come since the last time.
func (s *socket) read(took []time.Duration) []time.Duration {
	var text [16 << 10]byte
	var control [64]byte
	for {
		n, m, _, _, err := syscall.Recvmsg(s.fd, text[:], control[:], syscall.MSG_DONTWAIT)
		if err != nil || n <= 0 {
			return took
		}
		came := stamp(control[:m])
		s.line = append(s.line, text[:n]...)
		for {
			line, rest, whole := bytes.Cut(s.line, []byte("\n"))
			if !whole {
				break
			}
			s.lines++
			if sent, ok := sentAt(line); ok {
				if came == 0 {
					panic("the kernel stamps nothing")
				}
				took = append(took, time.Duration(came-sent))
			}
			s.line = rest
		}
		s.line = append([]byte(nil), s.line...)
	}
}

// stamp is the time in a socket's control message, in nanoseconds; 0: none.
func stamp(control []byte) int64 {
	messages, err := syscall.ParseSocketControlMessage(control)
	if err != nil || len(messages) == 0 || messages[0].Header.Type != stampNS {
		return 0
	}
	data := messages[0].Data
	return int64(binary.NativeEndian.Uint64(data))*1e9 + int64(binary.NativeEndian.Uint64(data[8:]))
}

// counted is from when on events count, in nanoseconds.
var counted atomic.Int64

// sentAt is when an event was published, in nanoseconds, if line has it and it
// counts.
func sentAt(line []byte) (int64, bool) {
	_, after, ok := bytes.Cut(line, []byte(`"t":`))
	digits, _, _ := bytes.Cut(after, []byte(","))
	sent, err := strconv.ParseInt(string(digits), 10, 64)
	return sent, ok && err == nil && sent >= counted.Load()
}
