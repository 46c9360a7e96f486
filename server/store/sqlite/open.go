package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
)

// Memory is the path of a store in memory, which ends when it is closed.
const Memory = ":memory:"

// readers is the number of reading connections beside the writing one.
const readers = 4

// blobsFile is the file beside a store's main file that holds photos.
const blobsFile = "blobs.db"

// files are the paths of a store's two databases.
func files(path string) []string {
	return []string{path, filepath.Join(filepath.Dir(path), blobsFile)}
}

// Open opens and migrates the file at path and blobs.db beside it. Files without an installation
// return [store.ErrAbsent]: a wrong path, or a volume that isn't mounted, must not become a new,
// empty installation. A commit is on disk when it returns, and fails with [store.ErrGone] after the
// file was deleted or replaced. ctx limits only the opening. The result is a [store.Store]; close it
// when done.
func Open(ctx context.Context, path string) (*sqlstore.Store, error) {
	return opened(ctx, path, path == Memory)
}

// Create is like [Open], and starts a new installation if there is none: it makes the files (mode
// 0600) and their folder (0700). It also makes a new blobs.db if only blobs.db is lost.
func Create(ctx context.Context, path string) (*sqlstore.Store, error) {
	return opened(ctx, path, true)
}

func opened(ctx context.Context, path string, create bool) (*sqlstore.Store, error) {
	var pools pools
	var err error
	if path == Memory {
		pools, err = openMemory()
	} else {
		pools, err = openFile(ctx, path, create)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, disk.Explain(err, files(path)...))
	}
	s, err := start(ctx, pools)
	if err != nil {
		err = disk.Explain(err, files(path)...)
		return nil, errors.Join(fmt.Errorf("sqlite: open %s: %w", path, err), pools.close())
	}
	return s, nil
}

func start(ctx context.Context, p pools) (*sqlstore.Store, error) {
	// The program of a console that works with the file couldn't be started again after a migration.
	applied, known, err := migrations.Look(ctx, migrations.SQLite, p.write)
	if err == nil && applied < known && p.own != nil { // an error: there is no installation yet
		if err := p.own(ctx); err != nil {
			return nil, err
		}
	}
	if err := migrations.Up(ctx, migrations.SQLite, p.write); err != nil {
		return nil, err
	}
	if err := migrations.Up(ctx, migrations.SQLiteBlobs, p.blobs); err != nil {
		return nil, err
	}
	return sqlstore.New(ctx, sqlstore.Config{
		Write: p.write,
		Read:  p.read,
		Blobs: p.blobs,
		Dialect: sqlstore.Dialect{Unique: unique, Broken: broken, Prepare: true,
			Clock: "SELECT CAST(unixepoch('subsec') * 1000000 AS INTEGER)"},
		Close:   p.close,
		Present: p.present,
		Own:     p.own,
		LogSize: p.logSize,
	})
}

// Settings of the four kinds of connection. looking changes nothing. moving is for the connection that moves the log,
// see moveLog.
var (
	writing = url.Values{
		"_txlock": {"immediate"}, // a transaction that reads first could later fail to write
		"_pragma": {
			"busy_timeout(10000)",
			"journal_mode(WAL)",
			"synchronous(FULL)", // an audit entry is on disk before its change is sent
			"foreign_keys(1)",
			"wal_autocheckpoint(" + walMost + ")",
		},
	}
	looking = url.Values{"_pragma": {"busy_timeout(10000)"}}
	moving  = url.Values{
		"_pragma": {
			"busy_timeout(10000)",
			"journal_mode(WAL)", // a connection that is older than the log never sees the log
		},
	}
	reading = url.Values{
		"_pragma": {
			"busy_timeout(10000)",
			"query_only(1)",
		},
	}
)

// address returns path as a URI, with ?, # and % escaped.
func address(path string, settings url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + settings.Encode()
}

// pools holds the handles of a database: one writing connection, so that writers queue in this
// process and not at the file's lock, and some reading connections.
type pools struct {
	write, read, blobs *sql.DB
	stop               func() error                // ends the goroutines of moveLogs
	present            func() error                // nil in memory
	logSize            func() int64                // nil in memory
	own                func(context.Context) error // nil in memory
	disown             func() error
}

func (p pools) close() error {
	if p.read == p.write {
		return errors.Join(p.write.Close(), p.blobs.Close())
	}
	return errors.Join(p.stop(), p.read.Close(), p.write.Close(), p.blobs.Close(), p.disown())
}

func openFile(ctx context.Context, path string, create bool) (pools, error) {
	both := files(path)
	main, beside := &guard{path: both[0]}, &guard{path: both[1]}
	if !create {
		if err := present(ctx, path, beside.path); err != nil {
			return pools{}, err
		}
	}
	for _, file := range both {
		if err := secure(file); err != nil {
			return pools{}, err
		}
	}
	owner := &owner{path: path}
	return pools{write: open(main, writing, 1), read: open(main, reading, readers), blobs: open(beside, writing, 1),
		stop: moveLogs(main, beside), present: main.check, logSize: main.logSize, own: owner.own, disown: owner.close}, nil
}

// moveLogs starts moving the logs of files. stop ends it.
func moveLogs(files ...*guard) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	var working sync.WaitGroup
	var dbs []*sql.DB
	for _, file := range files {
		db := open(file, moving, 1)
		dbs = append(dbs, db)
		working.Go(func() { moveLog(ctx, file.path, db) })
	}
	return func() (failed error) {
		cancel()
		working.Wait()
		for _, db := range dbs {
			failed = errors.Join(failed, db.Close())
		}
		return failed
	}
}

// openMemory opens one connection for each of the two databases, because a second connection would
// open another database.
func openMemory() (pools, error) {
	var handles [2]*sql.DB
	for i := range handles {
		connector, err := driver.NewConnector(address(Memory, writing))
		if err != nil {
			return pools{}, err
		}
		handles[i] = limited(connector, 1)
	}
	return pools{write: handles[0], read: handles[0], blobs: handles[1]}, nil
}

// open opens connections to an existing file. No connection creates the file.
func open(file *guard, settings url.Values, connections int) *sql.DB {
	return limited(guarded{address(file.path, settings) + "&mode=rw", file, settings.Has("_txlock")}, connections)
}

func limited(connector sqldriver.Connector, connections int) *sql.DB {
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

func unique(err error) bool {
	var e *driver.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}

// broken reports SQLite's errors about the disk or the file, and commits that the guard refused.
func broken(err error) bool {
	if errors.Is(err, store.ErrGone) {
		return true
	}
	var e *driver.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return true
	}
	return e.Code() == sqlite3.SQLITE_CONSTRAINT_COMMITHOOK
}
