package sqlstore

import (
	"context"
	"strconv"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// word is "" of a number.
	selectCodeNames = `SELECT kind, code, '' AS word, name, changed_by, changed_at FROM code_names
		UNION ALL SELECT kind, 0, code, name, changed_by, changed_at FROM code_words ORDER BY kind, word, code`
	upsertCode = ` (kind, code, name, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (kind, code) DO UPDATE SET name = excluded.name, changed_by = excluded.changed_by,
			changed_at = excluded.changed_at`
	upsertCodeName = `INSERT INTO code_names` + upsertCode
	upsertCodeWord = `INSERT INTO code_words` + upsertCode
	deleteCodeName = `DELETE FROM code_names WHERE kind = $1 AND code = $2`
	deleteCodeWord = `DELETE FROM code_words WHERE kind = $1 AND code = $2`
)

// CodeNames lists the names of the platform's codes.
func (s *Store) CodeNames(ctx context.Context) ([]store.CodeName, error) {
	return list(ctx, s, "list code names", func(row scanner, n *store.CodeName) error {
		var number int64
		err := row.Scan(&n.Kind, &number, &n.Code, &n.Name, &n.ChangedBy, &n.ChangedAt)
		if n.Code == "" {
			n.Code = strconv.FormatInt(number, 10)
		}
		return err
	}, selectCodeNames)
}

// NameCodes saves and deletes names in one transaction.
func (s *Store) NameCodes(ctx context.Context, names []store.CodeName) error {
	steps := make([]statement, len(names))
	for i, n := range names {
		upsert, drop, code := upsertCodeWord, deleteCodeWord, any(text(n.Code))
		if number, ok := n.Number(); ok {
			upsert, drop, code = upsertCodeName, deleteCodeName, number
		}
		steps[i] = step(nil, upsert, text(n.Kind), code, text(n.Name), text(n.ChangedBy), n.ChangedAt)
		if n.Name == "" {
			steps[i] = step(nil, drop, text(n.Kind), code)
		}
	}
	return s.changes(ctx, "name codes", steps...)
}
