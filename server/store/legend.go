package store

import "context"

// CodeName is the name that an owner gave to a code of the platform.
type CodeName struct {
	Kind      string
	Code      int64
	Name      string
	ChangedBy string // the operator's name at the time
	ChangedAt int64  // in milliseconds
}

// Legend keeps the names of the platform's codes.
type Legend interface {
	// CodeNames lists the names, by Kind and Code.
	CodeNames(ctx context.Context) ([]CodeName, error)
	// NameCodes saves names, and deletes those of codes whose Name is "": all of it or nothing. Other
	// names stay.
	NameCodes(ctx context.Context, names []CodeName) error
}
