package store

import (
	"context"
	"strconv"
)

// WriteTurn is the name of the lease under which one at a time compares and
// replaces what the endpoint at path replaces of a shop.
func WriteTurn(shopID int64, path string) string {
	return "write/" + strconv.FormatInt(shopID, 10) + path
}

// Leases keep two from doing at once what only one may do at a time. A lease
// ends by itself, so that a holder who is gone stops nobody for long; whoever
// claims one lets it run past the end of what it is for.
type Leases interface {
	// Claim takes the lease of that name for holder until a moment, or prolongs
	// it. ErrConflict while the lease of somebody else runs at now. One that
	// ended is anybody's.
	Claim(ctx context.Context, name, holder string, now, until int64) error
	// Release ends holder's lease. Somebody else's, or none, is left as it is.
	Release(ctx context.Context, name, holder string) error
}
