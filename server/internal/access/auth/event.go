package auth

import (
	"context"
	"log/slog"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// Names of events of accounts, from OWASP's logging vocabulary. Events go to the
// log as the attribute "event", never with a typed login (which may be a password
// typed into the wrong field), a password or a token.
const (
	eventSignIn         = "authn_login_success"
	eventSignInAfter    = "authn_login_successafterfail"
	eventSignInFailed   = "authn_login_fail"
	eventSignInSlowed   = "authn_login_fail_max"
	eventTooMany        = "excess_rate_limit_exceeded"
	eventSignOut        = "authn_token_revoked"
	eventRevokedAll     = "authn_token_revoked_all"
	eventLinkMade       = "authn_token_created"
	eventLinkRefused    = "authn_token_reuse"
	eventOperator       = "user_created"
	eventForbidden      = "authz_fail"
	eventStepUp         = "authn_stepup"
	eventChanged        = "authz_change"
	eventPasswordHashed = "authn_password_rehash"
)

// event logs an event. Successes have the level Info, failures the level Warn.
func (s *Service) event(ctx context.Context, name string, args ...any) {
	level := slog.LevelInfo
	switch name {
	case eventSignInAfter, eventSignInFailed, eventSignInSlowed, eventTooMany, eventLinkRefused, eventForbidden:
		level = slog.LevelWarn
	}
	if id := httpio.RequestID(ctx); id != "" {
		args = append(args, "request", id)
	}
	s.log.Log(ctx, level, "auth", append([]any{"event", name}, args...)...)
}
