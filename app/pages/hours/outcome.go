package hours

import (
	"errors"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// outcome is what came of a try to save.
type outcome int

const (
	outcomeSaved     outcome = iota
	outcomeChanged           // somebody else was first; nothing was sent
	outcomeInvalid           // the server found a rule broken; nothing was sent
	outcomeSignedOut         // nothing was sent
	outcomeFailed            // refused, or not sent
	outcomeUnknown           // no answer to say whether it was done
)

// outcomeOf reads the error of a save. What can't be told apart is unknown.
func outcomeOf(err error) outcome {
	var refusal *api.Error
	var unreachable *platform.UnreachableError
	switch {
	case err == nil:
		return outcomeSaved
	case errors.As(err, &unreachable):
		if unreachable.Sent {
			return outcomeUnknown
		}
		return outcomeFailed
	case !errors.As(err, &refusal), refusal.Unknown:
		return outcomeUnknown
	case refusal.Code == api.CodeChanged:
		return outcomeChanged
	case refusal.Code == api.CodeInvalid:
		return outcomeInvalid
	case refusal.Code == api.CodeSignedOut:
		return outcomeSignedOut
	}
	return outcomeFailed
}

// sameWeek compares two weeks of the platform's by their times.
func sameWeek(a, b *platform.Week) bool {
	a, b = canonical(a), canonical(b)
	for _, d := range platform.Days() {
		if !sameTimes(a.Day(d), b.Day(d)) {
			return false
		}
	}
	return true
}
