package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectOwner = `SELECT EXISTS (SELECT 1 FROM memberships WHERE shop_id = $1 AND role = $2)`
	replaceLink = `UPDATE setup SET token_hash = $1, expires_at = $2 WHERE id = 1`
	consumeLink = `UPDATE setup SET token_hash = NULL, expires_at = 0
		WHERE id = 1 AND token_hash = $1 AND expires_at > $2`
)

// HasOwner reports whether an owner of all shops exists.
func (s *Store) HasOwner(ctx context.Context) (has bool, err error) {
	err = s.write.QueryRowContext(ctx, selectOwner, store.AllShops, api.RoleOwner).Scan(&has)
	return has, s.failed("look for an owner", err)
}

// ReplaceSetupLink makes link, which must have a hash, the only setup link.
func (s *Store) ReplaceSetupLink(ctx context.Context, link store.SetupLink) error {
	if len(link.TokenHash) == 0 {
		return errors.New("sqlstore: replace setup link: it has no hash")
	}
	return s.change(ctx, "replace setup link", nil, replaceLink, link.TokenHash, link.ExpiresAt)
}

// CreateOwner consumes the link and creates the owner, in one transaction. Of two concurrent calls,
// the second waits for the link's row and finds the link consumed.
func (s *Store) CreateOwner(ctx context.Context, tokenHash []byte, now int64, o store.Operator) (id int64, err error) {
	err = s.transaction(ctx, "create owner", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrNotFound, consumeLink, blob(tokenHash), now); err != nil {
			return err
		}
		var has bool
		if err := tx.QueryRowContext(ctx, selectOwner, store.AllShops, api.RoleOwner).Scan(&has); err != nil {
			return err
		}
		if has {
			return store.ErrConflict
		}
		id, err = addOperator(ctx, tx, o, []store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}})
		doneBy(ctx, id)
		return err
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

const (
	selectMeta = `SELECT value FROM meta WHERE name = $1`
	setMeta    = `INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
	insertMeta = `INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
)

// Meta returns a value.
func (s *Store) Meta(ctx context.Context, name string) (string, error) {
	return value[string](ctx, s, "find meta", selectMeta, name)
}

// SetMeta sets a value.
func (s *Store) SetMeta(ctx context.Context, name, value string) error {
	return s.change(ctx, "set meta", nil, setMeta, name, text(value))
}

// PutMeta sets a value unless one is stored, and returns the stored one.
func (s *Store) PutMeta(ctx context.Context, name, value string) (string, error) {
	err := exec(ctx, s.write, store.ErrConflict, insertMeta, name, value)
	if errors.Is(err, store.ErrConflict) {
		return s.Meta(ctx, name)
	}
	if err != nil {
		return "", s.failed("put meta", err)
	}
	return value, nil
}
