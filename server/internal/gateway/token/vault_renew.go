package token

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// errElsewhere is the error for a connection that another replica is renewing, or
// that must wait.
var errElsewhere = &platform.UnreachableError{Path: platform.PathToken, Err: errors.New("token: being renewed")}

// margin is the time before its end in which a token isn't presented, because calls
// take time and clocks differ.
const margin = 30 * time.Second

// newHeld makes a token in use, which is renewed at half of its life, more or less.
func newHeld(access Secret, issued, expires int64, jitter float64) *activeToken {
	life := expires - issued
	spread := 0.9 + 0.2*jitter
	return &activeToken{
		access:  access,
		issued:  issued,
		expires: expires,
		until:   expires - min(life/10, margin.Milliseconds()),
		renew:   issued + int64(float64(life)/2*spread),
	}
}

// The distance between tries doubles from minBackoff to maxBackoff, and to lapsedBackoff once nothing can be called
// because the platform doesn't answer: a new order lapses after five minutes.
const (
	minBackoff    = 5 * time.Second
	maxBackoff    = 5 * time.Minute
	lapsedBackoff = time.Minute
)

// RenewWithin bounds a whole renewal: the store, the call, the store again. Only tests change it.
var RenewWithin = 20 * time.Second

// renew joins the connection's renewal in flight or starts one, and waits for the
// renewal until ctx ends. The renewal itself outlives ctx, so that an issued token
// isn't lost when one caller leaves.
func (v *Vault) renew(ctx context.Context, l *connectionState) error {
	_, err := background.Share(ctx, &v.flights, l.id, func(ctx context.Context) (struct{}, error) {
		ctx, cancel := context.WithTimeout(ctx, RenewWithin)
		defer cancel()
		if l.app {
			return struct{}{}, v.obtain(ctx, l)
		}
		return struct{}{}, v.doDueWork(ctx, l)
	})
	return err
}

// doDueWork reads a connection's row and does its due work.
func (v *Vault) doDueWork(ctx context.Context, l *connectionState) error {
	row, err := v.Store.Connection(ctx, l.id)
	if errors.Is(err, store.ErrNotFound) {
		v.answers(nil)
		if l.unsaved() {
			return v.save(ctx, l)
		}
		l.current.Store(nil) // disconnected
		return errNoToken
	}
	v.answers(err)
	if err != nil {
		v.postpone(l, poll)
		return passing(err)
	}
	v.take(ctx, l, row)
	l.mu.Lock()
	now := v.Millis()
	due, unsaved := v.dueAt(l, now), l.answer != nil
	signIn := l.row.State == store.ConnectionSignIn
	l.mu.Unlock()
	switch {
	case unsaved:
		return v.save(ctx, l)
	case l.current.Load().usable(now) && (due == 0 || now < due):
		return nil
	case signIn:
		v.endAccess(ctx, l)
		return errSignIn
	case due == 0 || now < due:
		return errElsewhere
	}
	return v.presentRefreshToken(ctx, l)
}

func (v *Vault) postpone(l *connectionState, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retryAt = v.Millis() + wait.Milliseconds()
}

// presentRefreshToken presents the refresh token. Before the call, spend stores that the token
// may be spent, and by which replica; this also proves that the store can be
// written.
func (v *Vault) presentRefreshToken(ctx context.Context, l *connectionState) error {
	l.mu.Lock()
	row := l.row
	l.mu.Unlock()
	refresh, err := v.open(row, "refresh")
	if err != nil {
		v.Logger.ErrorContext(ctx, "stored tokens don't open", "connection", l.id, "err", err)
		v.postpone(l, maxBackoff)
		return refusal(err)
	}
	before, now := row.SpentAt, v.Millis()
	row.LeaseOwner, row.LeaseUntil = v.owner, now+lease.Milliseconds()
	if row.SpentAt == 0 {
		row.SpentAt = now
	}
	if err := v.write(ctx, l, row); err != nil {
		v.postpone(l, poll)
		if errors.Is(err, store.ErrConflict) {
			return errElsewhere // another replica was faster
		}
		return passing(err)
	}
	row.Version++
	if v.Millis() > row.LeaseUntil-2*callTimeout.Milliseconds() {
		return errElsewhere // the machine slept: the lease ends too soon for the call
	}
	l.mu.Lock()
	l.doubt = true // from here on the refresh token may be spent
	l.mu.Unlock()
	got, err := v.grants.Refresh(ctx, refresh)
	outcome := OutcomeOf(err)
	v.Count(outcome)
	if outcome != OutcomeDone {
		v.failed(ctx, l, row, before, err)
		return err
	}
	return v.accept(ctx, l, &grantResult{
		Access: got.Access, Refresh: got.Refresh, Spent: spentOf(refresh),
		Issued: now, Expires: now + got.Life.Milliseconds(),
	})
}

