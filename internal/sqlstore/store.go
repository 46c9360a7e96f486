package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/shopdesk/shopdesk/server/store"
)

// Config holds the handles of a Store. The database must be migrated already.
type Config struct {
	Write   *sql.DB      // transactions and single changes
	Read    *sql.DB      // everything else; may be the same handle
	Blobs   *sql.DB      // for large values; default: Write
	Dialect Dialect      // required
	Close   func() error // closes the handles; nil leaves them open
	// Doorbell is the engine's own doorbell between replicas. Default: other replicas aren't heard.
	Doorbell store.Doorbell
	// Present returns store.ErrGone if the file under the handles is gone. Default: there is no file.
	Present func() error
	// Own reserves the database, see [store.Owned]. Default: many consoles may work with it.
	Own func(context.Context) error
	// LogSize returns the bytes of SQLite's write-ahead log. Default: there is no log.
	LogSize func() int64
}

// Store keeps all data in a SQL database. It is safe for concurrent use.
type Store struct {
	write, read, blobs *sql.DB
	past               *semaphore.Weighted // see listPast

	dialect Dialect
	hot     statements
	sign    atomic.Pointer[store.AuditSigner]
	bell    bell
	parts   atomic.Int64 // of the event log; 0 for one head
	close   func() error
	present func() error
	own     func(context.Context) error
	trouble atomic.Pointer[trouble]
	logSize func() int64

	observer atomic.Pointer[store.Observer]
}

var _ store.Store = (*Store)(nil)

// New prepares the statements, if the dialect says so, and returns the store. If c.Close is set, the store owns the
// handles from then on. If New fails, it closes no handle.
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
	readers := int64(c.Read.Stats().MaxOpenConnections)
	if readers == 0 {
		readers = math.MaxInt64
	}
	s := &Store{write: c.Write, read: c.Read, blobs: c.Blobs, past: semaphore.NewWeighted(max(1, readers/2)),
		dialect: c.Dialect, close: c.Close, present: c.Present, own: c.Own, logSize: c.LogSize}
	err := s.prepare(ctx)
	if err == nil {
		err = s.countParts(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.hot.close())
	}
	s.bell.hang(c.Doorbell, "", false)
	return s, nil
}

// DB returns the handle that the store writes through, for maintenance such as a backup.
func (s *Store) DB() *sql.DB { return s.write }

// Own reserves the database for this store, see [store.Owned].
func (s *Store) Own(ctx context.Context) error {
	if s.own == nil {
		return nil
	}
	return s.own(ctx)
}

// Close releases the statements, and the handles if the store owns them.
func (s *Store) Close() error {
	s.bell.hang(nil, "", true)
	err := s.hot.close()
	if s.close != nil {
		err = errors.Join(err, s.close())
	}
	if err != nil {
		return fmt.Errorf("sqlstore: close: %w", err)
	}
	return nil
}

// Dialect holds the differences between the engines, beyond their migrations.
type Dialect struct {
	// Unique reports whether err means a duplicate unique or primary key.
	Unique func(err error) bool
	// Broken reports whether err means that the database has no space, is damaged, or was replaced:
	// trouble that doesn't depend on the statement.
	Broken func(err error) bool
	// Again reports whether err means that a transaction failed because of another one, and may succeed when it is run
	// again. Default: no error does.
	Again func(err error) bool
	// Isolation is the level of all transactions. Default: the engine's.
	Isolation sql.IsolationLevel
	// SkipLocked ends a subquery whose rows are claimed, so that replicas skip each other's rows.
	SkipLocked string
	// Lock ends a subquery whose rows are changed next, so that they are locked in its order.
	Lock string
	// Notify is the statement with which a transaction notifies the other replicas, "" for none.
	Notify string
	// NotifyAfter is the statement that notifies them after a commit to parts of the event log.
	NotifyAfter string
	// Clock is the statement that reads the database's time, in microseconds of Unix time.
	Clock string
	// Parts says that the event log may have parts, see [Store.SplitEvents].
	Parts bool
	// Far says that each statement is a round trip: many rows are inserted by one.
	Far bool
	// Prepare has the most frequent statements prepared once, for drivers that don't do so themselves. Behind a connection
	// pooler such statements are lost.
	Prepare bool
}

// trouble is the failure of a call, see [Store.Trouble].
type trouble struct {
	at  time.Time
	err error
}

// Trouble returns the last failure that the database itself caused.
func (s *Store) Trouble() (time.Time, error) {
	if last := s.trouble.Load(); last != nil {
		return last.at, last.err
	}
	return time.Time{}, nil
}

// Ping reads a row.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.present(); err != nil {
		return err
	}
	_, err := value[int64](ctx, s, "ping", selectSeq)
	return err
}

// probeSize is several pages, because a row that fits into an existing page doesn't prove that
// there is space.
const probeSize = 16 << 10

// Prove adds a row and then deletes the earlier ones. In this order the new row needs new space.
// The filling is random, so that no engine can compress it.
func (s *Store) Prove(ctx context.Context) error {
	filling := make([]byte, probeSize)
	_, _ = rand.Read(filling) // can't fail
	return s.transaction(ctx, "prove", func(tx *sql.Tx) error {
		var id int64
		if err := tx.QueryRowContext(ctx, `INSERT INTO probes (filling) VALUES ($1) RETURNING id`,
			filling).Scan(&id); err != nil {
			return err
		}
		return exec(ctx, tx, nil, `DELETE FROM probes WHERE id < $1`, id)
	})
}
