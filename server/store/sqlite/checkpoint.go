package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strconv"
	"time"
)

// By itself the commit that finds 1,000 pages in the write-ahead log moves them
// into the database's file before it returns: one in some hundred took 70 ms
// instead of 4. So they are moved beside the commits.
const (
	walEvery = 5 * time.Second // between looks at the log
	walRoom  = 8 << 20         // bytes that the log is given
	walFull  = 1000            // pages in the log from which on they are moved
	walMost  = "16000"         // pages from which on a commit moves them all the same
)

// moveLog moves what the log of the file at path holds into the file now and
// then, until ctx ends. Soon after the start it gives the log its room.
func moveLog(ctx context.Context, path string, db *sql.DB) {
	tick := time.NewTicker(walEvery)
	defer tick.Stop()
	for begun := false; ; begun = true {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !begun {
			_ = growLog(ctx, path, db) // without its room the log is slower, and that is all
		}
		var busy, pages, moved int
		if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(NOOP)`).Scan(&busy, &pages, &moved); err == nil &&
			pages-moved >= walFull {
			_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`) // the next one makes up for one that fails
		}
	}
}

// growLog writes the log up to its room: while the file of the log grows, the
// file system writes its size with each commit, and one in fifty took 5 to 50 ms
// longer than where the log is written over. A transaction too large for the
// cache is written into the log before it ends, and this one is taken back.
func growLog(ctx context.Context, path string, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	for _, statement := range []string{
		`PRAGMA cache_size = 16`,
		`BEGIN IMMEDIATE`,
		`CREATE TABLE room (filling BLOB)`,
		`INSERT INTO room VALUES (zeroblob(` + strconv.Itoa(walRoom) + `))`,
		`ROLLBACK`,
	} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			_, _ = conn.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`) // if it had begun
			return err
		}
	}
	log, err := os.OpenFile(path+"-wal", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(log.Sync(), log.Close()) // not the next commit's to wait for
}
