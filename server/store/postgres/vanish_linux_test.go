package postgres_test

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server/store"
)

// vanish drops whatever comes by the present connections from now on, and answers nothing, as if the server's machine
// had lost its power. New connections pass.
func (w *way) vanish(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, conn := range w.conns {
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			continue // the way's own connection to the server
		}
		socket, err := tcp.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		drop := []syscall.SockFilter{{Code: syscall.BPF_RET | syscall.BPF_K}} // keep no byte of any packet
		failed := socket.Control(func(fd uintptr) {
			err = syscall.AttachLsf(int(fd), drop) //nolint:staticcheck // needs no module
		})
		if failed != nil || err != nil {
			t.Fatal(failed, err)
		}
	}
}

// A server's machine that vanishes closes no connection. The store gives the connections up, those in use as well as
// the idle one that listens, and makes new ones. Before, each call waited for a quarter of an hour.
func TestConnectionsToVanishedServerAreGivenUp(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Address(t)
	there := newWay(t, dsn)
	s, other := open(t, there.address), open(t, dsn)
	rung := make(chan struct{}, 1)
	defer s.Watch(func() {
		select {
		case rung <- struct{}{}:
		default:
		}
	})()
	if err := other.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	<-rung // it listens
	there.vanish(t)
	err := errors.New("not asked yet")
	for err != nil { // each failure costs the pool a connection
		_, err = s.Events(t.Context(), 0, 1)
	}
	for s.Doorbell().Err() == nil {
		time.Sleep(time.Millisecond)
	}
	select {
	case <-rung: // of before
	default:
	}
	if err := other.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	<-rung
}
