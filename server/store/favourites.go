package store

import "context"

// Favourites keeps the shops that each operator has marked as favourites.
type Favourites interface {
	// Favourites lists an operator's favourite shops by number. The operator may have lost access to
	// some of them.
	Favourites(ctx context.Context, operatorID int64) ([]int64, error)
	// SetFavourite adds or removes a mark; setting the present state again is no error. An unknown
	// operator returns ErrNotFound.
	SetFavourite(ctx context.Context, operatorID, shopID int64, on bool) error
}
