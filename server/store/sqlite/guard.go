package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"sync"

	sqlite "modernc.org/sqlite"

	"github.com/shopdesk/shopdesk/server/store"
)

// guard notices that the file at a path isn't the one that was opened: it was
// deleted, moved away or replaced. SQLite goes on writing to the old one, and
// what it writes is lost. (With a rollback journal SQLite refuses by itself,
// SQLITE_READONLY_DBMOVED, from the same comparison; with a write-ahead log it
// doesn't look.)
type guard struct {
	path string

	mu   sync.Mutex
	file os.FileInfo // as the first connection found it
}

// check is store.ErrGone when the file isn't the one that was opened.
func (g *guard) check() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	found, err := os.Stat(g.path)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", store.ErrGone, err)
	case g.file == nil:
		g.file = found
	case !os.SameFile(g.file, found):
		return fmt.Errorf("%w: %s is another file than at the start", store.ErrGone, g.path)
	}
	return nil
}

// guarded opens connections to the guard's file. Those that write commit only
// while it and its log are there.
type guarded struct {
	driver.Connector
	guard  *guard
	writes bool
}

// Connect opens one.
func (c guarded) Connect(ctx context.Context) (driver.Conn, error) {
	if err := c.guard.check(); err != nil {
		return nil, err
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil || !c.writes {
		return conn, err
	}
	hooks, ok := conn.(sqlite.HookRegisterer)
	if !ok {
		return nil, errors.Join(errors.New("sqlite: the driver has no commit hook"), conn.Close())
	}
	log := logOf{path: c.guard.path + "-wal"}
	hooks.RegisterCommitHook(func() int32 {
		if c.guard.check() != nil || !log.there() {
			return 1 // the commit becomes a rollback
		}
		return 0
	})
	return conn, nil
}

// logOf is the write-ahead log that one connection has opened. It stays at its
// path while the connection is open: only the last one to close deletes it.
type logOf struct {
	path string
	file os.FileInfo
}

func (l *logOf) there() bool {
	found, err := os.Stat(l.path)
	if l.file == nil {
		l.file = found
		return true // the first commit, or no log at all
	}
	return err == nil && os.SameFile(l.file, found)
}
