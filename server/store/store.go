package store

import "context"

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

	// Ping tells whether the store can be read and written.
	Ping(ctx context.Context) error
	Close() error
}
