package background_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

func TestMain(m *testing.M) {
	background.SaveWithin = time.Minute // a machine may stand still for some seconds
	pgtest.Main(m)
}

// prolonging is a store that reports each claim on a channel.
type prolonging struct {
	store.Store
	claims chan struct{}
}

func (p *prolonging) Claim(ctx context.Context, name, holder string, now, until int64) error {
	defer func() { p.claims <- struct{}{} }()
	return p.Store.Claim(ctx, name, holder, now, until)
}

// A lease has one holder at a time. The lease is prolonged while it is held, and
// free at once when its holder ends it.
func TestLeaseHasOneHolderAtATime(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) store.Store{
		"SQLite":     func(t *testing.T) store.Store { return sqlitetest.Open(t) },
		"PostgreSQL": func(t *testing.T) store.Store { return postgrestest.Open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := &prolonging{Store: open(t), claims: make(chan struct{}, 100)}
			start := time.Now()
			var passed atomic.Int64
			lease := background.Lease{
				Leases: db, Name: "order.act/1/2", Life: 40 * time.Millisecond,
				Base: background.Base{Logger: slog.New(slog.DiscardHandler), Now: func() time.Time {
					return start.Add(time.Duration(passed.Load()))
				}},
			}
			held := lease
			held.Held = true
			end, err := held.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			<-db.claims
			passed.Add(int64(30 * time.Millisecond))
			<-db.claims // prolonged, perhaps with the time before the advance
			<-db.claims
			passed.Add(int64(30 * time.Millisecond))
			if _, err := lease.Take(t.Context()); !errors.Is(err, store.ErrConflict) {
				t.Errorf("somebody else's: %v", err)
			}
			waiting := lease
			waiting.Again = time.Millisecond
			taken := make(chan error)
			go func() {
				end, err := waiting.Take(t.Context())
				if err == nil {
					end()
				}
				taken <- err
			}()
			end()
			if err := <-taken; err != nil {
				t.Errorf("after its end: %v", err)
			}
			end, err = lease.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer end()
			left, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := waiting.Take(left); err == nil {
				t.Error("who has left has the lease")
			}
		})
	}
}
