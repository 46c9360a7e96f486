package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectCodeNames = `SELECT kind, code, name, changed_by, changed_at FROM code_names ORDER BY kind, code`
	upsertCodeName  = `INSERT INTO code_names (kind, code, name, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (kind, code) DO UPDATE SET name = excluded.name, changed_by = excluded.changed_by,
			changed_at = excluded.changed_at`
	deleteCodeName = `DELETE FROM code_names WHERE kind = $1 AND code = $2`
)

// CodeNames lists the names of the platform's codes.
func (s *Store) CodeNames(ctx context.Context) ([]store.CodeName, error) {
	return list(ctx, s, "list code names", func(row scanner, n *store.CodeName) error {
		return row.Scan(&n.Kind, &n.Code, &n.Name, &n.ChangedBy, &n.ChangedAt)
	}, selectCodeNames)
}

// NameCodes saves and deletes names in one transaction.
func (s *Store) NameCodes(ctx context.Context, names []store.CodeName) error {
	return s.transaction(ctx, "name codes", func(tx *sql.Tx) error {
		for _, n := range names {
			query, args := upsertCodeName, []any{text(n.Kind), n.Code, text(n.Name), text(n.ChangedBy), n.ChangedAt}
			if n.Name == "" {
				query, args = deleteCodeName, args[:2]
			}
			if err := exec(ctx, tx, nil, query, args...); err != nil {
				return err
			}
		}
		return nil
	})
}
