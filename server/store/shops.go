package store

import "context"

// Shop is a shop we manage, with its time zone and its names as last read.
type Shop struct {
	ShopID  int64
	Name    string
	EnName  string
	Zone    string // IANA name
	AddedAt int64
}

// Shops keeps the shops we manage.
type Shops interface {
	// PutShops adds shops, or updates the names and zones of known shops, which keep their AddedAt.
	PutShops(ctx context.Context, shops []Shop) error
	// Shops lists all shops, by ShopID.
	Shops(ctx context.Context) ([]Shop, error)
	// Shop returns a shop.
	Shop(ctx context.Context, shopID int64) (Shop, error)
}
