// Package store defines the data that Shopdesk keeps, and the small interfaces through which the
// server's packages keep it.
//
// A host needs few of them: it opens a [Store] with package sqlite or postgres, hands it to
// server.New together with the [Shop] values that it runs, and closes it at the end. The interfaces
// are here for other stores of [Blobs], and for tests.
//
// Times are milliseconds of Unix time, given by the caller. A method that finds nothing returns
// [ErrNotFound]. A method that loses a compare-and-swap, or would duplicate a unique name, returns
// [ErrConflict]. Any other error means that the store failed, and the caller must fail closed.
package store

import "errors"

// Errors that callers handle.
var (
	ErrNotFound = errors.New("store: not found")
	ErrConflict = errors.New("store: conflict")
	// ErrLastOwner means that the change would leave the installation without an owner.
	ErrLastOwner = errors.New("store: the last owner")
	// ErrTooMany means that the change would exceed a limit.
	ErrTooMany = errors.New("store: too many")
	// ErrAbsent means that the database holds no installation.
	ErrAbsent = errors.New("store: no console has kept anything there")
	// ErrGone means that the database's file was deleted or replaced after it was opened, so a write
	// would be lost.
	ErrGone = errors.New("store: the database's file was deleted or replaced")
	// ErrOwned means that another console works with a database that only one may work with.
	ErrOwned = errors.New("store: another console works with this database")
)

// Optional returns nil for [ErrNotFound], for callers to whom a missing row is the zero value.
func Optional(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
