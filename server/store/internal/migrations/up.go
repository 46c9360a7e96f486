package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
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

// attempts limits the tries of a start on SQLite, which has no session lock. If another process
// migrates first, the slower transaction fails as a whole, and the next try finds the migration
// applied.
const attempts = 5

// Up applies the missing migrations. Concurrent starts are safe. A database that is newer than this
// program returns [ErrNewer].
func Up(ctx context.Context, e Engine, db *sql.DB) error {
	texts, err := render(e)
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{
		goose.WithTableName(table),
		goose.WithLogger(goose.NopLogger()),
		goose.WithDisableGlobalRegistry(true),
	}
	tries := attempts
	if e.locker != nil {
		tries = 1
		options = append(options, goose.WithSessionLocker(e.locker))
	}
	provider, err := goose.NewProvider(e.dialect, db, texts, options...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	for range tries {
		if _, err = provider.Up(ctx); err == nil || ctx.Err() != nil {
			break
		}
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
