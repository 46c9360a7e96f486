package store

import (
	"context"
	"strconv"
)

// WriteTurn returns the name of the lease that a writer holds while it compares and replaces the
// data of a shop at the endpoint path.
func WriteTurn(shopID int64, path string) string {
	return "write/" + strconv.FormatInt(shopID, 10) + path
}

// Leases prevents two holders from doing work at once that only one may do at a time. A lease ends
// by itself, so a dead holder blocks others only for a short time. A holder must claim a lease that
// outlasts its work.
type Leases interface {
	// Claim takes the named lease for holder until a moment, or prolongs it. ErrConflict means that
	// another holder's lease runs at now. A lease that has ended is free.
	Claim(ctx context.Context, name, holder string, now, until int64) error
	// Release ends the holder's lease. Another holder's lease stays.
	Release(ctx context.Context, name, holder string) error
}
