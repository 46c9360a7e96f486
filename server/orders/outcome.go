package orders

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/upstream"
)

// outcome is what came of a call.
type outcome int

const (
	done    outcome = iota
	refused         // the platform said no, and will again
	absent          // it didn't act, but may another time
	unknown         // it may have acted
)

// judge tells what came of a call, with safe words for the audit.
func judge(err error) (outcome, string) {
	if err == nil {
		return done, ""
	}
	var unreachable *platform.UnreachableError
	if errors.As(err, &unreachable) {
		if unreachable.Sent {
			return unknown, "no answer"
		}
		return absent, "not sent"
	}
	var said *platform.Error
	if !errors.As(err, &said) {
		return absent, "not sent: no access token"
	}
	code := fmt.Sprintf("code %d, status %d", said.Code, said.Status)
	switch {
	case said.Authentication(), said.Status == http.StatusUnauthorized:
		return absent, code
	case said.Malformed, said.Code == 0, said.Status >= http.StatusInternalServerError:
		if said.Status >= 400 && said.Status <= 499 {
			return absent, code
		}
		return unknown, code
	}
	return refused, fmt.Sprintf("code %d: %s", said.Code, upstream.Scrub(said.Message))
}

// failure is the answer for a call that didn't go well.
func failure(err error) error {
	var said *platform.Error
	switch o, _ := judge(err); {
	case o == refused && errors.As(err, &said):
		words := upstream.Scrub(said.Message)
		if words == "" {
			words = "The platform refused this without saying why."
		}
		return &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeRefused, Message: words, Platform: said.Code}
	case o == absent && !errors.Is(err, platform.ErrUnreachable):
		return wrap(&api.Error{Status: http.StatusBadGateway, Code: api.CodeConnection,
			Message: "The platform does not accept our access. An owner must check the connection."}, err)
	}
	return wrap(&api.Error{Status: http.StatusGatewayTimeout, Code: api.CodePlatformDown,
		Message: "The platform does not answer. Nothing was changed; try again in a moment."}, err)
}

func wrap(answer *api.Error, cause error) error { return fmt.Errorf("%w: %w", answer, cause) }

func unavailable(err error) error {
	return wrap(&api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable, Message: "Our own storage doesn't answer. Try again in a moment."}, err)
}
