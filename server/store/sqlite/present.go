package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
)

// ErrNoBlobs means that a database's blobs.db is lost. [Create] makes a new blobs.db, without the
// photos.
var ErrNoBlobs = errors.New("sqlite: blobs.db, with the uploaded pictures, isn't beside the database")

// present returns store.ErrAbsent unless the files hold an installation. It changes neither file.
// An installation from before photos has no blobs.db yet.
func present(ctx context.Context, path, blobsPath string) error {
	photos, err := keptIn(ctx, path, migrations.SQLite)
	if err != nil {
		return err
	}
	_, err = keptIn(ctx, blobsPath, migrations.SQLiteBlobs)
	switch {
	case err == nil || errors.Is(err, store.ErrAbsent) && !photos:
		return nil
	case errors.Is(err, store.ErrAbsent):
		return ErrNoBlobs
	}
	return fmt.Errorf("%s: %w", blobsFile, err)
}

// Look describes the installation in the file at path and changes nothing, so it may be used before an upgrade. The
// errors are those of [Open].
func Look(ctx context.Context, path string) (f store.Found, err error) {
	both := files(path)
	if err = present(ctx, path, both[1]); err == nil {
		f, err = found(ctx, path)
	}
	if err != nil {
		return f, fmt.Errorf("sqlite: look at %s: %w", path, disk.Explain(err, both...))
	}
	return f, nil
}

func found(ctx context.Context, path string) (f store.Found, err error) {
	db := open(&guard{path: path}, looking, 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	return migrations.Find(ctx, migrations.SQLite, db)
}

// keptIn returns an error unless the file has the engine's tables. photos reports whether the table
// of photos exists.
func keptIn(ctx context.Context, path string, engine migrations.Engine) (photos bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("%w: %w", store.ErrAbsent, err)
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, errors.New("not a regular file")
	}
	db := open(&guard{path: path}, looking, 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	found, err := migrations.Present(ctx, engine, db)
	if err == nil && !found {
		err = store.ErrAbsent
	}
	if err != nil {
		return false, err
	}
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'photos')`).Scan(&photos)
	return photos, err
}
