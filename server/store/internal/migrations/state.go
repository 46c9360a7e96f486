package migrations

import "errors"

// The SQLSTATEs of what an engine doesn't have.
const (
	undefinedFunction = "42883"
	notSupported      = "0A000"
)

// SQLState returns an error's SQLSTATE, for the errors of pgx and of lib/pq, or "".
func SQLState(err error) string {
	var e interface{ SQLState() string }
	if errors.As(err, &e) {
		return e.SQLState()
	}
	return ""
}
