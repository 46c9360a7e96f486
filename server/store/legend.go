package store

import (
	"context"
	"strconv"
)

// CodeName is the name that an owner gave to a code of the platform.
type CodeName struct {
	Kind      string
	Code      string // as the platform writes it: "20", "PENDING"
	Name      string
	ChangedBy string // the operator's name at the time
	ChangedAt int64  // in milliseconds
}

// Number returns the code's number. A code that isn't written as Go writes a number, such as "020", is a word.
func (n *CodeName) Number() (code int64, ok bool) {
	code, err := strconv.ParseInt(n.Code, 10, 64)
	return code, err == nil && strconv.FormatInt(code, 10) == n.Code
}

// Legend keeps the names of the platform's codes.
type Legend interface {
	// CodeNames lists the names by Kind; of a kind first numbers, then words.
	CodeNames(ctx context.Context) ([]CodeName, error)
	// NameCodes saves names, and deletes those of codes whose Name is "": all of it or nothing. Other
	// names stay.
	NameCodes(ctx context.Context, names []CodeName) error
}
