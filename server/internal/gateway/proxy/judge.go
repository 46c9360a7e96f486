package proxy

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// result is the result of a call: for the audit, for the operator, and for the
// log.
type result struct {
	outcome string     // store.Outcome…
	detail  string     // the platform's code and safe words
	failure *api.Error // nil for a success
	cause   error      // logged; nil for a refusal that concerns only the operator
}

// judge classifies a call of e. An answer that isn't a success is released.
func judge(e *platform.Endpoint, answer *upstream.Answer, err error) result {
	if err == nil {
		err = answer.Err()
		var said *platform.Error
		if errors.As(err, &said) {
			said.Message = answer.Message()
			answer.Release()
		}
	}
	what, detail := upstream.OutcomeOf(err)
	if what == upstream.Unknown && !e.Changes() {
		what = upstream.NotDone
	}
	v := result{outcome: what.Audited(), detail: detail}
	if err != nil {
		_ = errors.As(upstream.Failure(err, what == upstream.Unknown), &v.failure)
	}
	if what != upstream.Refused {
		v.cause = err
	}
	return v
}

// unreadable gives the verdict on an answer of e that can't be decoded.
func unreadable(e *platform.Endpoint, err error) result {
	return judge(e, nil, &platform.UnreachableError{Path: e.Path, Err: err})
}

// fail logs a failure that has a cause and returns the answer.
func (p *Proxy) fail(ctx context.Context, c call, v result) error {
	if v.cause == nil {
		return v.failure
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err // the client left; nothing failed
	}
	p.Logger.WarnContext(ctx, "platform call failed", "path", c.endpoint.Path, "shop", c.scope.ShopID(),
		"answer", v.failure.Code, "unknown", v.failure.Unknown, "request", httpio.RequestID(ctx), "err", v.cause)
	return v.failure
}
