package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Restoring describes a restore. All but PgRestore are required.
type Restoring struct {
	Database  string // a path, or a postgres:// address, without an installation
	PgRestore string // path of pg_restore; default: it is found
	Say       func(string)
	// Verify opens the restored database at an address and proves what the manifest can't, such as the audit. SQLite's
	// files aren't at their place yet, and don't get there if Verify fails.
	Verify func(ctx context.Context, database string) error
}

// Restore restores a backup.
func (r Restoring) Restore(ctx context.Context, a *Archive) (err error) {
	m := a.Manifest
	if found := engineOf(r.Database); found != m.Engine {
		return fmt.Errorf("the backup is of a %s database, and can't be restored into %s", m.Engine, found)
	}
	above := os.TempDir()
	if m.Engine == SQLite {
		if err := emptySQLite(r.Database); err != nil {
			return err
		}
		above = filepath.Dir(r.Database)
		if err := os.MkdirAll(above, 0o700); err != nil {
			return err
		}
	} else if db, err := openEmpty(ctx, r.Database, m.Facts.Namespace); err != nil {
		return err // before a large backup is unpacked for nothing
	} else if err := db.Close(); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(above, ".shopdesk-restore-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	if err := a.extract(ctx, scratch, tenths(r.Say)); err != nil {
		return err
	}
	r.Say("proving what was restored")
	if m.Engine == SQLite {
		return r.restoreSQLite(ctx, m, scratch)
	}
	return r.restorePostgres(ctx, m, scratch)
}
