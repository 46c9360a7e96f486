package proxy

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// leaseTable keeps leases in memory, because a database's goroutines would keep the
// fake clock from moving.
type leaseTable struct {
	store.Leases // the proxy needs no others of its methods
	mu           sync.Mutex
	held         map[string]string
	until        map[string]int64
	fails        error
}

func (l *leaseTable) Claim(_ context.Context, name, holder string, now, until int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[name] != "" && l.held[name] != holder && now < l.until[name] {
		return store.ErrConflict
	}
	l.held[name], l.until[name] = holder, until
	return l.fails
}

func (l *leaseTable) Release(_ context.Context, name, holder string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[name] == holder {
		delete(l.held, name)
	}
	return nil
}

func newTurns() (*Proxy, *leaseTable) {
	table := &leaseTable{held: map[string]string{}, until: map[string]int64{}}
	return &Proxy{Config: Config{Leases: table,
		Base: background.Base{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}}}, table
}

func TestChangeWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, _ := newTurns()
		end, err := all.turn(t.Context(), "write/1")
		if err != nil {
			t.Fatal(err)
		}
		if other, err := all.turn(t.Context(), "write/2"); err != nil {
			t.Errorf("another record's turn: %v", err)
		} else {
			other()
		}
		time.AfterFunc(turnWait/2, end)
		start := time.Now()
		if _, err := all.turn(t.Context(), "write/1"); err != nil || time.Since(start) < turnWait/2 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestWaitForATurnIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, _ := newTurns()
		if _, err := all.turn(t.Context(), "write/1"); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if _, err := all.turn(t.Context(), "write/1"); !errors.Is(err, errBusy) || time.Since(start) != turnWait {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		reader, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, leave)
		start = time.Now()
		if _, err := all.turn(reader, "write/1"); !errors.Is(err, context.Canceled) || time.Since(start) != time.Second {
			t.Errorf("the reader left: %v after %v", err, time.Since(start))
		}
		time.Sleep(turnLife) // on the fake clock
		if _, err := all.turn(t.Context(), "write/1"); err != nil {
			t.Errorf("a holder who is gone: %v", err)
		}
	})
}

// When the store fails, nothing is sent, and a claim that may have arrived is
// released.
func TestChangeIsNotSentWithoutATurn(t *testing.T) {
	t.Parallel()
	all, table := newTurns()
	table.fails = errors.New("disk full")
	if _, err := all.turn(t.Context(), "write/1"); !errors.Is(err, errNoStore) {
		t.Errorf("%v", err)
	}
	if len(table.held) != 0 {
		t.Errorf("still held: %v", table.held)
	}
}
