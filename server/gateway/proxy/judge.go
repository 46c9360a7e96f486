package proxy

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

// verdict is what came of a call: for the audit, for the operator, and for the
// log.
type verdict struct {
	outcome string     // store.Outcome…
	detail  string     // a code and safe words
	failure *api.Error // nil for a success
	cause   error      // logged; nil for what is the operator's own matter
}

// judge tells what came of a call of e.
func judge(e *platform.Endpoint, answer *upstream.Answer, err error) verdict {
	if err != nil {
		var unreachable *platform.UnreachableError
		switch {
		case !errors.As(err, &unreachable):
			return disconnected("not sent: no access token", err)
		case unreachable.Sent:
			return down(e.Changes(), "no answer", err)
		}
		return down(false, "not sent", err)
	}
	failure := answer.Err()
	var said *platform.Error
	if !errors.As(failure, &said) {
		return verdict{outcome: store.OutcomeDone}
	}
	defer answer.Release()
	switch {
	case said.TooMany():
		return down(false, fmt.Sprintf("code %d, status %d", said.Code, said.Status), failure)
	case said.Authentication(), said.Malformed && said.Status == http.StatusUnauthorized:
		return disconnected(fmt.Sprintf("code %d, status %d", said.Code, said.Status), failure)
	case said.Malformed, said.Code == 0, said.Status >= http.StatusInternalServerError:
		// A status of the 4xx kind refuses before anything is done.
		acted := said.Status < 400 || said.Status > 499
		return down(acted && e.Changes(), fmt.Sprintf("code %d, status %d", said.Code, said.Status), failure)
	}
	words := answer.Message()
	if words == "" {
		words = "The platform refused this without saying why."
	}
	return verdict{
		outcome: store.OutcomeRefused,
		detail:  fmt.Sprintf("code %d: %s", said.Code, words),
		failure: &api.Error{
			Status: http.StatusUnprocessableEntity, Code: api.CodeRefused, Message: words, Platform: said.Code,
		},
	}
}

// down is a platform that gave no usable answer. Unknown tells whether it may
// have acted all the same.
func down(unknown bool, detail string, cause error) verdict {
	v := verdict{
		outcome: store.OutcomeRefused,
		detail:  detail,
		cause:   cause,
		failure: &api.Error{
			Status: http.StatusGatewayTimeout, Code: api.CodePlatformDown, Unknown: unknown,
			Message: "The platform does not answer. Nothing was changed; try again in a moment.",
		},
	}
	if unknown {
		v.outcome = store.OutcomeUnknown
		v.failure.Message = "The platform's answer did not arrive: it may or may not have made the change. Look before you try again."
	}
	return v
}

// disconnected is a platform that doesn't accept our access.
func disconnected(detail string, cause error) verdict {
	return verdict{
		outcome: store.OutcomeRefused,
		detail:  detail,
		cause:   cause,
		failure: &api.Error{
			Status: http.StatusBadGateway, Code: api.CodeConnection,
			Message: "The platform does not accept our access. An owner must check the connection.",
		},
	}
}

// fail logs what is not the operator's own matter and gives the answer.
func (p *Proxy) fail(ctx context.Context, c call, v verdict) error {
	if v.cause == nil {
		return v.failure
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err // the reader left; nothing failed
	}
	p.log.WarnContext(ctx, "platform call failed", "path", c.endpoint.Path, "shop", c.scope.ShopID(),
		"answer", v.failure.Code, "unknown", v.failure.Unknown, "request", httpio.RequestID(ctx), "err", v.cause)
	return v.failure
}
