package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/server/store"
)

// Config holds the handles of a Store. The database must be migrated already.
type Config struct {
	Write   *sql.DB      // transactions and single changes
	Read    *sql.DB      // everything else; may be the same handle
	Blobs   *sql.DB      // for large values; default: Write
	Dialect Dialect      // required
	Close   func() error // closes the handles; nil leaves them open
	// Present returns store.ErrGone if the file under the handles is gone. Default: there is no file.
	Present func() error
}

// Store keeps all data in a SQL database. It is safe for concurrent use.
type Store struct {
	write, read, blobs *sql.DB

	dialect Dialect
	hot     statements
	sign    atomic.Pointer[store.AuditSigner]
	bell    bell
	close   func() error
	present func() error
	trouble atomic.Pointer[trouble]
}

var _ store.Store = (*Store)(nil)

// New prepares the statements and returns the store. If c.Close is set, the store owns the handles
// from then on. If New fails, it closes no handle.
func New(ctx context.Context, c Config) (*Store, error) {
	if c.Write == nil || c.Read == nil || c.Dialect.Unique == nil {
		return nil, errors.New("sqlstore: Write, Read and Dialect.Unique are required")
	}
	if c.Blobs == nil {
		c.Blobs = c.Write
	}
	if c.Present == nil {
		c.Present = func() error { return nil }
	}
	s := &Store{write: c.Write, read: c.Read, blobs: c.Blobs, dialect: c.Dialect, close: c.Close, present: c.Present}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.hot.close())
	}
	return s, nil
}

// DB returns the handle that the store writes through, for maintenance such as a backup.
func (s *Store) DB() *sql.DB { return s.write }

// Close releases the statements, and the handles if the store owns them.
func (s *Store) Close() error {
	err := s.hot.close()
	if s.close != nil {
		err = errors.Join(err, s.close())
	}
	if err != nil {
		return fmt.Errorf("sqlstore: close: %w", err)
	}
	return nil
}
