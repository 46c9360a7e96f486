package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// KeyUse tells how many of the store's texts are sealed with a key.
type KeyUse struct {
	ID     string // of the key, as in the keys file
	Active bool   // seals new texts
	Held   bool   // is in the key ring
	Texts  int    // of connections and orders; RewrapKeys seals them anew
	// Devices counts the subscriptions to notifications. A device subscribes again after the key is
	// removed.
	Devices int
	// Rows counts the rows of the audit that the key signed. Without the key nothing proves them.
	Rows int
}

// recordsAtOnce is how many records of orders, or rows of the audit, are read at once.
const recordsAtOnce = 500

// records calls do with each sealed record of an order.
func records(ctx context.Context, db store.Orders, do func(store.SealedRecord) error) error {
	for after := (store.SealedRecord{}); ; {
		page, err := db.Records(ctx, after, recordsAtOnce)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, after = range page {
			if err := do(after); err != nil {
				return err
			}
		}
	}
}

// KeyUses counts the texts that each key sealed, and the rows of the audit that it signed. A key ring of another store
// is an error (see [sealed.Keyring.Check]). KeyUses may run beside a running server. It doesn't count the answers in a
// spool folder, which is empty unless the store has failed.
func KeyUses(ctx context.Context, keys *sealed.Keyring, db store.Store) ([]KeyUse, error) {
	if err := keys.Check(ctx, db); err != nil {
		return nil, err
	}
	var uses []KeyUse
	at := map[string]int{}
	for i, id := range keys.IDs() {
		at[id] = len(uses)
		uses = append(uses, KeyUse{ID: id, Active: i == 0, Held: true})
	}
	named := func(id string) *KeyUse {
		if _, ok := at[id]; !ok {
			at[id] = len(uses)
			uses = append(uses, KeyUse{ID: id})
		}
		return &uses[at[id]]
	}
	of := func(text string) *KeyUse { return named(sealed.KeyID(text)) }
	rows, err := db.Connections(ctx)
	if err != nil {
		return nil, fmt.Errorf("server: count sealed texts: %w", err)
	}
	for _, row := range rows {
		for _, text := range []string{row.SealedAccess, row.SealedRefresh} {
			if text != "" {
				of(text).Texts++
			}
		}
	}
	if err := records(ctx, db, func(r store.SealedRecord) error { of(r.Record).Texts++; return nil }); err != nil {
		return nil, fmt.Errorf("server: count sealed texts: %w", err)
	}
	pushes, err := db.Pushes(ctx)
	if err != nil {
		return nil, fmt.Errorf("server: count sealed texts: %w", err)
	}
	for _, p := range pushes {
		of(p.Sealed).Devices++
	}
	err = signed(ctx, db, func(keyID string) { named(keyID).Rows++ })
	if err != nil {
		return nil, fmt.Errorf("server: count signed rows: %w", err)
	}
	return uses, nil
}

// signed calls do with the key of each row of the audit, and with the key that signed the audit's beginning.
func signed(ctx context.Context, db store.AuditChain, do func(keyID string)) error {
	head, err := db.AuditHead(ctx)
	if err != nil {
		return err
	}
	if head.PrunedSeq > 0 {
		do(head.PrunedKey)
	}
	for after := head.PrunedSeq; ; {
		rows, err := db.AuditRows(ctx, after, recordsAtOnce)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			after = row.Seq
			if row.KeyID != "" {
				do(row.KeyID)
			}
		}
	}
}

// RewrapKeys seals the texts of connections and orders with the active key, so that the others seal nothing any more,
// and returns the number of changed connections and orders. It may run beside a running server: rows that change
// meanwhile are tried again. The error names damaged texts, which stay as they are.
func RewrapKeys(ctx context.Context, keys *sealed.Keyring, db store.Store) (changed int, err error) {
	if err := keys.Check(ctx, db); err != nil {
		return 0, err
	}
	sealer, err := keys.Sub(purposeTokens)
	if err != nil {
		return 0, err
	}
	rows, err := db.Connections(ctx)
	if err != nil {
		return 0, fmt.Errorf("server: rewrap: %w", err)
	}
	active := keys.IDs()[0]
	var damaged []error
	for _, row := range rows {
		did, err := rewrap(ctx, db, sealer, row, active)
		if err != nil {
			err = fmt.Errorf("server: rewrap connection %s: %w", row.ID, err)
			if !errors.Is(err, sealed.ErrOpen) {
				return changed, err
			}
			damaged = append(damaged, err)
		}
		if did {
			changed++
		}
	}
	for {
		did, err := rewrapOrders(ctx, db, keys)
		changed += did
		if err != nil && !errors.Is(err, sealed.ErrOpen) || did == 0 {
			return changed, errors.Join(append(damaged, err)...)
		}
	}
}

// rewrapOrders seals the records of orders with the active key. A running server may overwrite a
// record with the former text meanwhile: call rewrapOrders until it changes nothing.
func rewrapOrders(ctx context.Context, db store.Orders, keys *sealed.Keyring) (changed int, err error) {
	sealer, err := keys.Sub(purposeOrders)
	if err != nil {
		return 0, err
	}
	active := keys.IDs()[0]
	var damaged []error
	err = records(ctx, db, func(r store.SealedRecord) error {
		if sealed.KeyID(r.Record) == active {
			return nil
		}
		place := orders.Place(r.ShopID, r.OrderID)
		plain, err := sealer.Open(r.Record, place)
		if errors.Is(err, sealed.ErrNoKey) {
			return nil // lost before: the order's page reads the record again
		}
		var anew string
		if err == nil {
			anew, err = sealer.Seal(plain, place)
		}
		if err == nil {
			err = db.ReplaceRecord(ctx, r, anew)
		}
		if err != nil && !errors.Is(err, store.ErrConflict) { // after a conflict the next call sees the new text
			err = fmt.Errorf("server: rewrap order %d of shop %d: %w", r.OrderID, r.ShopID, err)
			if errors.Is(err, sealed.ErrOpen) {
				damaged, err = append(damaged, err), nil
			}
			return err
		}
		changed++
		return nil
	})
	return changed, errors.Join(append(damaged, err)...)
}

func rewrap(ctx context.Context, db store.Connections, sealer *sealed.Keyring, row store.Connection,
	active string) (bool, error) {
	for {
		did := false
		for _, column := range []struct {
			name string
			text *string
		}{{"access", &row.SealedAccess}, {"refresh", &row.SealedRefresh}} {
			if *column.text == "" || sealed.KeyID(*column.text) == active {
				continue
			}
			place := token.Place(row.ID, column.name)
			plain, err := sealer.Open(*column.text, place)
			if errors.Is(err, sealed.ErrNoKey) {
				return false, nil // lost before: the merchant connects again
			}
			if err != nil {
				return false, err
			}
			if *column.text, err = sealer.Seal(plain, place); err != nil {
				return false, err
			}
			did = true
		}
		if !did {
			return false, nil
		}
		err := db.SaveConnection(ctx, row)
		if !errors.Is(err, store.ErrConflict) {
			return err == nil, err
		}
		if row, err = db.Connection(ctx, row.ID); errors.Is(err, store.ErrNotFound) {
			return false, nil // disconnected meanwhile
		} else if err != nil {
			return false, err
		}
	}
}
