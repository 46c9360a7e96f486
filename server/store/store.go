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
	Meta
	Audit
	Pauses
	Leases

	// Ping tells whether the store can be read and written.
	Ping(ctx context.Context) error
	Close() error
}
