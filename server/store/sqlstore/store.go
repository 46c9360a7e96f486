package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

// Config says through what a Store works. The database is migrated already.
type Config struct {
	Write   *sql.DB      // transactions and single changes
	Read    *sql.DB      // everything else; may be the same handle
	Dialect Dialect      // required
	Close   func() error // closes the handles; nil leaves them open
}

// Store keeps everything in a SQL database. It is safe for concurrent use.
type Store struct {
	write, read *sql.DB
	dialect     Dialect
	hot         statements
	bell        bell
	close       func() error
}

var _ store.Store = (*Store)(nil)

// New prepares the statements and returns the store, which owns the handles
// from then on if c.Close is set. On an error it closes nothing.
func New(ctx context.Context, c Config) (*Store, error) {
	if c.Write == nil || c.Read == nil || c.Dialect.Unique == nil {
		return nil, errors.New("sqlstore: Write, Read and Dialect.Unique are required")
	}
	s := &Store{write: c.Write, read: c.Read, dialect: c.Dialect, close: c.Close}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.hot.close())
	}
	return s, nil
}

// DB is the handle the store writes through, for maintenance such as a backup.
func (s *Store) DB() *sql.DB { return s.write }

// Ping reads, and begins to write, without changing anything.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	if err := s.read.QueryRowContext(ctx, `SELECT 1`).Scan(&one); err != nil {
		return fmt.Errorf("sqlstore: ping: %w", err)
	}
	return s.transaction(ctx, "ping", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE meta SET value = value WHERE name = ''`)
		return err
	})
}

// Close gives back what the store holds, the handles too if it owns them.
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
