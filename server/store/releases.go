package store

import "context"

// Released is a file of the browser's program, as a release gives it to browsers.
type Released struct {
	Name     string // such as "app.wasm"
	Hash     string // SHA-256 of its plain bytes, hexadecimal
	ServedAt int64  // when a server that gives it was last started, in milliseconds of Unix time
}

// Releases keeps the browser's files of the last releases.
type Releases interface {
	// PutReleased keeps a file with its body, in whatever form, or has it be the last served where it is kept.
	PutReleased(ctx context.Context, file Released, body []byte) error
	// Released lists what is kept under a file's name, the last served first.
	Released(ctx context.Context, name string) ([]Released, error)
	// ReleasedBody finds a file's body.
	ReleasedBody(ctx context.Context, name, hash string) ([]byte, error)
	// DropReleased deletes what is kept, but for so many under each name that were served last.
	DropReleased(ctx context.Context, most int) error
}