// write saves a row and makes the row the link's known one.
func (v *Vault) write(ctx context.Context, l *connectionState, row store.Connection) error {
	err := v.Store.SaveConnection(ctx, row)
	if !errors.Is(err, store.ErrConflict) {
		v.answers(err)
	}
	if err != nil {
		return err
	}
	row.Version++
	l.mu.Lock()
	defer l.mu.Unlock()
	if row.Version > l.row.Version {
		l.row = row
	}
	return nil
}

// endAccess stores that the access token of a connection that isn't renewed any more was refused before its end.
func (v *Vault) endAccess(ctx context.Context, l *connectionState) {
	l.mu.Lock()
	row := l.row
	l.mu.Unlock()
	now := v.Millis()
	if l.current.Load() != nil || row.ExpiresAt <= now {
		return
	}
	row.ExpiresAt = now
	if err := v.write(ctx, l, row); err != nil {
		v.Logger.ErrorContext(ctx, "end of an access not stored", "connection", l.id, "err", err)
	}
}

// failed records a failed renewal. Only the platform's refusal of this refresh
// token ends the connection.
func (v *Vault) failed(ctx context.Context, l *connectionState, row store.Connection, spentBefore int64, err error) {
	outcome := OutcomeOf(err)
	row.LeaseOwner, row.LeaseUntil = "", 0
	row.Attempts++
	row.Trouble = outcome.String()
	h, most := l.current.Load(), maxBackoff
	if outcome == OutcomeTransient || outcome == OutcomeUnknown {
		most = min(maxBackoff, max(lapsedBackoff, h.left(v.Millis())))
	}
	wait := time.Duration(float64(background.Backoff(minBackoff, most, row.Attempts)) * (0.9 + 0.2*v.Jitter()))
	switch outcome {
	case OutcomeSignIn:
		row.State, row.SpentAt = store.ConnectionSignIn, 0
		if h == nil { // its access token was refused, too
			row.ExpiresAt = min(row.ExpiresAt, v.Millis())
		}
	case OutcomeUnknown:
	case OutcomeDone, OutcomeRefused, OutcomeTransient:
		row.SpentAt = spentBefore
	}
	l.mu.Lock()
	l.doubt = outcome == OutcomeUnknown
	l.retryAt = v.Millis() + wait.Milliseconds()
	words := "connection not renewed"
	if l.app {
		l.failure, l.row.Attempts, words = err, row.Attempts, "access token not renewed"
	}
	l.mu.Unlock()

	level := slog.LevelWarn
	if outcome == OutcomeSignIn || !h.usable(v.Millis()) ||
		alarmAt(row.IssuedAt, row.ExpiresAt, v.Millis()) != OverdueNone {
		level = slog.LevelError
	}
	v.Logger.Log(ctx, level, words, "connection", l.id, "outcome", outcome.String(), "again_in", wait, "err", err)
	if l.app {
		return // a new application-level token can always be asked for
	}
	// The outcome is written even if the call has used up the time of ctx.
	ctx, cancel := background.Finish(ctx, poll)
	defer cancel()
	if err := v.write(ctx, l, row); err != nil {
		v.Logger.ErrorContext(ctx, "what came of a renewal not stored", "connection", l.id, "outcome",
			outcome.String(), "err", err)
	}
}
