package store

import "context"

// Store is all of it, as a database gives it.
type Store interface {
	Operators
	Setup
	Sessions
	People
	PreferencesStore
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
	Photos
	Blobs
	Inbox
	Hooks
	Orders
	Events

	// Ping tells whether the store can be read and written.
	Ping(ctx context.Context) error
	Close() error
}
