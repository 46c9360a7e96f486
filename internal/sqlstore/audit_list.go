package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

// The outcome of an entry is in its own row or in a later row.
const selectEntries = `SELECT e.seq, e.at, e.operator_id, e.operator, e.address, e.shop_id, e.action, e.request, e.before,
		COALESCE(o.outcome, e.outcome), COALESCE(o.detail, e.detail),
		COALESCE(o.at, CASE WHEN e.outcome = 'intent' THEN 0 ELSE e.at END)
	FROM audit e LEFT JOIN audit o ON o.entry = e.seq AND o.entry <> o.seq
	WHERE e.entry = e.seq`

// Entries lists entries, newest first.
func (s *Store) Entries(ctx context.Context, q store.EntryQuery) ([]store.Entry, error) {
	if q.Limit <= 0 || q.Shops != nil && len(q.Shops) == 0 {
		return nil, nil
	}
	query, args := chosen(q)
	return list(ctx, s, "list audit", func(row scanner, e *store.Entry) error {
		err := row.Scan(&e.ID, &e.At, &e.OperatorID, &e.Operator, &e.Address, &e.ShopID, &e.Action, &e.Request, &e.Before,
			&e.Outcome, &e.Detail, &e.FinishedAt)
		e.Before = known(e.Before)
		return err
	}, query, args...)
}

// chosen returns the query for q and its arguments.
func chosen(q store.EntryQuery) (query string, args []any) {
	var b strings.Builder
	b.WriteString(selectEntries)
	and := func(condition string, values ...any) {
		b.WriteString(" AND " + fmt.Sprintf(condition, strings.Join(marks(len(args), len(values), "$%d"), ", ")))
		args = append(args, values...)
	}
	if q.Shops != nil {
		and("e.shop_id IN (%s)", anys(q.Shops)...)
	}
	if q.OperatorID != 0 {
		and("e.operator_id = %s", q.OperatorID)
	}
	if len(q.Kinds) > 0 {
		args = append(args, likes(q.Kinds)...)
		b.WriteString(" AND (" + strings.Join(marks(len(args)-len(q.Kinds), len(q.Kinds), "e.action LIKE $%d"), " OR ") + ")")
	}
	if q.From != 0 {
		and("e.at >= %s", q.From)
	}
	if q.To != 0 {
		and("e.at < %s", q.To)
	}
	if q.Before != 0 {
		and("e.seq < %s", q.Before)
	}
	args = append(args, q.Limit)
	fmt.Fprintf(&b, " ORDER BY e.seq DESC LIMIT $%d", len(args))
	return b.String(), args
}

// marks returns n placeholders numbered after after, each in the given form.
func marks(after, n int, form string) []string {
	all := make([]string, 0, n)
	for i := range n {
		all = append(all, fmt.Sprintf(form, after+i+1))
	}
	return all
}

// likes returns LIKE patterns for the actions of the kinds.
func likes(kinds []string) []any {
	all := make([]any, 0, len(kinds))
	for _, k := range kinds {
		all = append(all, strings.NewReplacer(`%`, ``, `_`, ``).Replace(k)+".%")
	}
	return all
}

// known returns b, or nil for empty bytes, which mean an unknown record.
func known(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}

// AuditPeople lists the operators who changed the shops, by name.
func (s *Store) AuditPeople(ctx context.Context, shops []int64) ([]store.AuditPerson, error) {
	if shops != nil && len(shops) == 0 {
		return nil, nil
	}
	query := `SELECT e.operator_id, e.operator FROM audit e
		JOIN (SELECT MAX(seq) AS seq FROM audit WHERE operator_id <> 0`
	if shops != nil {
		query += ` AND shop_id IN (` + strings.Join(marks(0, len(shops), "$%d"), ", ") + `)`
	}
	query += ` GROUP BY operator_id) latest ON latest.seq = e.seq ORDER BY e.operator, e.operator_id`
	return list(ctx, s, "list audit people", func(row scanner, p *store.AuditPerson) error {
		return row.Scan(&p.OperatorID, &p.Name)
	}, query, anys(shops)...)
}
