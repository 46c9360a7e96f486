package store

import "context"

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
