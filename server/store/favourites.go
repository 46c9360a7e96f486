package store

import "context"

// Favourites keeps which shops an operator has marked, to find them first.
type Favourites interface {
	// Favourites lists an operator's, by number. Some of the shops may be
	// theirs no longer.
	Favourites(ctx context.Context, operatorID int64) ([]int64, error)
	// SetFavourite marks a shop, or takes the mark away; either may be so
	// already. An unknown operator is ErrNotFound.
	SetFavourite(ctx context.Context, operatorID, shopID int64, on bool) error
}
