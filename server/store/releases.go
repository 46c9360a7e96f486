package store

import (
	"context"
)

// Released is a file of the browser's program in one release.
type Released struct {
	Name     string // for example "app.wasm"
	Hash     string // SHA-256 of its uncompressed bytes, hexadecimal
	ServedAt int64  // last start of a server with this file, in milliseconds of Unix time
}

// Releases keeps the browser's files of the latest releases.
type Releases interface {
	// PutReleased adds a file with its body, in any encoding. For a known file only ServedAt is
	// updated.
	PutReleased(ctx context.Context, file Released, body []byte) error
	// Released lists the stored files of a name, last served first.
	Released(ctx context.Context, name string) ([]Released, error)
	// ReleasedBody returns a file's body.
	ReleasedBody(ctx context.Context, name, hash string) ([]byte, error)
	// DropReleased deletes all but the most last served files of each name.
	DropReleased(ctx context.Context, most int) error
}

// Crash is one kind of crash of the browser's program. Times are milliseconds of Unix time.
type Crash struct {
	ID      string // identifies the kind of crash
	Build   string
	Page    string // page of the latest crash
	Text    string
	Stack   []byte
	Mapped  bool // Stack has function names and line numbers
	Times   int64
	FirstAt int64
	LastAt  int64
}

// Crashes keeps the crashes of the browser's program.
type Crashes interface {
	// AddCrash adds c, or increments the count of the crash with its ID, and returns the count. The
	// result is 0, and nothing changes, if the latest crash was at c.LastAt: the report is a repeat.
	// The later crash determines Page. A mapped stack replaces an unmapped one. Adding a new crash
	// deletes crashes last seen before forget, and all but the latest keep crashes. The Times and
	// FirstAt of c are ignored.
	AddCrash(ctx context.Context, c Crash, keep int, forget int64) (times int64, err error)
	// Crashes lists the latest crashes, latest first.
	Crashes(ctx context.Context, limit int) ([]Crash, error)
}
