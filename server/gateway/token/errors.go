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
var errLost = &platform.UnreachableError{Path: platform.PathToken,
	Err: errors.New("token: refused as soon as it was renewed")}

// definite lists the error codes of RFC 6749 that say our credentials are
// wrong; interface 7.2 has the platform's own.
var definite = map[string]bool{
	"invalid_client":         true,
	"invalid_grant":          true,
	"unauthorized_client":    true,
	"unsupported_grant_type": true,
}

// errNoToken is for a shop that no connection reaches.
var errNoToken = errors.New("token: no connection reaches this shop")

// errSignIn is for a connection that the platform doesn't renew any more.
var errSignIn = errors.New("token: the merchant must sign in again")

// Outcome is what came of asking for tokens.
type Outcome int

// The outcomes. Only after OutcomeUnknown may the platform have taken the code
// or refresh token without our having what it gave for it.
const (
	OutcomeDone    Outcome = iota
	OutcomeSignIn          // it doesn't take this code or refresh token: sign in again
	OutcomeRefused         // it doesn't take us: client_id, client_secret, signature, grant type
	OutcomePassing         // it wasn't reached, or refused for another reason; nothing was taken
	OutcomeUnknown         // no answer to say
)

// String is a word for logs and metrics.
func (o Outcome) String() string {
	return [...]string{"done", "sign_in", "refused", "passing", "unknown"}[o]
}

// grantError is a grant's failure.
type grantError struct {
	outcome Outcome
	err     error
}

func (e *grantError) Error() string { return e.err.Error() }

func (e *grantError) Unwrap() error { return e.err }

// OutcomeOf tells what a grant's error means.
func OutcomeOf(err error) Outcome {
	var failed *grantError
	switch {
	case err == nil:
		return OutcomeDone
	case errors.As(err, &failed):
		return failed.outcome
	}
	return OutcomeUnknown
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
