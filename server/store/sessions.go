package store

import "context"

// Session is an operator's server-side session, named by the hash of the
// cookie's token.
type Session struct {
	TokenHash  string
	OperatorID int64 // 0 before sign-in
	Data       []byte
	CreatedAt  int64
	ExpiresAt  int64
	SeenAt     int64
	UserAgent  string
	Address    string
	Method     string // how the operator signed in
	ProvedAt   int64  // when they last proved who they are
}

// Sessions keeps sessions. A revoked one leaves a tombstone until it would
// have expired, and for a day at least, so that a slow request can't bring it
// back.
type Sessions interface {
	// Session finds a session that isn't revoked and hasn't expired at now.
	Session(ctx context.Context, tokenHash string, now int64) (Session, error)
	// Sessions lists an operator's sessions that are alive at now, seen last
	// first.
	Sessions(ctx context.Context, operatorID, now int64) ([]Session, error)
	// SaveSession inserts or updates a session, whose CreatedAt, Method and
	// ProvedAt stay those of the first save; on a revoked one it does nothing.
	SaveSession(ctx context.Context, s Session) error
	// RevokeSession leaves a tombstone. An unknown session is no error: the
	// tombstone is left all the same, so that its late save is refused.
	RevokeSession(ctx context.Context, tokenHash string, now int64) error
	// RevokeOperator revokes all of an operator's sessions but the one named.
	RevokeOperator(ctx context.Context, operatorID int64, but string, now int64) error
	// EndOldSessions revokes those of an operator's sessions alive at now that
	// were seen longest ago, so that so many stay, and tells how many it revoked.
	// The one named stays whatever it is.
	EndOldSessions(ctx context.Context, operatorID int64, but string, keep int, now int64) (int64, error)
	// SweepSessions deletes what expired before now, tombstones included.
	SweepSessions(ctx context.Context, now int64) error
}
