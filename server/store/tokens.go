package store

import "context"

// States of a connection.
const (
	ConnectionGood   = "good"    // its tokens are renewed
	ConnectionSignIn = "sign_in" // the platform refused to renew: the merchant must sign in again
)

// AppConnection is the ID of the application-level grant's connection.
const AppConnection = "app"

// Connection is an authorisation to act for shops: a grant and its tokens,
// which are sealed. Times are milliseconds of Unix time.
type Connection struct {
	ID            string // AppConnection for the application-level grant
	SealedAccess  string
	SealedRefresh string // empty for the application-level grant
	IssuedAt      int64
	ExpiresAt     int64
	Version       int64 // 0 before the first save

	// Of shop-level connections alone.
	State      string // "" is stored as ConnectionGood
	RenewAt    int64  // when its renewal is due
	LeaseOwner string // the replica that renews it
	LeaseUntil int64
	SpentAt    int64  // since when the refresh token may be spent, 0: it isn't. Written before each renewal
	Attempts   int64  // failed renewals in a row
	Trouble    string // kind of the last failure, "" for none

	OperatorID  int64 // who connected it
	Operator    string
	ConnectedAt int64
}

// Connections keeps the platform connections and which shop is reached through
// which.
type Connections interface {
	// Connection finds one by ID.
	Connection(ctx context.Context, id string) (Connection, error)
	// SaveConnection replaces a connection if its stored version is still
	// c.Version (0: there is none yet) and stores it as c.Version+1; otherwise
	// ErrConflict.
	SaveConnection(ctx context.Context, c Connection) error
	// Connections lists all, by ID.
	Connections(ctx context.Context) ([]Connection, error)
	// DeleteConnection forgets a connection with its tokens and shops if its
	// stored version is still version; otherwise ErrConflict.
	DeleteConnection(ctx context.Context, id string, version int64) error

	// BindShops makes shops the ones reached through a connection, whichever
	// they were reached through before. Its shops that aren't named are reached
	// through none any more. ErrNotFound when there is no such connection.
	BindShops(ctx context.Context, id string, shops []int64) error
	// AddShops is BindShops for more shops: those it has stay.
	AddShops(ctx context.Context, id string, shops []int64) error
	// ConnectionShops tells which shop is reached through which connection.
	ConnectionShops(ctx context.Context) (map[int64]string, error)
}

// Flows makes each redirect to the platform good for one return.
type Flows interface {
	// BeginFlow remembers a redirect by a hash of its state, until a moment.
	BeginFlow(ctx context.Context, stateHash string, now, until int64) error
	// EndFlow forgets it. ErrNotFound when there is none, it was used, or its
	// time is over.
	EndFlow(ctx context.Context, stateHash string, now int64) error
}

// Meta keeps the installation's own facts by name: the key ring's canary.
type Meta interface {
	// Meta finds a value.
	Meta(ctx context.Context, name string) (string, error)
	// PutMeta sets a value if there is none, and returns the one that holds.
	PutMeta(ctx context.Context, name, value string) (string, error)
}
