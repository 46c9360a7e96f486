package auth

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// ErrHasOwner is returned by [Service.NewSetupLink] when an owner exists already.
var ErrHasOwner = errors.New("auth: there is an owner already")

// Answers of the authoriser and the handlers.
var (
	errSignedOut = &api.Error{Status: http.StatusUnauthorized, Code: api.CodeSignedOut, Message: "Sign in to go on."}
	errBadSignIn = &api.Error{Status: http.StatusUnauthorized, Code: api.CodeBadSignIn,
		Message: "The name or the password is wrong."}
	errForbidden = &api.Error{Status: http.StatusForbidden, Code: api.CodeForbidden,
		Message: "Your role does not allow this."}
	errNotFound = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound,
		Message: "There is no such shop, or you do not look after it."}
	errNoDemo = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound,
		Message: "This is not a demonstration."}
	errHostSigns = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound,
		Message: "The site around this console signs people in and out."}
	errLinkUsed = &api.Error{Status: http.StatusGone, Code: api.CodeLinkUsed,
		Message: "This link was used, or has expired."}
	errStepUp = &api.Error{Status: http.StatusForbidden, Code: api.CodeStepUp,
		Message: "Prove once more who you are, then send it again."}
	errNobody = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound,
		Message: "There is no such person, or you may not see them."}
	errNoDevice = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound, Message: "There is no such device."}
	errNoWay    = &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound,
		Message: "This way to sign in isn't set up here."}
	errLastOwner = &api.Error{Status: http.StatusConflict, Code: api.CodeLastOwner,
		Message: "Somebody has to be owner of all shops."}
	errLastWay = &api.Error{Status: http.StatusConflict, Code: api.CodeLastWay,
		Message: "This is your only way to sign in."}
	errLoginTaken = &api.Error{Status: http.StatusConflict, Code: api.CodeLoginTaken,
		Message: "Somebody has that sign-in name."}
	errProvider = &api.Error{Status: http.StatusBadGateway, Code: api.CodeProvider,
		Message: "The provider that signs people in does not answer."}
	errUnavailable = &api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable,
		Message: "Our own store does not answer. Try again in a moment."}
)

// slowDown asks the client to try again after wait.
func slowDown(wait time.Duration) *api.Error {
	return &api.Error{
		Status:     http.StatusTooManyRequests,
		Code:       api.CodeSlowDown,
		Message:    "Too many tries. Wait a little and try again.",
		RetryAfter: max(1, int(math.Ceil(wait.Seconds()))),
	}
}

// unavailable logs the store's failure and answers 503, because without the store
// no asker can be identified. A client that went away is no failure.
func (s *Service) unavailable(ctx context.Context, doing string, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	s.log.ErrorContext(ctx, "auth: store failed", "doing", doing, "request", httpio.RequestID(ctx), "err", err)
	return errUnavailable
}
