package store

import "context"

// Connection is an authorisation to act for shops: a grant and its tokens,
// which are sealed. Times are milliseconds of Unix time.
type Connection struct {
	ID            string // "app" for the application-level grant
	SealedAccess  string
	SealedRefresh string // empty for the application-level grant
	IssuedAt      int64
	ExpiresAt     int64
	Version       int64 // 0 before the first save
}

// Connections keeps the platform connections.
type Connections interface {
	// Connection finds one by ID.
	Connection(ctx context.Context, id string) (Connection, error)
	// SaveConnection replaces a connection if its stored version is still
	// c.Version (0: there is none yet) and stores it as c.Version+1; otherwise
	// ErrConflict.
	SaveConnection(ctx context.Context, c Connection) error
}

// Meta keeps the installation's own facts by name: the key ring's canary.
type Meta interface {
	// Meta finds a value.
	Meta(ctx context.Context, name string) (string, error)
	// PutMeta sets a value if there is none, and returns the one that holds.
	PutMeta(ctx context.Context, name, value string) (string, error)
}
