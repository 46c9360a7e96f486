package live

import (
	"context"
	"os"
	"sync"
	"syscall"
)

// leavers notices for all streams when a reader leaves, with one epoll instance of the kernel. Go's
// own poller, for which a goroutine of each stream had to wait in a read, watches that instance.
type leavers struct {
	file *os.File // nil if the kernel gave none
	poll syscall.RawConn

	mu    sync.Mutex
	slots []slot // by file descriptor
}

// slot is the present stream of a file descriptor. turn counts the streams that the descriptor has
// had: a late event of an earlier stream has an earlier number.
type slot struct {
	of   *stream
	turn int32
}

func newLeavers() *leavers {
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return &leavers{}
	}
	_ = syscall.SetNonblock(fd, true) // so that Go's poller watches the file
	file := os.NewFile(uintptr(fd), "epoll")
	poll, err := file.SyscallConn()
	if err != nil {
		_ = file.Close()
		return &leavers{}
	}
	return &leavers{file: file, poll: poll}
}

// watch has s.readable called once when bytes or the end of a connection arrive. The result is
// false if the kernel can't watch the socket.
func (l *leavers) watch(socket syscall.RawConn, s *stream) (ok bool) {
	if l.file == nil {
		return false
	}
	_ = socket.Control(func(fd uintptr) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if more := int(fd) + 1 - len(l.slots); more > 0 {
			l.slots = append(l.slots, make([]slot, more)...)
		}
		at := &l.slots[fd]
		at.of, at.turn = s, at.turn+1
		s.watched = int(fd)
		event := syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLRDHUP | syscall.EPOLLONESHOT,
			Fd: int32(fd), Pad: at.turn} //nolint:gosec // a descriptor is a small number
		_ = l.poll.Control(func(poll uintptr) {
			ok = syscall.EpollCtl(int(poll), syscall.EPOLL_CTL_ADD, int(fd), &event) == nil
		})
	})
	if !ok {
		l.forget(s)
	}
	return ok
}

// forget ends the watch of a stream. The kernel ends its part when the connection is closed.
func (l *leavers) forget(s *stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.watched >= 0 {
		l.slots[s.watched].of = nil
		s.watched = -1
	}
}

// follow tells streams of their readers' leaving until ctx ends.
func (l *leavers) follow(ctx context.Context) {
	if l.file == nil {
		return
	}
	defer context.AfterFunc(ctx, func() { _ = l.file.Close() })()
	var events [64]syscall.EpollEvent
	_ = l.poll.Read(func(poll uintptr) bool {
		for {
			n, err := syscall.EpollWait(int(poll), events[:], 0)
			switch {
			case err == syscall.EINTR:
			case n <= 0:
				return false // wait
			}
			for _, e := range events[:max(n, 0)] {
				l.tell(e)
			}
		}
	})
}

func (l *leavers) tell(e syscall.EpollEvent) {
	l.mu.Lock()
	at := l.slots[e.Fd]
	l.mu.Unlock()
	if at.of != nil && at.turn == e.Pad {
		at.of.readable()
	}
}
