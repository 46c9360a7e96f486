package auth

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// Keys of a session's values.
const (
	keyOperator = "operator" // the operator's id, in decimal
	keyRemember = "remember" // "1": the longer lifetimes
	keyFirst    = "first"    // the session's name before proofs renamed it
	keyDevice   = "device"   // the hash of the device's number
)

// touchEvery is the least time by which a session's end must move before the
// session is written again.
const touchEvery = time.Minute

// sessionStore lets scs keep its sessions in our store. scs passes hashes of
// tokens, never tokens (scs.SessionManager.HashTokenInStore).
//
// Deleting leaves a tombstone: a slow request that loaded the session before it was
// signed out and commits it after finds its commit ignored. A session with damaged
// data is deleted; scs would answer an error to that operator until the session
// expires.
type sessionStore struct{ s *Service }

var _ scs.CtxStore = sessionStore{}

func (st sessionStore) FindCtx(ctx context.Context, tokenHash string) ([]byte, bool, error) {
	found, err := st.s.Store.Session(ctx, tokenHash, st.s.Millis())
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if _, err := decodeSession(found.Data); err != nil {
		return nil, false, st.DeleteCtx(ctx, tokenHash)
	}
	return found.Data, true, nil
}

// CommitCtx writes a session unless only its end changed, and by less than
// touchEvery. deadline is the latest end; CommitCtx applies the idle end.
func (st sessionStore) CommitCtx(ctx context.Context, tokenHash string, b []byte, deadline time.Time) error {
	data, err := decodeSession(b)
	if err != nil {
		return err
	}
	now := st.s.Now()
	row := store.Session{
		TokenHash: tokenHash, Data: b,
		CreatedAt: now.UnixMilli(), SeenAt: now.UnixMilli(),
		ExpiresAt: min(deadline.UnixMilli(), st.s.idleEnd(data, now)),
	}
	row.OperatorID, _ = strconv.ParseInt(data.Values[keyOperator], 10, 64) // 0: not signed in yet
	if in, ok := ctx.Value(startingKey{}).(starting); ok {
		row.Address, row.UserAgent, row.Method, row.ProvedAt = in.address, in.userAgent, in.method, in.provedAt
		return st.s.Store.StartSession(ctx, row, in.operator.Password)
	}
	old, err := st.s.Store.Session(ctx, tokenHash, now.UnixMilli())
	switch {
	case err == nil:
		row.CreatedAt = old.CreatedAt
		if bytes.Equal(old.Data, b) && row.ExpiresAt-old.ExpiresAt < touchEvery.Milliseconds() {
			return nil
		}
	case errors.Is(err, store.ErrNotFound):
		return nil // the session ended meanwhile, and a late commit must not bring it back
	default:
		return err
	}
	return st.s.Store.SaveSession(ctx, row)
}

// DeleteCtx revokes a session and drops its principal from this process's cache.
func (st sessionStore) DeleteCtx(ctx context.Context, tokenHash string) error {
	if tokenHash == hashOf("") {
		return nil // scs destroys sessions that never had a token
	}
	if err := st.s.Store.RevokeSession(ctx, tokenHash, st.s.Millis()); err != nil {
		return err
	}
	st.s.forget(tokenHash)
	return nil
}

// forget drops the principal of a session that has ended from this process's cache.
func (s *Service) forget(session string) {
	s.principals.drop(func(one string, _ *Principal) bool { return one == session })
}

// Find is FindCtx without a context; scs doesn't call it.
func (st sessionStore) Find(tokenHash string) ([]byte, bool, error) {
	return st.FindCtx(context.Background(), tokenHash)
}

// Commit is CommitCtx without a context; scs doesn't call it.
func (st sessionStore) Commit(tokenHash string, b []byte, deadline time.Time) error {
	return st.CommitCtx(context.Background(), tokenHash, b, deadline)
}

// Delete is DeleteCtx without a context; scs doesn't call it.
func (st sessionStore) Delete(tokenHash string) error {
	return st.DeleteCtx(context.Background(), tokenHash)
}

// firstName is the name with which a session began: a redirect that comes back after a
// proof, in another tab perhaps, finds the session by it.
func firstName(one store.Session, data sessionData) string {
	return cmp.Or(data.Values[keyFirst], one.TokenHash)
}

// idleEnd is the end of a session that isn't used again, in milliseconds.
func (s *Service) idleEnd(data sessionData, now time.Time) int64 {
	idle := idleLife
	if data.Values[keyRemember] != "" {
		idle = rememberedIdle
	}
	return now.Add(idle).UnixMilli()
}

// EndedKept is how long a session that ended by itself is kept, since its device may be missed (package ring).
const EndedKept = 24 * time.Hour

// newSweep makes the job that deletes ended sessions with their tombstones, and expired proofs.
func (s *Service) newSweep() *background.Job {
	return background.New(background.Config{
		Name: "sessions.sweep", Every: time.Hour, Clock: background.Deletes, Look: func(ctx context.Context) error {
			now := s.Millis()
			return errors.Join(s.Store.SweepSessions(ctx, now-EndedKept.Milliseconds()), s.Store.SweepProofs(ctx, now))
		},
	})
}
