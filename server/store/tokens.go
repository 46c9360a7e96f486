package store

import "context"

// States of a connection.
const (
	ConnectionGood   = "good"    // its tokens are renewed
	ConnectionSignIn = "sign_in" // the platform refused to renew: the merchant must sign in again
)

// AppConnection is the ID of the application-level grant's connection.
const AppConnection = "app"

// Connection is an authorisation to act for shops: a grant and its sealed tokens. Times are
// milliseconds of Unix time.
type Connection struct {
	ID            string // AppConnection for the application-level grant
	SealedAccess  string
	SealedRefresh string // empty for the application-level grant
	IssuedAt      int64
	ExpiresAt     int64
	Version       int64 // 0 before the first save

	// The next fields are for shop-level connections only.
	State      string // "" is stored as ConnectionGood
	RenewAt    int64  // when the tokens are to be renewed
	LeaseOwner string // the replica that renews the tokens
	LeaseUntil int64
	SpentAt    int64  // set before each renewal: since then the refresh token may be spent; 0 if it isn't
	Attempts   int64  // failed renewals in a row
	Trouble    string // kind of the last failure, "" for none

	OperatorID  int64 // the operator who connected it
	Operator    string
	ConnectedAt int64
}

// Connections keeps the platform connections, and the connection of each shop.
type Connections interface {
	// Connection returns the connection with an ID.
	Connection(ctx context.Context, id string) (Connection, error)
	// SaveConnection saves a connection if its stored version is still c.Version (0: new), with the
	// version c.Version+1; otherwise ErrConflict.
	SaveConnection(ctx context.Context, c Connection) error
	// Connections lists all connections, by ID.
	Connections(ctx context.Context) ([]Connection, error)
	// DeleteConnection deletes a connection with its tokens and shops if its stored version is still
	// version; otherwise ErrConflict.
	DeleteConnection(ctx context.Context, id string, version int64) error

	// BindShops makes the connection's shops exactly shops. A shop of another connection moves; a shop
	// left out has no connection any more. An unknown connection returns ErrNotFound.
	BindShops(ctx context.Context, id string, shops []int64) error
	// AddShops adds shops to a connection, like BindShops, and keeps its present shops.
	AddShops(ctx context.Context, id string, shops []int64) error
	// ConnectionShops returns the connection of each shop.
	ConnectionShops(ctx context.Context) (map[int64]string, error)
}

// Meta keeps facts of the installation by name, such as the key ring's canary.
type Meta interface {
	// Meta returns a value.
	Meta(ctx context.Context, name string) (string, error)
	// PutMeta sets a value unless one is stored, and returns the stored one.
	PutMeta(ctx context.Context, name, value string) (string, error)
	// SetMeta sets a value in the place of a stored one.
	SetMeta(ctx context.Context, name, value string) error
}
