package migrations

import "errors"

// The SQLSTATEs of what an engine doesn't have, and of a lock that took too long.
const (
	undefinedFunction = "42883"
	notSupported      = "0A000"
	lockNotAvailable  = "55P03"
)

// SQLState returns an error's SQLSTATE, for the errors of pgx and of lib/pq, or "".
func SQLState(err error) string {
	var e interface{ SQLState() string }
	if errors.As(err, &e) {
		return e.SQLState()
	}
	return ""
}
