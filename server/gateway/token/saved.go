package token

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	connectionID = store.AppConnection
	place        = "connections/app/access"
)

// adopt takes over the stored token if it is younger than ours: our own of an
// earlier run, or another replica's. A store that fails, or a token that
// doesn't open, only means that we get our own.
func (k *Keeper) adopt(ctx context.Context) {
	c, err := k.store.Connection(ctx, connectionID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		k.setVersion(0)
		return
	case err != nil:
		k.log.ErrorContext(ctx, "stored access token can't be read", "err", err)
		return
	}
	k.setVersion(c.Version)
	if h := k.current.Load(); h != nil && h.issued >= c.IssuedAt {
		return
	}
	access, err := k.sealer.Open(c.SealedAccess, place)
	if err != nil {
		k.log.WarnContext(ctx, "stored access token doesn't open, obtaining another", "err", err)
		return
	}
	h := k.hold(Secret(access), c.IssuedAt, c.ExpiresAt)
	k.mu.Lock()
	defer k.mu.Unlock()
	if !h.usable(k.millis()) || h.access == k.refused {
		return
	}
	k.use(h)
	k.unsaved, k.failures, k.retryAt, k.failure, k.class = false, 0, 0, nil, NoError
}

func (k *Keeper) setVersion(version int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.version = version
}

// save stores h over the version that we know. When another replica was
// faster, its token is adopted and ours forgotten: all should use one. When
// the store fails, h stays in use and Run tries again.
func (k *Keeper) save(ctx context.Context, h *held) {
	sealed, err := k.sealer.Seal([]byte(h.access), place)
	if err != nil {
		k.notSaved(ctx, err)
		return
	}
	k.mu.Lock()
	version := k.version
	k.mu.Unlock()
	err = k.store.SaveConnection(ctx, store.Connection{
		ID: connectionID, SealedAccess: sealed, IssuedAt: h.issued, ExpiresAt: h.expires, Version: version,
	})
	switch {
	case err == nil:
		k.saved(version + 1)
	case errors.Is(err, store.ErrConflict):
		k.concede(ctx, h)
	default:
		k.notSaved(ctx, err)
	}
}

// concede gives h up for the token that was stored meanwhile. If that one is
// of no use, h stays and is stored over it by Run.
func (k *Keeper) concede(ctx context.Context, h *held) {
	if k.current.CompareAndSwap(h, nil) {
		k.adopt(ctx)
		if k.current.CompareAndSwap(nil, h) {
			k.notSaved(ctx, store.ErrConflict)
		}
	}
}

func (k *Keeper) saved(version int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.version, k.unsaved = version, false
	if k.class == Unsaved {
		k.failures, k.retryAt, k.class = 0, 0, NoError
	}
}

func (k *Keeper) notSaved(ctx context.Context, err error) {
	k.mu.Lock()
	k.failures++
	k.unsaved, k.class = true, Unsaved
	k.retryAt = k.millis() + k.backoff(k.failures).Milliseconds()
	k.mu.Unlock()
	k.log.ErrorContext(ctx, "access token in use but not stored", "err", err)
}
