package httpio

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
)

// statuses has the status that each code travels with.
var statuses = map[api.Code]int{
	api.CodeMalformed:    http.StatusBadRequest,
	api.CodeDuplicateKey: http.StatusBadRequest,
	api.CodeUnknownField: http.StatusBadRequest,
	api.CodeTooLarge:     http.StatusBadRequest,
	api.CodeSignedOut:    http.StatusUnauthorized,
	api.CodeBadSignIn:    http.StatusUnauthorized,
	api.CodeBadPasskey:   http.StatusUnauthorized,
	api.CodeForbidden:    http.StatusForbidden,
	api.CodeStepUp:       http.StatusForbidden,
	api.CodeCrossOrigin:  http.StatusForbidden,
	api.CodeNotFound:     http.StatusNotFound,
	api.CodeMethod:       http.StatusMethodNotAllowed,
	api.CodeChanged:      http.StatusConflict,
	api.CodeNotOpen:      http.StatusConflict,
	api.CodeBusy:         http.StatusConflict,
	api.CodeLastOwner:    http.StatusConflict,
	api.CodeLastWay:      http.StatusConflict,
	api.CodeLoginTaken:   http.StatusConflict,
	api.CodeLinkUsed:     http.StatusGone,
	api.CodeInvalid:      http.StatusUnprocessableEntity,
	api.CodeRefused:      http.StatusUnprocessableEntity,
	api.CodeSlowDown:     http.StatusTooManyRequests,
	api.CodeTooMuch:      http.StatusTooManyRequests,
	api.CodePlatformBusy: http.StatusTooManyRequests,
	api.CodeInternal:     http.StatusInternalServerError,
	api.CodeConnection:   http.StatusBadGateway,
	api.CodeProvider:     http.StatusBadGateway,
	api.CodeUnavailable:  http.StatusServiceUnavailable,
	api.CodePlatformDown: http.StatusGatewayTimeout,
}

// Refusal gives the answer with a code and its status.
func Refusal(code api.Code, message string) *api.Error {
	return &api.Error{Status: statuses[code], Code: code, Message: message}
}

// Internal answers a failure of ours whose cause is only logged.
var Internal = Refusal(api.CodeInternal, "Something went wrong on our side. It has been logged.")

// Invalid answers a request that breaks rules.
func Invalid(message string, problems ...api.Problem) *api.Error {
	answer := Refusal(api.CodeInvalid, message)
	answer.Problems = problems
	return answer
}

// Changed answers a change of a record that another request has changed meanwhile,
// with the present record.
func Changed(message string, current any) error {
	answer := Refusal(api.CodeChanged, message)
	var err error
	if answer.Current, err = json.Marshal(current); err != nil {
		return err
	}
	return answer
}

// RetryAfter gives the answer with a code that asks the client to try again after some
// seconds.
func RetryAfter(code api.Code, message string, seconds int) *api.Error {
	answer := Refusal(code, message)
	answer.RetryAfter = seconds
	return answer
}

// Caused gives the answer with its cause, which is only logged.
func Caused(answer *api.Error, cause error) error { return fmt.Errorf("%w: %w", answer, cause) }

// Unavailable answers that our own store failed.
func Unavailable(cause error) error {
	return Caused(Refusal(api.CodeUnavailable, "Our own storage doesn't answer. Try again in a moment."), cause)
}
