package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectRows = `SELECT seq, entry, at, operator_id, operator, address, shop_id, action, request, before,
			outcome, detail, key_id, mac
		FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2`
	selectChain = `SELECT seq, mac, pruned, pruned_mac, pruned_key, pruned_end FROM audit_head WHERE id = 1`
	pruneHead   = `UPDATE audit_head SET pruned = $1, pruned_mac = $2, pruned_key = $3, pruned_end = $4
		WHERE id = 1 AND pruned < $1 AND seq >= $1`
	deleteRows = `DELETE FROM audit WHERE seq <= $1`
)

// SignAudit sets the signer of all rows written from now on.
func (s *Store) SignAudit(sign store.AuditSigner) { s.sign.Store(&sign) }

// AuditRows lists rows with a Seq greater than after, ordered by Seq.
func (s *Store) AuditRows(ctx context.Context, after int64, limit int) ([]store.AuditRow, error) {
	return list(ctx, s, "list audit rows", func(row scanner, r *store.AuditRow) error {
		e := &r.Content
		return row.Scan(&r.Seq, &r.Entry, &e.At, &e.OperatorID, &e.Operator, &e.Address, &e.ShopID, &e.Action,
			&e.Request, &e.Before, &e.Outcome, &e.Detail, &r.KeyID, &r.MAC)
	}, selectRows, after, limit)
}

// AuditHead reads both ends of the chain.
func (s *Store) AuditHead(ctx context.Context) (h store.AuditHead, err error) {
	err = s.read.QueryRowContext(ctx, selectChain).Scan(&h.Seq, &h.MAC, &h.PrunedSeq, &h.PrunedMAC,
		&h.PrunedKey, &h.PrunedSeal)
	return h, s.failed("read audit head", err)
}

// PruneAudit deletes the rows up to h.PrunedSeq.
func (s *Store) PruneAudit(ctx context.Context, h store.AuditHead) error {
	return s.transaction(ctx, "prune audit", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrConflict, pruneHead, h.PrunedSeq, blob(h.PrunedMAC), h.PrunedKey,
			blob(h.PrunedSeal)); err != nil {
			return err
		}
		return exec(ctx, tx, nil, deleteRows, h.PrunedSeq)
	})
}
