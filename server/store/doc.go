// Package store names what Shopdesk keeps and the small interfaces through
// which the server's packages keep it. Package sqlstore holds the one text of
// SQL; sqlite and postgres open a database for it; storetest is the
// conformance suite that both must pass.
//
// Times are milliseconds of Unix time, given by the caller. A method that
// finds nothing returns [ErrNotFound]; one that loses a compare-and-swap or a
// unique name returns [ErrConflict]. Everything else means that the store
// failed, and the caller must fail closed.
package store

import "errors"

// What callers branch on.
var (
	ErrNotFound = errors.New("store: not found")
	ErrConflict = errors.New("store: conflict")
	// ErrLastOwner refuses to leave the installation without an owner.
	ErrLastOwner = errors.New("store: the last owner")
)
