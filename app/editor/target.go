package editor

import (
	"context"
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Attempt is one save: what is sent, and what it replaces.
type Attempt[R any] struct {
	Sent, Before R

	again bool // the second send of a single press
}

// Target is where a record stands.
type Target[R any] struct {
	// Write saves the record over the one with the digest base, and gives the
	// record as it stands then. An error [Rest] says that only a part is missing,
	// and [Unsent] that nothing was sent.
	Write func(c context.Context, base string, a Attempt[R]) (R, error)
	// Read reads the record.
	Read func(c context.Context) (R, error)
	// Same reports whether two records say the same to people.
	Same func(a, b R) bool
	// Remember puts the record into the state, where other pages see it.
	Remember func(ctx app.Context, now R)
	// Back is the record that takes a save back; ok is false when there is none.
	// nil: the one from before.
	Back func(a Attempt[R]) (to R, ok bool)
	// More is a further attempt once the record of one is there, for what belongs
	// to it. nil: none.
	More func(a Attempt[R]) (more Attempt[R], ok bool)
	// Now is the record as the state has it. nil: it is as it was saved.
	Now func() (now R, ok bool)
	// Unseen says why a record that reads as before doesn't tell that the attempt was lost,
	// "" where it does. nil: it does.
	Unseen func(a Attempt[R]) string
	// Reread has the shell read the record after a save.
	Reread bool
	// By names who saved a record, "" for unknown. nil: unknown.
	By func(r R) string
	// Gone is the attempt that makes a record anew that somebody else removed.
	// nil: a record can't be removed.
	Gone func(a Attempt[R]) Attempt[R]
	// Digest names a record as the server compares it, and Decode reads one of
	// the server's. nil: the record as JSON.
	Digest func(r R) (string, error)
	Decode func(data json.RawMessage) (R, error)
}

// Rest is the error of a save that is done but for what belongs to the record.
// Title says what is missing.
type Rest struct {
	Title string
	Err   error
}

// Error implements error.
func (r *Rest) Error() string { return r.Err.Error() }

// Unwrap gives the cause.
func (r *Rest) Unwrap() error { return r.Err }

// Unsent is the error of a save that failed before it was sent. Title says what failed.
type Unsent Rest

func (u *Unsent) Error() string { return u.Err.Error() }

// Unwrap gives the cause.
func (u *Unsent) Unwrap() error { return u.Err }
