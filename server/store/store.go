package store

import (
	"context"
	"time"
)

// Store joins all interfaces that a database implements.
type Store interface {
	Operators
	Setup
	Sessions
	People
	PreferencesStore
	Favourites
	Invitations
	Passkeys
	Identities
	Proofs
	Shops
	Connections
	Meta
	Audit
	AuditChain
	Pauses
	Dates
	Leases
	Rates
	Runs
	Photos
	Blobs
	Inbox
	Hooks
	Orders
	OrderFigures
	Events
	Push
	Rings
	Summaries
	Templates
	Directory
	Groups
	Views
	Crashes
	Legend
	Releases

	// Ping reads a row, at little cost. If the file under the store is gone, the error is [ErrGone].
	Ping(ctx context.Context) error
	// Prove writes some pages and commits, and leaves the store unchanged. It fails like other changes
	// if the disk is full or the database is damaged.
	Prove(ctx context.Context) error
	// Trouble returns the time and error of the last call that failed because the disk was full, or
	// the database was damaged or replaced. The zero time means never.
	Trouble() (at time.Time, err error)
	Close() error
}

// Found describes a database that was looked at without changing it. The packages of the engines find it.
type Found struct {
	Schema int64             // number of its newest migration
	Known  int64             // the newest migration of this program; below Schema a newer program was here
	Meta   map[string]string // see [Meta]
}
