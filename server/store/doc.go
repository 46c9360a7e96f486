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
	// ErrTooMany refuses what would exceed a limit of one person.
	ErrTooMany = errors.New("store: too many")
	// ErrAbsent refuses to open a database in which no console keeps anything.
	ErrAbsent = errors.New("store: no console has kept anything there")
	// ErrGone refuses to write: the file was deleted or replaced since it was
	// opened, so what is written would be lost.
	ErrGone = errors.New("store: the database's file was deleted or replaced")
)
