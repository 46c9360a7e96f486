package auth

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// ErrHasOwner is returned by [Service.NewSetupLink] when an owner exists already.
var ErrHasOwner = errors.New("auth: there is an owner already")

// Answers of the authoriser and the handlers.
var (
	errSignedOut  = httpio.Refusal(api.CodeSignedOut, "Sign in to go on.")
	errBadSignIn  = httpio.Refusal(api.CodeBadSignIn, "The name or the password is wrong.")
	errForbidden  = httpio.Refusal(api.CodeForbidden, "Your role does not allow this.")
	errNotFound   = httpio.Refusal(api.CodeNotFound, "There is no such shop, or you do not look after it.")
	errNoDemo     = httpio.Refusal(api.CodeNotFound, "This is not a demonstration.")
	errHostSigns  = httpio.Refusal(api.CodeNotFound, "The site around this console signs people in and out.")
	errLinkUsed   = httpio.Refusal(api.CodeLinkUsed, "This link was used, or has expired.")
	errStepUp     = httpio.Refusal(api.CodeStepUp, "Prove once more who you are, then send it again.")
	errNobody     = httpio.Refusal(api.CodeNotFound, "There is no such person, or you may not see them.")
	errNoDevice   = httpio.Refusal(api.CodeNotFound, "There is no such device.")
	errNoWay      = httpio.Refusal(api.CodeNotFound, "This way to sign in isn't set up here.")
	errLastOwner  = httpio.Refusal(api.CodeLastOwner, "Somebody has to be owner of all shops.")
	errLastWay    = httpio.Refusal(api.CodeLastWay, "This is your only way to sign in.")
	errLoginTaken = httpio.Refusal(api.CodeLoginTaken, "Somebody has that sign-in name.")
	errProvider   = httpio.Refusal(api.CodeProvider, "The provider that signs people in does not answer.")
)

// slowDown asks the client to try again after wait.
func slowDown(wait time.Duration) *api.Error {
	return httpio.RetryAfter(api.CodeSlowDown, "Too many tries. Wait a little and try again.",
		max(1, int(math.Ceil(wait.Seconds()))))
}

// unavailable answers that the store failed, because without the store no asker can
// be identified.
func unavailable(doing string, err error) error {
	return httpio.Unavailable(fmt.Errorf("auth: %s: %w", doing, err))
}
