package token

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/platform"
)

// errLost is the error when a token was refused between its renewal and its use.
var errLost = &platform.UnreachableError{Path: platform.PathToken,
	Err: errors.New("token: refused as soon as it was renewed")}

// definite lists the error codes of RFC 6749, and of RFC 6750 for a token, that say our credentials are
// wrong; interface 7.2 has the platform's own.
var definite = map[string]bool{
	"invalid_client":         true,
	"invalid_grant":          true,
	"invalid_token":          true,
	"unauthorized_client":    true,
	"unsupported_grant_type": true,
}

// errNoToken is the error for a shop that no connection reaches.
var errNoToken = errors.New("token: no connection reaches this shop")

// errSignIn is the error for a connection that the platform no longer renews.
var errSignIn = errors.New("token: the merchant must sign in again")

// Outcome classifies the result of a grant.
type Outcome int

// The outcomes. Only after OutcomeUnknown may the platform have spent the code or
// refresh token while its new tokens are lost.
const (
	OutcomeDone      Outcome = iota
	OutcomeSignIn            // the platform refuses this code or refresh token: sign in again
	OutcomeRefused           // the platform refuses the console: client_id, client_secret, signature, grant type
	OutcomeTransient         // the platform wasn't reached, or refused for another reason; nothing was spent
	OutcomeUnknown           // no usable answer
)

// String is a word for logs and metrics.
func (o Outcome) String() string {
	return [...]string{"done", "sign_in", "refused", "passing", "unknown"}[o]
}

// grantError is a grant's failure.
type grantError struct {
	outcome Outcome
	error
}

func (e *grantError) Unwrap() error { return e.error }

// OutcomeOf classifies a grant's error.
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

// Trouble is why the platform gives the application no token.
type Trouble string

// The troubles.
const (
	TroubleRefused    Trouble = "refused"     // the platform refuses our client_id, client_secret or signature
	TroubleNoMerchant Trouble = "no_merchant" // no merchant has authorised the application
	TroubleNoAnswer   Trouble = "down"        // the platform isn't reached, or has no time for us
	TroubleUnknown    Trouble = "unknown"     // the platform answers something that we don't know
)

// TroubleOf names the kind of a grant's failure for people, "" for none.
func TroubleOf(err error) Trouble {
	var said *platform.Error
	switch outcome := OutcomeOf(err); {
	case err == nil:
		return ""
	case errors.Is(err, platform.ErrNoMerchant):
		return TroubleNoMerchant
	case outcome == OutcomeRefused, outcome == OutcomeSignIn:
		return TroubleRefused
	case !errors.As(err, &said), said.TooMany(), said.Status >= http.StatusInternalServerError:
		return TroubleNoAnswer
	}
	return TroubleUnknown
}

// refusal wraps the error of a definite refusal.
func refusal(err error) error {
	return fmt.Errorf("token: the platform refuses our credentials: %w", err)
}

// passing wraps an error that may pass by itself. Sent stays false, because the
// call that waits for the token was not sent.
func passing(err error) error {
	return &platform.UnreachableError{Path: platform.PathToken, Err: err}
}

// Overdue is the part of its life, in percent, that a token has passed without a
// renewal: 0, 75 or 90. A renewal at half life keeps the alarm at 0.
type Overdue int

// The alarms.
const (
	OverdueNone     Overdue = 0
	OverdueLate     Overdue = 75
	OverdueCritical Overdue = 90
)

// part gives the moment at which percent of a life have passed.
func part(issued, expires int64, percent int64) int64 {
	return issued + (expires-issued)*percent/100
}

func alarmAt(issued, expires, now int64) Overdue {
	switch {
	case expires == 0:
		return OverdueNone
	case now >= part(issued, expires, int64(OverdueCritical)):
		return OverdueCritical
	case now >= part(issued, expires, int64(OverdueLate)):
		return OverdueLate
	}
	return OverdueNone
}
