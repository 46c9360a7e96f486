package sqlstore

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	sessionColumns = `SELECT token_hash, operator_id, data, created_at, expires_at, seen_at, user_agent, address, method, proved_at
		FROM sessions WHERE revoked_at IS NULL AND expires_at > $2 AND `
	selectSession  = sessionColumns + `token_hash = $1`
	selectSessions = sessionColumns + `operator_id = $1 ORDER BY seen_at DESC, token_hash`

	upsertSession = `INSERT INTO sessions
		(token_hash, operator_id, data, created_at, expires_at, seen_at, user_agent, address, method, proved_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (token_hash) DO UPDATE SET
			operator_id = excluded.operator_id, data = excluded.data, expires_at = excluded.expires_at,
			seen_at = excluded.seen_at, user_agent = excluded.user_agent, address = excluded.address
		WHERE sessions.revoked_at IS NULL`

	// A tombstone holds no data, and lasts until $4 at least.
	revokeSession = `INSERT INTO sessions
		(token_hash, operator_id, data, created_at, expires_at, seen_at, user_agent, address, revoked_at)
		VALUES ($1, 0, $2, $3, $4, $3, '', '', $3)
		ON CONFLICT (token_hash) DO UPDATE SET
			data = excluded.data, revoked_at = excluded.revoked_at,
			expires_at = CASE WHEN sessions.expires_at < excluded.expires_at
				THEN excluded.expires_at ELSE sessions.expires_at END
		WHERE sessions.revoked_at IS NULL`

	// A session that continues under another token leaves a tombstone, like a revoked one.
	moveSession = `UPDATE sessions SET
			data = $2, revoked_at = $3,
			expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
		WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > $3`

	revokeOperator = `UPDATE sessions SET
			data = $3, revoked_at = $4,
			expires_at = CASE WHEN expires_at < $5 THEN $5 ELSE expires_at END
		WHERE operator_id = $1 AND token_hash <> $2 AND revoked_at IS NULL`

	// The inner query lists the sessions that stay, last seen first.
	endOldSessions = `UPDATE sessions SET
			data = $5, revoked_at = $4,
			expires_at = CASE WHEN expires_at < $6 THEN $6 ELSE expires_at END
		WHERE operator_id = $1 AND token_hash <> $2 AND revoked_at IS NULL AND expires_at > $4 AND token_hash NOT IN (
			SELECT token_hash FROM sessions
			WHERE operator_id = $1 AND token_hash <> $2 AND revoked_at IS NULL AND expires_at > $4
			ORDER BY seen_at DESC, token_hash LIMIT $3)`
)

// tombstoneLife is longer than any request. Otherwise a request that began before the revocation
// could save its session, with a later expiry, after the sweep.
const tombstoneLife = 24 * time.Hour

// Session finds a session that isn't revoked and hasn't expired at now.
func (s *Store) Session(ctx context.Context, tokenHash string, now int64) (store.Session, error) {
	return one(s, "find session", scanSession, s.hot.session.QueryRowContext(ctx, tokenHash, now))
}

// Sessions lists an operator's sessions that are alive, last seen first.
func (s *Store) Sessions(ctx context.Context, operatorID, now int64) ([]store.Session, error) {
	return list(ctx, s, "list sessions", scanSession, selectSessions, operatorID, now)
}

func scanSession(row scanner, found *store.Session) error {
	return row.Scan(
		&found.TokenHash, &found.OperatorID, &found.Data, &found.CreatedAt, &found.ExpiresAt,
		&found.SeenAt, &found.UserAgent, &found.Address, &found.Method, &found.ProvedAt)
}

// StartSession inserts a session. Changes that end the operator's sessions lock the operator's row
// too, so that they come before the check or after the session.
func (s *Store) StartSession(ctx context.Context, one store.Session, phc string) error {
	return s.changes(ctx, "start session",
		step(store.ErrNotFound, lockUnchanged, one.OperatorID, phc),
		step(nil, upsertSession, sessionRow(one)...))
}

// RenewSession revokes a session and inserts the one that continues it, with what its device said of ringing and its
// subscription.
func (s *Store) RenewSession(ctx context.Context, tokenHash string, one store.Session) error {
	return s.changes(ctx, "renew session",
		step(nil, lockOperator, one.OperatorID),
		step(store.ErrNotFound, moveSession, tokenHash, blob(nil), one.SeenAt, one.SeenAt+tombstoneLife.Milliseconds()),
		step(nil, upsertSession, sessionRow(one)...),
		step(nil, `UPDATE rings SET session = $2 WHERE session = $1`, tokenHash, one.TokenHash),
		step(nil, `UPDATE push_subscriptions SET session = $2 WHERE session = $1`, tokenHash, one.TokenHash))
}

// SaveSession inserts or updates a session. A revoked session isn't changed.
func (s *Store) SaveSession(ctx context.Context, one store.Session) error {
	_, err := s.hot.saveSession.ExecContext(ctx, sessionRow(one)...)
	return s.failed("save session", err)
}

func sessionRow(one store.Session) []any {
	return []any{one.TokenHash, one.OperatorID, blob(one.Data), one.CreatedAt, one.ExpiresAt, one.SeenAt,
		text(one.UserAgent), text(one.Address), one.Method, one.ProvedAt}
}

// RevokeSession leaves a tombstone.
func (s *Store) RevokeSession(ctx context.Context, tokenHash string, now int64) error {
	return s.change(ctx, "revoke session", nil, revokeSession, tokenHash, blob(nil), now, now+tombstoneLife.Milliseconds())
}

// RevokeOperator revokes all of an operator's sessions except the one named. Without the lock, its
// statement would wait for the old row of a session that is being renewed, and not see the new row.
func (s *Store) RevokeOperator(ctx context.Context, operatorID int64, but string, now int64) error {
	return s.changes(ctx, "revoke operator", step(nil, lockOperator, operatorID), revokeSessions(operatorID, but, now))
}

// revokeSessions revokes an operator's sessions in a transaction that holds the operator's row.
func revokeSessions(operatorID int64, but string, now int64) statement {
	return step(nil, revokeOperator, operatorID, but, blob(nil), now, now+tombstoneLife.Milliseconds())
}

// EndOldSessions leaves tombstones of the sessions beyond keep.
func (s *Store) EndOldSessions(ctx context.Context, operatorID int64, but string, keep int, now int64) (int64, error) {
	n, err := count(s.write.ExecContext(ctx, endOldSessions,
		operatorID, but, max(0, keep-1), now, blob(nil), now+tombstoneLife.Milliseconds()))
	return n, s.failed("end old sessions", err)
}

// SweepSessions deletes sessions and tombstones that expired before now.
func (s *Store) SweepSessions(ctx context.Context, now int64) error {
	return s.inSteps(ctx, "sweep sessions", "sessions", "token_hash", `expires_at < $1`, now)
}
