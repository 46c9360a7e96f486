package token

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Status is the state of the application-level token, for readiness and
// diagnostics.
type Status struct {
	Valid     bool      // a token can be presented
	Held      bool      // a token can be presented, or could be since the start
	ExpiresAt time.Time // end of the token's life
	Alarm     Overdue   // part of its life passed without a renewal
	Failure   error     // of the last try to renew it, nil for none; see [TroubleOf]
}

// Status gives the state of the application-level token, nil where the server keeps
// none.
func (v *Vault) Status() *Status {
	l := v.app
	if l == nil {
		return nil
	}
	l.mu.Lock()
	s := Status{Held: l.had, Failure: l.failure}
	l.mu.Unlock()
	if h, now := l.current.Load(), v.Millis(); h.usable(now) {
		s.Valid, s.ExpiresAt, s.Alarm = true, time.UnixMilli(h.expires), alarmAt(h.issued, h.expires, now)
	}
	return &s
}

// obtain makes l.current an application-level token that isn't due for renewal:
// another replica's from the store, or a new one.
func (v *Vault) obtain(ctx context.Context, l *connectionState) error {
	row, err := v.Store.Connection(ctx, l.id)
	switch {
	case err == nil:
		v.take(ctx, l, row)
	case !errors.Is(err, store.ErrNotFound):
		v.Logger.ErrorContext(ctx, "stored access token can't be read", "err", err)
	}
	now, h := v.Millis(), l.current.Load()
	l.mu.Lock()
	row, failure := l.row, l.failure
	early, unsaved := now < l.retryAt, l.answer != nil
	l.mu.Unlock()
	switch {
	case h.usable(now) && now < h.renew && unsaved:
		return v.save(ctx, l)
	case h.usable(now) && now < h.renew:
		return nil // renewed since the caller looked
	case early && failure != nil:
		return failure
	}
	got, err := v.grants.App(ctx)
	v.Count(OutcomeOf(err))
	if err != nil {
		v.failed(ctx, l, row, 0, err)
		return err
	}
	return v.accept(ctx, l, &grantResult{Access: got.Access, Issued: now, Expires: now + got.Life.Milliseconds()})
}

// younger reports whether a stored application-level token replaces l's token that
// isn't stored yet, because all replicas should use one token. The caller holds the
// lock.
func (v *Vault) younger(l *connectionState, row store.Connection) bool {
	access, err := v.open(row, "access")
	return err == nil && access != l.refused && row.IssuedAt >= l.answer.Issued && v.Millis() < row.ExpiresAt
}
