package store

import "context"

// Shop is what we know of a shop beside the platform: that we look after it,
// its zone, and its names as last read.
type Shop struct {
	ShopID  int64
	Name    string
	EnName  string
	Zone    string // IANA name
	AddedAt int64
}

// Shops keeps the shops we look after.
type Shops interface {
	// PutShops adds shops, or updates the names and zones of those known, which
	// keep their AddedAt.
	PutShops(ctx context.Context, shops []Shop) error
	// Shops lists all shops, by ShopID.
	Shops(ctx context.Context) ([]Shop, error)
	// Shop finds one.
	Shop(ctx context.Context, shopID int64) (Shop, error)
}
