package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/shopdesk/shopdesk/server/store"
)

// owning has a console wait two seconds for another one that is ending.
var owning = url.Values{"_pragma": {"busy_timeout(2000)", "journal_mode(MEMORY)"}}

// owner reserves a database for one console: it locks an empty file beside the database, in the way in which SQLite
// locks. The lock ends with the process, however that ends.
type owner struct {
	path string // of the database

	mu   sync.Mutex
	lock *sql.DB // its one connection is in a transaction
}

// own locks the file, unless this store has it already.
func (o *owner) own(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lock != nil {
		return nil
	}
	file := o.path + "-owner"
	if err := secure(file); err != nil {
		return fmt.Errorf("sqlite: %s: %w", file, err)
	}
	lock := open(&guard{path: file}, owning, 1)
	if _, err := lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		var e *driver.Error
		if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = fmt.Errorf("%w: stop it first; several consoles share a PostgreSQL database", store.ErrOwned)
		}
		return errors.Join(fmt.Errorf("sqlite: %s: %w", o.path, err), lock.Close())
	}
	o.lock = lock
	return nil
}

func (o *owner) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lock == nil {
		return nil
	}
	return o.lock.Close()
}
