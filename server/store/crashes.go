package store

import "context"

// Crash is a way in which the program of a build dies in browsers. Times are
// milliseconds of Unix time.
type Crash struct {
	ID      string // names the way
	Build   string
	Page    string // the last one
	Text    string
	Stack   []byte
	Mapped  bool // Stack has names and lines
	Times   int64
	FirstAt int64
	LastAt  int64
}

// Crashes keeps how the program dies in browsers.
type Crashes interface {
	// AddCrash adds c, or counts the one with its ID once more, and gives how
	// often it has been: 0 when the latest was at c.LastAt, since then it was told
	// of twice, and nothing changes. Page is that of the later one; a stack with
	// names and lines takes the place of one without. When c is new, those last seen before
	// forget go, and all but the keep latest. c's Times and FirstAt aren't read.
	AddCrash(ctx context.Context, c Crash, keep int, forget int64) (times int64, err error)
	// Crashes lists the latest ones, the last first.
	Crashes(ctx context.Context, limit int) ([]Crash, error)
}
