package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	nextInChain = `UPDATE audit_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, mac`
	insertRow   = `INSERT INTO audit
		(seq, entry, at, operator_id, operator, address, shop_id, action, request, before, outcome, detail, key_id, mac)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`
	endOfChain   = `UPDATE audit_head SET mac = $1 WHERE id = 1`
	selectIntent = `SELECT outcome, EXISTS (SELECT 1 FROM audit WHERE entry = $1 AND seq <> $1)
		FROM audit WHERE seq = $1 AND entry = $1`
)

// Begin writes e as an intent and returns its ID.
func (s *Store) Begin(ctx context.Context, e store.Entry) (id int64, err error) {
	e.Outcome = store.OutcomeIntent
	err = s.transaction(ctx, "begin audit entry", func(tx *sql.Tx) error {
		id, err = s.append(ctx, tx, 0, e)
		return err
	})
	return id, err
}

// Finish records the outcome of the entry, once.
func (s *Store) Finish(ctx context.Context, id int64, outcome, detail string, now int64) error {
	switch outcome {
	case store.OutcomeDone, store.OutcomeRefused, store.OutcomeUnknown:
	default:
		return fmt.Errorf("sqlstore: finish audit entry: %q is no outcome", outcome)
	}
	return s.transaction(ctx, "finish audit entry", func(tx *sql.Tx) error {
		var begun string
		var finished bool
		if err := tx.QueryRowContext(ctx, selectIntent, id).Scan(&begun, &finished); err != nil {
			return err
		}
		if finished || begun != store.OutcomeIntent {
			return store.ErrConflict
		}
		_, err := s.append(ctx, tx, id, store.Entry{At: now, Outcome: outcome, Detail: detail})
		return err
	})
}

// append adds a row to the chain: a new entry, or the outcome of the entry numbered of.
func (s *Store) append(ctx context.Context, tx *sql.Tx, of int64, e store.Entry) (seq int64, err error) {
	var before []byte
	if err := s.hot.nextInChain.within(ctx, tx).QueryRowContext(ctx).Scan(&seq, &before); err != nil {
		return 0, err
	}
	if of == 0 {
		of = seq
	}
	row := store.AuditRow{Seq: seq, Entry: of, Content: storable(e)}
	if sign := s.sign.Load(); sign != nil {
		row.KeyID, row.MAC = (*sign)(before, row)
	}
	e = row.Content
	_, err = s.hot.insertRow.within(ctx, tx).ExecContext(ctx, seq, of, e.At, e.OperatorID, e.Operator, e.Address,
		e.ShopID, e.Action, blob(e.Request), blob(e.Before), e.Outcome, e.Detail, row.KeyID, blob(row.MAC))
	if err != nil {
		return 0, err
	}
	_, err = s.hot.endOfChain.within(ctx, tx).ExecContext(ctx, blob(row.MAC))
	return seq, err
}

// storable returns e as every engine returns it after a write; the signature covers this form.
func storable(e store.Entry) store.Entry {
	e.ID, e.FinishedAt = 0, 0
	e.Operator, e.Address, e.Action, e.Detail = text(e.Operator), text(e.Address), text(e.Action), text(e.Detail)
	return e
}

// together is an entry that is written in the transaction of a change.
type together struct {
	entry   store.Entry
	created int64   // the operator that the transaction created
	in      *sql.Tx // the transaction that the entry was written in last
	written bool    // and that is committed
}

type togetherKey struct{}

// WithAudit writes e in the transaction of the change that do makes.
func (s *Store) WithAudit(ctx context.Context, e store.Entry, do func(ctx context.Context) error) error {
	e.Outcome = store.OutcomeDone
	t := &together{entry: e}
	if err := do(context.WithValue(ctx, togetherKey{}, t)); err != nil {
		return err
	}
	if !t.written {
		return errors.New("sqlstore: " + e.Action +
			" was to be recorded together with a change, but nothing was changed in a transaction")
	}
	return nil
}

// doneBy says which operator the transaction created. An entry without an operator gets this one.
func doneBy(ctx context.Context, operatorID int64) {
	if t, ok := ctx.Value(togetherKey{}).(*together); ok {
		t.created = operatorID
	}
}

// record writes the transaction's entry, if there is one that isn't written yet.
func (s *Store) record(ctx context.Context, tx *sql.Tx) error {
	t, ok := ctx.Value(togetherKey{}).(*together)
	if !ok || t.written || t.in == tx {
		return nil
	}
	t.in = tx
	e := t.entry
	e.OperatorID = cmp.Or(e.OperatorID, t.created)
	_, err := s.append(ctx, tx, 0, e)
	return err
}

// recorded says that the transaction with the entry is committed.
func recorded(ctx context.Context) {
	if t, ok := ctx.Value(togetherKey{}).(*together); ok {
		t.written = true
	}
}

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
	return s.changes(ctx, "prune audit",
		step(store.ErrConflict, pruneHead, h.PrunedSeq, blob(h.PrunedMAC), h.PrunedKey, blob(h.PrunedSeal)),
		step(nil, deleteRows, h.PrunedSeq))
}
