package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/shopdesk/shopdesk/server/store/migrations"
	"github.com/shopdesk/shopdesk/server/store/sqlstore"
)

// Memory is the path of a store that lives as long as it is open.
const Memory = ":memory:"

// readers is how many connections read beside the one that writes.
const readers = 4

// Open opens the file at path, creating it (mode 0600) and its folder (0700)
// if they aren't there, and migrates it. A commit is on disk when it returns.
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
	return sqlstore.New(ctx, sqlstore.Config{
		Write:   p.write,
		Read:    p.read,
		Dialect: sqlstore.Dialect{Unique: unique},
		Close:   p.close,
	})
}

// pools are the handles of one database: one connection that writes, so that
// writers queue in this process and not in the file, and some that read.
type pools struct {
	write, read *sql.DB
}

func (p pools) close() error {
	if p.read == p.write {
		return p.write.Close()
	}
	return errors.Join(p.read.Close(), p.write.Close())
}

func openFile(path string) (pools, error) {
	if err := secure(path); err != nil {
		return pools{}, err
	}
	write, err := open(address(path, writing), 1)
	if err != nil {
		return pools{}, err
	}
	read, err := open(address(path, reading), readers)
	if err != nil {
		return pools{}, errors.Join(err, write.Close())
	}
	return pools{write: write, read: read}, nil
}

// openMemory has one connection for everything: another would be another
// database.
func openMemory() (pools, error) {
	db, err := open(address(Memory, writing), 1)
	return pools{write: db, read: db}, err
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
