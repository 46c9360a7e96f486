package store

import "context"

// Owned is implemented by stores that one console at a time may work with. Commands that do a short job beside it don't
// own the store.
type Owned interface {
	// Own reserves the database for this store until the store is closed or its process ends. It fails with [ErrOwned]
	// while another store has it.
	Own(ctx context.Context) error
}
