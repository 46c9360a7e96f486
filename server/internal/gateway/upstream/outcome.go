package upstream

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Outcome classifies the result of a call.
type Outcome int

// The outcomes.
const (
	Done    Outcome = iota
	Refused         // the platform refused, and will refuse again
	NotDone         // the platform didn't act, but may act another time
	Unknown         // the platform may have acted
)

// Audited gives the audit's name of the outcome.
func (o Outcome) Audited() string {
	switch o {
	case Done:
		return store.OutcomeDone
	case Unknown:
		return store.OutcomeUnknown
	case Refused, NotDone:
	}
	return store.OutcomeRefused
}

// refusing are the statuses by which a platform refuses what it understood, where its refusal has words and no code
// (RFC 9110, 15.5). Others are said of the way to it: who asks, by which address, and how often.
var refusing = []int{http.StatusBadRequest, http.StatusConflict, http.StatusGone, http.StatusPreconditionFailed,
	http.StatusUnprocessableEntity, http.StatusLocked}

// OutcomeOf classifies a call that ended with err, and gives safe words for the audit.
func OutcomeOf(err error) (Outcome, string) {
	if err == nil {
		return Done, ""
	}
	var unreachable *platform.UnreachableError
	if errors.As(err, &unreachable) {
		if unreachable.Sent {
			return Unknown, "no answer"
		}
		return NotDone, "not sent"
	}
	if errors.Is(err, ErrToken) {
		return NotDone, "not sent: no access token"
	}
	var said *platform.Error
	if !errors.As(err, &said) {
		return NotDone, "not sent"
	}
	code := fmt.Sprintf("code %d, status %d", said.Code, said.Status)
	switch {
	case said.TooMany(), said.Authentication(), said.Status == http.StatusUnauthorized:
		return NotDone, code
	case said.Code == 0 && said.Message != "" && slices.Contains(refusing, said.Status):
		return Refused, fmt.Sprintf("status %d: %s", said.Status, Scrub(said.Message))
	case said.Malformed, said.Code == 0, said.Status >= http.StatusInternalServerError:
		if said.Status >= 400 && said.Status <= 499 {
			return NotDone, code
		}
		return Unknown, code
	}
	return Refused, fmt.Sprintf("code %d: %s", said.Code, Scrub(said.Message))
}

// Failure gives the answer for a failed call. lost tells whether the change may
// have been made: see [Unknown]. An error that is an answer stays; any other that
// comes neither from the platform nor from the way to it is our own store's.
func Failure(err error, lost bool) error {
	var (
		said   *platform.Error
		answer *api.Error
	)
	if errors.As(err, &answer) {
		return err
	}
	ours := !errors.As(err, &said) && !errors.Is(err, platform.ErrUnreachable) && !errors.Is(err, ErrToken)
	switch o, _ := OutcomeOf(err); {
	case ours:
		return httpio.Unavailable(err)
	case o == Refused:
		words := Scrub(said.Message)
		if words == "" {
			words = "The platform refused this without saying why."
		}
		answer := httpio.Refusal(api.CodeRefused, words)
		answer.Platform = said.Code
		return answer
	case said != nil && said.TooMany():
		return httpio.Caused(httpio.RetryAfter(api.CodePlatformBusy,
			"The platform takes no more calls right now. Nothing was changed; try again in a moment.", 1), err)
	case o == NotDone && !errors.Is(err, platform.ErrUnreachable):
		return httpio.Caused(httpio.Refusal(api.CodeConnection,
			"The platform does not accept our access. An owner must check the connection."), err)
	}
	words := "The platform does not answer. Nothing was changed; try again in a moment."
	if lost {
		words = "The platform's answer did not arrive: " +
			"it may or may not have made the change. Look before you try again."
	}
	answer = httpio.Refusal(api.CodePlatformDown, words)
	answer.Unknown = lost
	return httpio.Caused(answer, err)
}
