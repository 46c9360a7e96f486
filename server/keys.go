package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// KeyUse tells how many of the store's texts are sealed with a key.
type KeyUse struct {
	ID     string // of the key, as in the keys file
	Active bool   // seals new texts
	Held   bool   // is in the key ring
	Texts  int    // sealed with the key
}

// KeyUses counts the texts that each key sealed. A key ring of another store is an error (see
// [sealed.Keyring.Check]). KeyUses may run beside a running server.
func KeyUses(ctx context.Context, keys *sealed.Keyring, db store.Store) ([]KeyUse, error) {
	if err := keys.Check(ctx, db); err != nil {
		return nil, err
	}
	rows, err := db.Connections(ctx)
	if err != nil {
		return nil, fmt.Errorf("server: count sealed texts: %w", err)
	}
	var uses []KeyUse
	at := map[string]int{}
	for i, id := range keys.IDs() {
		at[id] = len(uses)
		uses = append(uses, KeyUse{ID: id, Active: i == 0, Held: true})
	}
	for _, row := range rows {
		for _, text := range []string{row.SealedAccess, row.SealedRefresh} {
			if text == "" {
				continue
			}
			id := sealed.KeyID(text)
			if _, ok := at[id]; !ok {
				at[id] = len(uses)
				uses = append(uses, KeyUse{ID: id})
			}
			uses[at[id]].Texts++
		}
	}
	return uses, nil
}

// RewrapKeys seals everything in the store with the active key, so that the others can be removed, and returns the
// number of changed connections. It may run beside a running server: a connection that is renewed meanwhile is tried
// again.
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
	for _, row := range rows {
		did, err := rewrap(ctx, db, sealer, row, active)
		if err != nil {
			return changed, fmt.Errorf("server: rewrap connection %s: %w", row.ID, err)
		}
		if did {
			changed++
		}
	}
	return changed, nil
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
			place := "connections/" + row.ID + "/" + column.name
			plain, err := sealer.Open(*column.text, place)
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
