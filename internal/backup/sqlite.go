package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	driver "modernc.org/sqlite"

	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// Files of a backup of SQLite.
const (
	mainFile  = "shopdesk.db"
	blobsFile = "blobs.db" // has this name beside the database, too
)

// pagesAtOnce is how many pages are copied between two looks at the context.
const pagesAtOnce = 2048

// copySQLite copies the database at path and blobs.db beside it into folder, both as of one moment, and returns what
// the database holds. Others may use the database meanwhile.
func copySQLite(ctx context.Context, path, folder string, say progress) (f Facts, err error) {
	var conns []*sql.Conn
	defer func() {
		for _, c := range conns {
			err = errors.Join(err, c.Close())
		}
	}()
	// Both snapshots are taken before anything is copied. A picture's row is stored before its bytes, so the main file
	// comes first: the sweep removes a row without bytes, and never sees bytes without a row.
	for _, file := range []string{path, beside(path)} {
		db, err := openSQLite(file, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(10000)", "query_only(1)"}})
		if err != nil {
			return f, err
		}
		defer func() { _ = db.Close() }()
		conn, err := pin(ctx, db)
		if err != nil {
			return f, fmt.Errorf("%s: %w", file, disk.Explain(err, file))
		}
		conns = append(conns, conn)
	}
	if f, err = look(ctx, SQLite, conns[0]); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	for i, name := range []string{mainFile, blobsFile} {
		into := filepath.Join(folder, name)
		if err := conns[i].Raw(func(conn any) error { return copyPages(ctx, conn, into, say) }); err != nil {
			return f, fmt.Errorf("copy %s: %w", name, err)
		}
	}
	return f, nil
}

func beside(path string) string { return filepath.Join(filepath.Dir(path), blobsFile) }

func openSQLite(path string, settings url.Values) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	address, err := address(path, settings)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// address returns a path as SQLite's driver wants it.
func address(path string, settings url.Values) (string, error) {
	whole, err := filepath.Abs(path)
	return (&url.URL{Scheme: "file", Path: whole, RawQuery: settings.Encode()}).String(), err
}

// pin begins a read transaction, whose moment is that of its first read.
func pin(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var tables int
	_, err = conn.ExecContext(ctx, `BEGIN`)
	if err == nil {
		err = conn.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// page is the usual number of bytes in a page of SQLite.
const page = 4096

// copyPages copies a connection's database by SQLite's own backup. The transaction that the connection has begun keeps
// the copy at its moment.
func copyPages(ctx context.Context, conn any, into string, say progress) error {
	source, ok := conn.(interface {
		NewBackup(address string) (*driver.Backup, error)
	})
	if !ok {
		return errors.New("the driver has no backup")
	}
	// The copy is a scratch file: the archive made of it is what must be on disk.
	address, err := address(into, url.Values{"_pragma": {"journal_mode(OFF)", "synchronous(OFF)"}})
	if err != nil {
		return err
	}
	b, err := source.NewBackup(address)
	if err != nil {
		return disk.Explain(err, into)
	}
	for more := true; more; {
		if more, err = b.Step(pagesAtOnce); err == nil {
			err = ctx.Err()
		}
		if err != nil {
			_ = b.Finish() // says the same once more
			return disk.Explain(err, into)
		}
		say("copied "+filepath.Base(into), int64(b.PageCount()-b.Remaining())*page, int64(b.PageCount())*page)
	}
	return b.Finish()
}

// emptySQLite returns an error if there is a file at the database's path, or a rest of one. SQLite would play a
// leftover log into the restored file.
func emptySQLite(path string) error {
	for _, file := range []string{path, beside(path)} {
		for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
			_, err := os.Lstat(file + suffix)
			switch {
			case err == nil:
				return fmt.Errorf("%s exists: a backup is restored into an empty place only. Stop the console, and move "+
					"all its files away together", file+suffix)
			case !errors.Is(err, fs.ErrNotExist):
				return err
			}
		}
	}
	return nil
}

// restoreSQLite puts the files in folder, which is beside path, at path. verify sees the whole database before.
func (r Restoring) restoreSQLite(ctx context.Context, m Manifest, folder string) error {
	scratch := filepath.Join(folder, mainFile)
	if err := inspected(ctx, m, scratch, beside(scratch)); err != nil {
		return err
	}
	if err := r.Verify(ctx, scratch); err != nil {
		return err
	}
	for _, name := range []string{mainFile, blobsFile} {
		if left, err := filepath.Glob(escaped(filepath.Join(folder, name)) + "-*"); err != nil || len(left) > 0 {
			return errors.Join(fmt.Errorf("files are left beside %s: %q", name, left), err)
		}
		file := filepath.Join(folder, name)
		if err := errors.Join(disk.GiveTo(filepath.Dir(r.Database), file), wholefile.Sync(file)); err != nil {
			return err
		}
	}
	if err := emptySQLite(r.Database); err != nil {
		return err
	}
	// The main file comes last: without it there is no installation.
	if err := os.Rename(beside(scratch), beside(r.Database)); err != nil {
		return err
	}
	if err := os.Rename(scratch, r.Database); err != nil {
		return err
	}
	return wholefile.SyncFolder(filepath.Dir(r.Database))
}

// escaped is path without the meaning that Glob gives some characters.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// inspected compares the files with the manifest, looks for damage, and settles the database.
func inspected(ctx context.Context, m Manifest, paths ...string) (err error) {
	for i, path := range paths {
		db, err := openSQLite(path, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(10000)"}})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		damage := func(err error) error {
			if ctx.Err() != nil || disk.Unusable(err) {
				return disk.Explain(err, path)
			}
			return fmt.Errorf("%w: SQLite says of %s: %w", ErrDamaged, filepath.Base(path), err)
		}
		var verdict string
		if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
			return damage(err)
		}
		if verdict != "ok" {
			return damage(errors.New(verdict))
		}
		if i > 0 {
			continue
		}
		found, err := look(ctx, SQLite, db)
		if err != nil {
			return damage(err)
		}
		if err := m.Facts.compare(found); err != nil {
			return err
		}
		if err := m.Facts.settle(ctx, db); err != nil {
			return err
		}
	}
	return nil
}
