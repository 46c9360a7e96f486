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

// guard notices that the file at a path isn't the file that was opened: the opened file was
// deleted, moved or replaced. SQLite continues to write to the opened file, and its writes are
// lost. (With a rollback journal SQLite makes the same comparison and refuses by itself,
// SQLITE_READONLY_DBMOVED; with a write-ahead log it doesn't compare.)
type guard struct {
	path string

	mu   sync.Mutex
	file os.FileInfo // as the first connection found it
}

// logSize returns the bytes of the file's write-ahead log.
func (g *guard) logSize() int64 {
	found, err := os.Stat(g.path + "-wal")
	if err != nil {
		return 0 // closed, or not begun
	}
	return found.Size()
}

// check returns store.ErrGone if the file isn't the one that was opened.
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

// guarded opens connections to the guard's file. A writing connection commits only while the file
// and its log exist.
type guarded struct {
	address string
	guard   *guard
	writes  bool
}

// Driver returns SQLite's driver.
func (guarded) Driver() driver.Driver { return &sqlite.Driver{} }

// Connect opens a connection.
func (c guarded) Connect(ctx context.Context) (driver.Conn, error) {
	if err := c.guard.check(); err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(c.address)
	if err != nil {
		return nil, err
	}
	conn, err := connector.Connect(ctx)
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
			return 1 // turns the commit into a rollback
		}
		return 0
	})
	return conn, nil
}

// logOf is the write-ahead log that a connection has opened. The log stays at its path while the
// connection is open: only the last connection to close deletes it.
type logOf struct {
	path string
	file os.FileInfo
}

func (l *logOf) there() bool {
	found, err := os.Stat(l.path)
	if l.file == nil {
		l.file = found
		return true // the first commit, or no log
	}
	return err == nil && os.SameFile(l.file, found)
}
