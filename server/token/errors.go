package token

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
)

// Class is the kind of trouble a renewal had.
type Class string

// The classes.
const (
	NoError     Class = ""
	Refused     Class = "refused"     // the platform refuses our credentials: somebody must mend it
	Unreachable Class = "unreachable" // no usable answer: it may pass
	Unsaved     Class = "unsaved"     // the token is valid but couldn't be stored
)

// errLost is for a token that was refused between its renewal and its use.
var errLost = &platform.UnreachableError{Path: platform.PathToken, Err: errors.New("token: refused as soon as it was renewed")}

// definite lists the error codes of RFC 6749 that say our credentials are
// wrong; interface 7.2 has the platform's own.
var definite = map[string]bool{
	"invalid_client":         true,
	"invalid_grant":          true,
	"unauthorized_client":    true,
	"unsupported_grant_type": true,
}

// refusal is a definite refusal.
func refusal(err error) error {
	return fmt.Errorf("token: the platform refuses our credentials: %w", err)
}

// passing is trouble that may pass by itself. Sent stays false: whatever call
// waits for the token was not sent.
func passing(err error) error {
	return &platform.UnreachableError{Path: platform.PathToken, Err: err}
}

func classOf(err error) Class {
	switch {
	case err == nil:
		return NoError
	case errors.Is(err, platform.ErrUnreachable):
		return Unreachable
	}
	return Refused
}
