package api

import (
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// Code names what went wrong. The words for it are the browser's.
type Code string

// The codes, and the HTTP status each travels with.
const (
	CodeMalformed    Code = "malformed"        // 400: not JSON, of a wrong type, or trailing data
	CodeDuplicateKey Code = "duplicate_key"    // 400
	CodeUnknownField Code = "unknown_field"    // 400
	CodeTooLarge     Code = "too_large"        // 400
	CodeSignedOut    Code = "signed_out"       // 401: no session, or it ended
	CodeBadSignIn    Code = "bad_sign_in"      // 401: name or password wrong
	CodeBadPasskey   Code = "bad_passkey"      // 401: the passkey isn't one of this console's people, or answers too late
	CodeForbidden    Code = "forbidden"        // 403: the role doesn't allow it
	CodeStepUp       Code = "step_up"          // 403: prove once more who you are (PathStepUp), then send it again
	CodeCrossOrigin  Code = "cross_origin"     // 403: sent by another site
	CodeNotFound     Code = "not_found"        // 404: no such thing, or not yours
	CodeMethod       Code = "method"           // 405
	CodeChanged      Code = "changed"          // 409: someone changed it meanwhile; Current holds what it is now
	CodeNotOpen      Code = "not_open"         // 409: the platform already has the shop closed
	CodeBusy         Code = "busy"             // 409: someone is changing it right now; nothing was sent
	CodeLastOwner    Code = "last_owner"       // 409: the installation would be without an owner
	CodeLastWay      Code = "last_way"         // 409: the operator could not sign in any more
	CodeLoginTaken   Code = "login_taken"      // 409: somebody has that sign-in name
	CodeLinkUsed     Code = "link_used"        // 410: a one-time link that was used or withdrawn, or has expired
	CodeInvalid      Code = "invalid"          // 422: rules broken, see Problems
	CodeRefused      Code = "platform_refused" // 422: the platform's own refusal, in Message
	CodeSlowDown     Code = "slow_down"        // 429: too many tries; see RetryAfter
	CodeTooMuch      Code = "too_much"         // 429: a person asks for too much at once; see RetryAfter
	CodePlatformBusy Code = "platform_busy"    // 429: the platform takes no more calls; see RetryAfter
	CodeInternal     Code = "internal"         // 500
	CodeConnection   Code = "connection"       // 502: the platform doesn't accept our access; an owner must mend it
	CodeProvider     Code = "provider"         // 502: the provider that signs people in does not answer
	CodeUnavailable  Code = "unavailable"      // 503: our own store is down
	CodePlatformDown Code = "platform_down"    // 504: the platform doesn't answer; Unknown tells whether it may have acted
)

// Error is the body of every answer of ours that isn't a success.
type Error struct {
	Status     int             `json:"-"`
	Code       Code            `json:"code"`
	Message    string          `json:"message"`              // safe to show, in English
	Problems   []Problem       `json:"problems,omitempty"`   // with CodeInvalid
	Platform   int             `json:"platform,omitempty"`   // the platform's code, with CodeRefused
	Current    json.RawMessage `json:"current,omitempty"`    // the present record, with CodeChanged
	Unknown    bool            `json:"unknown,omitempty"`    // the call may have taken effect
	RetryAfter int             `json:"retryAfter,omitempty"` // seconds, with a status of 429
	Request    string          `json:"request,omitempty"`    // the request's id in our log
}

// CodeOf is the code of an error of our API, "" for any other.
func CodeOf(err error) Code {
	var refusal *Error
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Code
}

// Error gives the code and the message.
func (e *Error) Error() string { return "api: " + string(e.Code) + ": " + e.Message }

// ProblemPhoneImpossible is the one code of a [Problem] that isn't among those of
// package rules, because only the server can tell: no number of that country
// has so many digits, or no country has that area code. Args: the phone.
const ProblemPhoneImpossible = "phone_impossible"

// Problem is a broken rule: where, which, and with what values. Path is the
// API's own ("businessHourOfTheWeek.mon[1].endTime").
type Problem = rules.Problem

// The codes of a [Problem] of what people name and keep: groups, views, templates and bulk changes.
const (
	ProblemName      = "name"       // none, too long, or with control characters. Args: how many characters there may be
	ProblemNameTaken = "name_taken" // another has the name
	ProblemFull      = "full"       // as many as may be are kept already. Args: how many
)

// Problems are found one after another, in the order in which they are shown.
type Problems []Problem

// Add adds a problem.
func (p *Problems) Add(path, code string, args ...any) {
	*p = append(*p, Problem{Path: path, Code: code, Args: args})
}
