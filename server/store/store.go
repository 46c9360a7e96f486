package store

import "context"

// Store is all of it, as a database gives it.
type Store interface {
	Operators
	Setup
	Sessions
	Shops
	Connections
	Meta
	Audit
	Pauses
	Leases
	Inbox
	Hooks
	Orders
	Events

	// Ping tells whether the store can be read and written.
	Ping(ctx context.Context) error
	Close() error
}
