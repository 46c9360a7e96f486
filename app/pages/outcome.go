package pages

import (
	"errors"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Outcome is what came of a try to save.
type Outcome int

// The outcomes.
const (
	OutcomeSaved     Outcome = iota
	OutcomeChanged           // somebody else was first; nothing was sent
	OutcomeInvalid           // the server found a rule broken; nothing was sent
	OutcomeSignedOut         // nothing was sent
	OutcomeFailed            // refused, or not sent
	OutcomeUnknown           // no answer to say whether it was done
)

// OutcomeOf reads the error of a save. Refusal is our server's answer, if that
// is what it was. What can't be told apart is unknown.
func OutcomeOf(err error) (outcome Outcome, refusal *api.Error) {
	var unreachable *platform.UnreachableError
	switch {
	case err == nil:
		return OutcomeSaved, nil
	case errors.As(err, &unreachable):
		if unreachable.Sent {
			return OutcomeUnknown, nil
		}
		return OutcomeFailed, nil
	case !errors.As(err, &refusal), refusal.Unknown:
		return OutcomeUnknown, refusal
	case refusal.Code == api.CodeChanged:
		return OutcomeChanged, refusal
	case refusal.Code == api.CodeInvalid:
		return OutcomeInvalid, refusal
	case refusal.Code == api.CodeSignedOut:
		return OutcomeSignedOut, refusal
	}
	return OutcomeFailed, refusal
}

// Failed says what wasn't done, or that this isn't known: no answer came.
func Failed(what string, err error) string {
	outcome, refusal := OutcomeOf(err)
	if outcome == OutcomeUnknown && (refusal != nil || errors.Is(err, platform.ErrUnreachable)) {
		return text.T("activity.outcome.unknown")
	}
	return what
}
