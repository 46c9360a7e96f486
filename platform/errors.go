package platform

import (
	"errors"
	"fmt"
)

// The errors that callers branch on (interface 7). An [Error] matches one of the first
// four when it is an authentication error; an [UnreachableError] matches
// ErrUnreachable.
var (
	ErrSignature    = errors.New("platform: signature refused")
	ErrNoMerchant   = errors.New("platform: no merchant has authorised the application")
	ErrTokenExpired = errors.New("platform: access token has expired")
	ErrTokenInvalid = errors.New("platform: access token is invalid")
	ErrUnreachable  = errors.New("platform: unreachable")
)

// Error is a failure that the platform answered: a non-zero code, a status
// other than 2xx, or an answer that isn't an envelope.
//
// Message is the platform's own text. An authentication error's may hold a
// computed signature (interface 7.2), so Error leaves it out of its text:
// show it only after [Error.Authentication] said no.
type Error struct {
	Path      string
	Status    int // HTTP status
	Code      int // the envelope's code; 0 where a 4xx answer has words alone
	Message   string
	Malformed bool      // the answer wasn't an envelope, and says nothing in words
	AuthCodes AuthCodes // by which the code is understood
}

// Error gives path, status and code, never the platform's text.
func (e *Error) Error() string {
	if e.Malformed {
		return fmt.Sprintf("platform: %s: answer with status %d is not an envelope", e.Path, e.Status)
	}
	return fmt.Sprintf("platform: %s: code %d, status %d", e.Path, e.Code, e.Status)
}

// Is matches the authentication sentinels.
func (e *Error) Is(target error) bool {
	return !e.Malformed && target != nil && classify(e) == target
}

// Authentication reports whether the platform refused the caller rather than
// the request.
func (e *Error) Authentication() bool {
	return !e.Malformed && classify(e) != nil
}

// TooMany reports whether the platform refused because there are too many
// calls: nothing was done, and another time it will be.
func (e *Error) TooMany() bool { return e.Status == statusTooMany }

// UnreachableError is a call that got no answer. Sent tells whether the
// platform may have seen it: if so its outcome is unknown.
type UnreachableError struct {
	Path string // of the endpoint
	Sent bool   // false: nothing was done, and the call may be repeated
	Err  error  // the cause
}

// Error gives the path, whether the call was sent, and the cause.
func (e *UnreachableError) Error() string {
	return fmt.Sprintf("platform: %s: unreachable: %v", e.Path, e.Err)
}

// Unwrap gives the cause.
func (e *UnreachableError) Unwrap() error { return e.Err }

// Is matches ErrUnreachable.
func (e *UnreachableError) Is(target error) bool { return target == ErrUnreachable }
