// Package disk tells the system's reasons beside SQLite's errors about files, and gives restored files to their user.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Explain adds to err the system's reason why the files of one of the SQLite databases can't be used. SQLite's own
// words may be the same for a full disk and a broken one. Errors of another kind, and those that the system has no
// reason for, are returned as they are. Explain opens no file of a database, because closing a file drops the locks
// that this process holds on it.
func Explain(err error, databases ...string) error {
	if !Unusable(err) {
		return err
	}
	for _, database := range databases {
		if reason := obstacle(database); reason != nil {
			return fmt.Errorf("%w: %w", reason, err)
		}
	}
	return err
}

// Unusable reports SQLite's errors about files that can't be used, whatever is in them.
func Unusable(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return true
	}
	return false
}

// obstacle is the system's reason why the files of a database can't be used, nil for none.
func obstacle(database string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		file := database + suffix
		info, err := os.Stat(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil && !info.Mode().IsRegular():
			err = &fs.PathError{Op: "open", Path: file, Err: errors.New("not a regular file")}
		case err == nil:
			err = access(file)
		}
		if err != nil {
			return named(err)
		}
	}
	return Writable(filepath.Dir(database))
}

// some is how much Writable writes: some pages of a database.
const some = 64 << 10

// Writable returns the system's error unless a file can be made in the folder and some pages be written into it. It
// leaves no file.
func Writable(folder string) error {
	file, err := os.CreateTemp(folder, ".shopdesk-check-")
	if err != nil {
		return named(err)
	}
	_, err = file.Write(make([]byte, some))
	return errors.Join(err, file.Sync(), file.Close(), os.Remove(file.Name()))
}

// named adds the user of this program to the error of a missing permission.
func named(err error) error {
	if user := os.Geteuid(); errors.Is(err, fs.ErrPermission) && user >= 0 { // Windows has no numbers
		return fmt.Errorf("%w for user %d", err, user)
	}
	return err
}
