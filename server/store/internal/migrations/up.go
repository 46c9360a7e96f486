package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/shopdesk/shopdesk/server/store"
)

// ErrNewer means that a newer program has migrated the database.
var ErrNewer = errors.New("migrations: the database belongs to a newer version of this program")

// table records the applied migrations. Its name is our own, so that a host application's goose
// table can exist beside it.
const table = "shopdesk_migrations"

// Present reports whether db was migrated before.
func Present(ctx context.Context, e Engine, db *sql.DB) (found bool, err error) {
	if err := db.QueryRowContext(ctx, e.present, table).Scan(&found); err != nil {
		return false, fmt.Errorf("migrations: look: %w", err)
	}
	return found, nil
}

// Look reads how far a migrated db is, and changes nothing: the newest migration applied, and the newest that this
// program knows.
func Look(ctx context.Context, e Engine, db *sql.DB) (applied, known int64, err error) {
	if err := db.QueryRowContext(ctx, `SELECT max(version_id) FROM `+table).Scan(&applied); err != nil {
		return 0, 0, fmt.Errorf("migrations: look: %w", err)
	}
	all, err := numbers(e)
	if err != nil {
		return 0, 0, err
	}
	return applied, all[len(all)-1], nil
}

// numbers are those of all migrations, in their order.
func numbers(e Engine) (all []int64, err error) {
	names, err := fs.Glob(texts, path.Join(e.folder, "*.sql"))
	if err != nil {
		return nil, fmt.Errorf("migrations: list: %w", err)
	}
	for _, name := range names {
		number, err := goose.NumericComponent(path.Base(name))
		if err != nil {
			return nil, fmt.Errorf("migrations: %w", err)
		}
		all = append(all, number)
	}
	return all, nil
}

// current reports whether db has exactly the migrations that this program knows. It is false where that isn't known.
func current(ctx context.Context, e Engine, db *sql.DB) bool {
	known, err := numbers(e)
	if err != nil {
		return false
	}
	if found, err := Present(ctx, e, db); err != nil || !found {
		return false
	}
	rows, err := db.QueryContext(ctx, `SELECT version_id FROM `+table+` WHERE version_id > 0 ORDER BY version_id`)
	if err != nil {
		return false
	}
	defer func() { _ = rows.Close() }()
	var applied []int64
	for rows.Next() {
		var number int64
		if rows.Scan(&number) != nil {
			return false
		}
		applied = append(applied, number)
	}
	return rows.Err() == nil && slices.Equal(applied, known)
}

// Find describes a db and changes nothing. Without an installation it returns [store.ErrAbsent].
func Find(ctx context.Context, e Engine, db *sql.DB) (f store.Found, err error) {
	present, err := Present(ctx, e, db)
	switch {
	case err != nil:
		return f, err
	case !present:
		return f, store.ErrAbsent
	}
	if f.Schema, f.Known, err = Look(ctx, e, db); err != nil {
		return f, err
	}
	rows, err := db.QueryContext(ctx, `SELECT name, value FROM meta`)
	if err != nil {
		return f, fmt.Errorf("migrations: look: %w", err)
	}
	defer func() { _ = rows.Close() }()
	f.Meta = map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return f, fmt.Errorf("migrations: look: %w", err)
		}
		f.Meta[name] = value
	}
	return f, rows.Err()
}

// attempts limits the tries of a start on SQLite, which has no lock for this, while no other process gets on. If
// another process migrates first, the slower transaction fails as a whole, and the next try finds the migration
// applied.
const attempts = 5

// race tries up until it succeeds, or fails again and again without any migration having been applied meanwhile.
func race(ctx context.Context, up func() error, applied func() (int64, error)) (err error) {
	reached := int64(0)
	for left := attempts; left > 0; left-- {
		if err = up(); err == nil || ctx.Err() != nil {
			return err
		}
		if now, failed := applied(); failed == nil && now > reached {
			reached, left = now, attempts+1
		}
	}
	return err
}

// againEvery is how long a migration that didn't get a table lets others use the table before it tries again.
const againEvery = 3 * time.Second

// untilFree tries up again while another session, such as a backup's, has a table that a migration changes.
func untilFree(ctx context.Context, up func() error) error {
	for told := false; ; told = true {
		err := up()
		if SQLState(err) != lockNotAvailable {
			return err
		}
		if !told {
			store.LoggerOf(ctx).InfoContext(ctx, "database: waiting for another session, such as a backup, to migrate it",
				"err", err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(againEvery):
		}
	}
}

// Up applies the missing migrations. Concurrent starts are safe. A database that is newer than this
// program returns [ErrNewer].
func Up(ctx context.Context, e Engine, db *sql.DB) error {
	if current(ctx, e, db) { // as at most starts, of which writing all migrations would be the longest part
		return nil
	}
	if !e.locked {
		return migrate(ctx, e, db)
	}
	return locked(ctx, db, func() error { return migrate(ctx, e.fitted(ctx, db), db) })
}

// migrate applies the missing migrations.
func migrate(ctx context.Context, e Engine, db *sql.DB) error {
	provider, err := newProvider(e, db)
	if err != nil {
		return err
	}
	up := func() error { _, err := provider.Up(ctx); return err }
	if e.locked {
		err = untilFree(ctx, up)
	} else {
		err = race(ctx, up, func() (int64, error) { now, _, err := provider.GetVersions(ctx); return now, err })
	}
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	applied, known, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrations: versions: %w", err)
	}
	if applied > known {
		return fmt.Errorf("%w (at %d, this one knows up to %d)", ErrNewer, applied, known)
	}
	return nil
}

func newProvider(e Engine, db *sql.DB) (*goose.Provider, error) {
	texts, err := render(e)
	if err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(e.dialect, db, texts,
		goose.WithTableName(table),
		goose.WithLogger(goose.NopLogger()),
		goose.WithDisableGlobalRegistry(true),
	)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return provider, nil
}
