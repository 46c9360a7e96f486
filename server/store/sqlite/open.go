package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/shopdesk/shopdesk/server/store/migrations"
	"github.com/shopdesk/shopdesk/server/store/sqlstore"
)

// Memory is the path of a store that lives as long as it is open.
const Memory = ":memory:"

// readers is how many connections read beside the one that writes.
const readers = 4

// blobsFile is the file beside a store's own that holds pictures.
const blobsFile = "blobs.db"

// Open opens the file at path and blobs.db beside it, creating them (mode
// 0600) and their folder (0700) if they aren't there, and migrates them. A commit is on disk when it returns.
// ctx bounds the opening only. Close the store when done.
func Open(ctx context.Context, path string) (*sqlstore.Store, error) {
	var pools pools
	var err error
	if path == Memory {
		pools, err = openMemory()
	} else {
		pools, err = openFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, err)
	}
	s, err := start(ctx, pools)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sqlite: open %s: %w", path, err), pools.close())
	}
	return s, nil
}

func start(ctx context.Context, p pools) (*sqlstore.Store, error) {
	if err := migrations.Up(ctx, migrations.SQLite, p.write); err != nil {
		return nil, err
	}
	if err := migrations.Up(ctx, migrations.SQLiteBlobs, p.blobs); err != nil {
		return nil, err
	}
	return sqlstore.New(ctx, sqlstore.Config{
		Write:   p.write,
		Read:    p.read,
		Blobs:   p.blobs,
		Dialect: sqlstore.Dialect{Unique: unique},
		Close:   p.close,
	})
}

// pools are the handles of one database: one connection that writes, so that
// writers queue in this process and not in the file, and some that read.
type pools struct {
	write, read, blobs *sql.DB
	stop               func() error // ends what goes on beside
}

func (p pools) close() error {
	if p.read == p.write {
		return errors.Join(p.write.Close(), p.blobs.Close())
	}
	return errors.Join(p.stop(), p.read.Close(), p.write.Close(), p.blobs.Close())
}

func openFile(path string) (pools, error) {
	blobsPath := filepath.Join(filepath.Dir(path), blobsFile)
	for _, file := range []string{path, blobsPath} {
		if err := secure(file); err != nil {
			return pools{}, err
		}
	}
	write, err := open(address(path, writing), 1)
	if err != nil {
		return pools{}, err
	}
	read, err := open(address(path, reading), readers)
	if err != nil {
		return pools{}, errors.Join(err, write.Close())
	}
	blobs, err := open(address(blobsPath, writing), 1)
	if err != nil {
		return pools{}, errors.Join(err, write.Close(), read.Close())
	}
	stop, err := moveLogs(path, blobsPath)
	return pools{write: write, read: read, blobs: blobs, stop: stop}, err
}

// moveLogs begins to move the logs of files, until stop is called.
func moveLogs(paths ...string) (stop func() error, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	var working sync.WaitGroup
	var dbs []*sql.DB
	stop = func() (failed error) {
		cancel()
		working.Wait()
		for _, db := range dbs {
			failed = errors.Join(failed, db.Close())
		}
		return failed
	}
	for _, path := range paths {
		db, err := open(address(path, moving), 1)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		dbs = append(dbs, db)
		working.Go(func() { moveLog(ctx, path, db) })
	}
	return stop, nil
}

// openMemory has one connection for each of the two: another would be another
// database.
func openMemory() (pools, error) {
	db, err := open(address(Memory, writing), 1)
	if err != nil {
		return pools{}, err
	}
	blobs, err := open(address(Memory, writing), 1)
	return pools{write: db, read: db, blobs: blobs}, err
}

func open(address string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func unique(err error) bool {
	var e *driver.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}
