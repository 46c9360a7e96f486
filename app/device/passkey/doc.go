// Package passkey asks the browser for passkeys, in the JSON forms that the
// browser itself reads and writes. Both calls block until the person has
// answered: never call them on the UI goroutine.
package passkey

import "errors"

// Why there is no passkey.
var (
	ErrNone      = errors.New("passkey: this browser has none to offer")
	ErrCancelled = errors.New("passkey: cancelled") // by the person, or it took too long
	ErrKnown     = errors.New("passkey: this device has one already")
)
