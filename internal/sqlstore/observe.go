package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

var (
	_ store.Observable = (*Store)(nil)
	_ store.Clocked    = (*Store)(nil)
)

// Clock reads the database's time.
func (s *Store) Clock(ctx context.Context) (time.Time, error) {
	var micros int64
	err := s.read.QueryRowContext(ctx, s.dialect.Clock).Scan(&micros)
	return time.UnixMicro(micros), s.failed("read clock", err)
}

// Observe sets the observer.
func (s *Store) Observe(o store.Observer) { s.observer.Store(&o) }

// Handles describes the handles now.
func (s *Store) Handles() store.Handles {
	h := store.Handles{Pools: map[string]sql.DBStats{"write": s.write.Stats()}}
	if s.read != s.write {
		h.Pools["read"] = s.read.Stats()
	}
	if s.logSize != nil {
		h.Log = s.logSize()
	}
	return h
}

// observed tells the observer of a transaction that began then.
func (s *Store) observed(began time.Time) {
	if o := s.observer.Load(); o != nil {
		o.Transaction(time.Since(began))
	}
}
