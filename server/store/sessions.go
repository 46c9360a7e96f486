package store

import "context"

// Session is an operator's server-side session, identified by the hash of the cookie's token.
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
	ProvedAt   int64  // last time the operator proved their identity
}

// Sessions keeps sessions. A revoked session leaves a tombstone until its expiry, at least for a
// day, so that a slow request can't restore the session.
type Sessions interface {
	// Session returns a session that isn't revoked and hasn't expired at now.
	Session(ctx context.Context, tokenHash string, now int64) (Session, error)
	// Sessions lists an operator's sessions that are alive at now, last seen first.
	Sessions(ctx context.Context, operatorID, now int64) ([]Session, error)
	// SaveSession inserts or updates a session. CreatedAt, Method and ProvedAt stay those of the first
	// save. A revoked session isn't changed.
	SaveSession(ctx context.Context, s Session) error
	// RevokeSession leaves a tombstone. An unknown session is no error: its tombstone refuses a late
	// save.
	RevokeSession(ctx context.Context, tokenHash string, now int64) error
	// RevokeOperator revokes all of an operator's sessions except the one named.
	RevokeOperator(ctx context.Context, operatorID int64, but string, now int64) error
	// EndOldSessions revokes an operator's sessions that were seen longest ago, so that at most keep
	// stay alive at now, and returns the number revoked. The one named always stays.
	EndOldSessions(ctx context.Context, operatorID int64, but string, keep int, now int64) (int64, error)
	// SweepSessions deletes sessions and tombstones that expired before now.
	SweepSessions(ctx context.Context, now int64) error
}
