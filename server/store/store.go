package store

import (
	"context"
	"time"
)

// Store is all of it, as a database gives it.
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
	Flows
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
	Templates
	Roster
	Groups
	Views
	Crashes
	Releases

	// Ping reads, and is [ErrGone] where the file under the store is. It costs
	// little.
	Ping(ctx context.Context) error
	// Prove writes some pages, commits, and leaves the store as it was: for want
	// of room, or by damage, it fails as other changes do.
	Prove(ctx context.Context) error
	// Trouble is when a call last failed for want of room, by damage, or because
	// the database isn't what it was, and how. The zero time: never.
	Trouble() (at time.Time, err error)
	Close() error
}
