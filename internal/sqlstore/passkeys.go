package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	insertPasskey = `INSERT INTO passkeys (id, operator_id, name, credential, created_at, used_at)
		VALUES ($1, $2, $3, $4, $5, $6)`
	//nolint:gosec // a query: the credential is a column
	selectPasskeys = `SELECT id, operator_id, name, credential, created_at, used_at
		FROM passkeys WHERE operator_id = $1 ORDER BY created_at, id`
	usePasskey    = `UPDATE passkeys SET credential = $2, used_at = $3 WHERE id = $1`
	deletePasskey = `DELETE FROM passkeys WHERE operator_id = $1 AND id = $2`

	insertIdentity = `INSERT INTO identities (issuer, subject, operator_id, label, created_at)
		VALUES ($1, $2, $3, $4, $5)`
	identityColumns  = `SELECT issuer, subject, operator_id, label, created_at FROM identities WHERE `
	selectIdentity   = identityColumns + `issuer = $1 AND subject = $2`
	selectIdentities = identityColumns + `operator_id = $1 ORDER BY created_at, issuer`
	deleteIdentity   = `DELETE FROM identities WHERE operator_id = $1 AND issuer = $2`

	hasWayIn = `SELECT EXISTS (SELECT 1 FROM operators WHERE id = $1 AND password <> '')
		OR EXISTS (SELECT 1 FROM passkeys WHERE operator_id = $1)
		OR EXISTS (SELECT 1 FROM identities WHERE operator_id = $1)`

	insertProof = `INSERT INTO proofs (id_hash, purpose, operator_id, data, expires_at) VALUES ($1, $2, $3, $4, $5)`
	takeProof   = `DELETE FROM proofs WHERE id_hash = $1 AND purpose = $2 AND expires_at > $3
		RETURNING id_hash, purpose, operator_id, data, expires_at`
)

// AddPasskey adds a passkey.
func (s *Store) AddPasskey(ctx context.Context, p store.Passkey) error {
	return s.change(ctx, "add passkey", nil, insertPasskey, p.ID, p.OperatorID, text(p.Name), blob(p.Credential),
		p.CreatedAt, p.UsedAt)
}

// Passkeys lists an operator's passkeys, oldest first.
func (s *Store) Passkeys(ctx context.Context, operatorID int64) ([]store.Passkey, error) {
	return list(ctx, s, "list passkeys", func(row scanner, p *store.Passkey) error {
		return row.Scan(&p.ID, &p.OperatorID, &p.Name, &p.Credential, &p.CreatedAt, &p.UsedAt)
	}, selectPasskeys, operatorID)
}

// UsePasskey saves the credential and the time of a use.
func (s *Store) UsePasskey(ctx context.Context, id string, credential []byte, now int64) error {
	return s.change(ctx, "use passkey", store.ErrNotFound, usePasskey, id, blob(credential), now)
}

// RemovePasskey deletes an operator's passkey unless it is the only way to sign in.
func (s *Store) RemovePasskey(ctx context.Context, operatorID int64, id string) error {
	return s.removeWayIn(ctx, operatorID, deletePasskey, id)
}

// removeWayIn deletes one of an operator's ways to sign in. Concurrent calls for an operator run
// one after the other, so that they can't delete the last two.
func (s *Store) removeWayIn(ctx context.Context, operatorID int64, statement, which string) error {
	return s.transaction(ctx, "remove a way in", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrNotFound, lockOperator, operatorID); err != nil {
			return err
		}
		if err := exec(ctx, tx, store.ErrNotFound, statement, operatorID, which); err != nil {
			return err
		}
		var left bool
		if err := tx.QueryRowContext(ctx, hasWayIn, operatorID).Scan(&left); err != nil {
			return err
		}
		if !left {
			return store.ErrConflict
		}
		return nil
	})
}

// AddIdentity links an identity.
func (s *Store) AddIdentity(ctx context.Context, i store.Identity) error {
	return s.change(ctx, "add identity", nil, insertIdentity, text(i.Issuer), text(i.Subject), i.OperatorID,
		text(i.Label), i.CreatedAt)
}

// Identity returns an identity.
func (s *Store) Identity(ctx context.Context, issuer, subject string) (store.Identity, error) {
	return find(ctx, s, "find identity", scanIdentity, selectIdentity, text(issuer), text(subject))
}

// Identities lists an operator's identities, oldest first.
func (s *Store) Identities(ctx context.Context, operatorID int64) ([]store.Identity, error) {
	return list(ctx, s, "list identities", scanIdentity, selectIdentities, operatorID)
}

func scanIdentity(row scanner, i *store.Identity) error {
	return row.Scan(&i.Issuer, &i.Subject, &i.OperatorID, &i.Label, &i.CreatedAt)
}

// RemoveIdentity unlinks an operator from an issuer unless the identity is the only way to sign in.
func (s *Store) RemoveIdentity(ctx context.Context, operatorID int64, issuer string) error {
	return s.removeWayIn(ctx, operatorID, deleteIdentity, issuer)
}

// AddProof adds a pending proof.
func (s *Store) AddProof(ctx context.Context, p store.Proof) error {
	return s.change(ctx, "add proof", nil, insertProof, p.IDHash, p.Purpose, p.OperatorID,
		blob(p.Data), p.ExpiresAt)
}

// TakeProof returns and deletes a proof.
func (s *Store) TakeProof(ctx context.Context, idHash, purpose string, now int64) (p store.Proof, err error) {
	err = s.write.QueryRowContext(ctx, takeProof, idHash, purpose, now).Scan(&p.IDHash, &p.Purpose, &p.OperatorID,
		&p.Data, &p.ExpiresAt)
	return p, s.failed("take proof", err)
}

// SweepProofs deletes the proofs that expired before now.
func (s *Store) SweepProofs(ctx context.Context, now int64) error {
	return s.inSteps(ctx, "sweep proofs", "proofs", "id_hash", `expires_at < $1`, now)
}
