package token

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// replaced reports whether the answer's tokens, or tokens that came after them, are in the row. The times of tokens
// don't tell, because a replica's clock may have been ahead. If the row's refresh token doesn't open, the answer is
// kept.
func (v *Vault) replaced(row store.Connection, a *grantResult) bool {
	if a.New {
		return row.ConnectedAt >= a.ConnectedAt
	}
	refresh, err := v.open(row, "refresh")
	return err == nil && spentOf(refresh) != a.Spent
}

// accept uses new tokens at once and stores them. From here on only the end of this
// process can lose the tokens; with a spool, not even that.
func (v *Vault) accept(ctx context.Context, l *connectionState, a *grantResult) error {
	l.mu.Lock()
	if !a.New && !l.app && (l.answer != nil || v.replaced(l.row, a)) {
		l.mu.Unlock()
		return nil // the merchant has consented anew meanwhile
	}
	l.answer, l.doubt, l.refused, l.retryAt, l.alarm, l.failure = a, false, "", 0, OverdueNone, nil
	l.use(newHeld(a.Access, a.Issued, a.Expires, v.Jitter()))
	l.mu.Unlock()
	if !l.app {
		if err := v.spool.write(l.id, a); err != nil {
			v.Logger.ErrorContext(ctx, "new tokens not spooled", "connection", l.id, "err", err)
		}
	}
	return v.save(ctx, l)
}

// save stores the answer over the connection's row, even if the row was changed
// meanwhile; only another consent wins. When the store fails, the job tries again,
// and save returns no error to the caller that waits for a token. A save that has begun is finished even if ctx ends.
func (v *Vault) save(ctx context.Context, l *connectionState) error {
	ctx, cancel := background.Finish(ctx, RenewWithin)
	defer cancel()
	for {
		l.mu.Lock()
		a, row := l.answer, l.row
		l.mu.Unlock()
		if a == nil {
			return nil
		}
		row, err := v.sealed(l.id, row, a)
		if err == nil {
			err = v.write(ctx, l, row)
		}
		switch {
		case err == nil:
			l.mu.Lock()
			if l.answer == a {
				l.answer, l.doubt = nil, false
			}
			l.mu.Unlock()
			v.forgetSpooled(ctx, l.id)
			v.Ring()
			return nil
		case !errors.Is(err, store.ErrConflict):
			v.postpone(l, poll)
			v.Logger.ErrorContext(ctx, "new tokens in use but not stored", "connection", l.id, "err", err)
			v.Ring()
			return nil
		}
		stored, err := v.Store.Connection(ctx, l.id)
		switch {
		case errors.Is(err, store.ErrNotFound) && (a.New || l.app):
			l.mu.Lock()
			l.row.Version = 0
			l.mu.Unlock()
		case errors.Is(err, store.ErrNotFound):
			v.drop(ctx, l)
			return errNoToken // disconnected meanwhile
		case err != nil:
			v.answers(err)
			v.postpone(l, poll)
			return nil
		}
		v.take(ctx, l, stored)
	}
}

// sealed gives row with an answer's tokens, sealed.
func (v *Vault) sealed(id string, row store.Connection, a *grantResult) (store.Connection, error) {
	access, err := v.Sealer.Seal([]byte(a.Access), Place(id, "access"))
	if err != nil {
		return row, err
	}
	refresh := ""
	if id != store.AppConnection {
		if refresh, err = v.Sealer.Seal([]byte(a.Refresh), Place(id, "refresh")); err != nil {
			return row, err
		}
	}
	row.ID, row.SealedAccess, row.SealedRefresh = id, access, refresh
	row.IssuedAt, row.ExpiresAt = a.Issued, a.Expires
	row.RenewAt = newHeld(a.Access, a.Issued, a.Expires, v.Jitter()).renew
	row.State, row.LeaseOwner, row.LeaseUntil, row.SpentAt, row.Attempts,
		row.Trouble = store.ConnectionGood, "", 0, 0, 0, ""
	if a.New {
		row.OperatorID, row.Operator, row.ConnectedAt = a.OperatorID, a.Operator, a.ConnectedAt
	}
	return row, nil
}

// drop deletes a connection's tokens from memory and from the spool.
func (v *Vault) drop(ctx context.Context, l *connectionState) {
	l.mu.Lock()
	l.answer = nil
	l.current.Store(nil)
	l.mu.Unlock()
	v.forgetSpooled(ctx, l.id)
}

func (v *Vault) forgetSpooled(ctx context.Context, id string) {
	if err := v.spool.remove(id); err != nil {
		v.Logger.WarnContext(ctx, "spooled tokens not deleted", "connection", id, "err", err)
	}
}
