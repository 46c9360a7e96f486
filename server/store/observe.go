package store

import (
	"context"
	"database/sql"
	"time"
)

// Observer is told how a store does. Its functions must be quick.
type Observer struct {
	Transaction func(took time.Duration) // each transaction, whatever came of it
	Failed      func(call string)        // each call that failed; not found, conflict and a cancelled call don't count
}

// Handles describes the handles of a database.
type Handles struct {
	Pools map[string]sql.DBStats // by what a handle is for: "read", "write"
	Log   int64                  // bytes of SQLite's write-ahead log, 0 for another engine
}

// Clocked is implemented by stores that tell their database's time.
type Clocked interface {
	// Clock reads the database's time.
	Clock(ctx context.Context) (time.Time, error)
}

// Observable is implemented by stores that tell how they do.
type Observable interface {
	// Observe sets the observer.
	Observe(o Observer)
	// Handles describes the handles now.
	Handles() Handles
}
