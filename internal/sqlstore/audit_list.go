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
	return listPast(ctx, s, "list audit", func(row scanner, e *store.Entry) error {
		err := row.Scan(&e.ID, &e.At, &e.OperatorID, &e.Operator, &e.Address, &e.ShopID, &e.Action, &e.Request, &e.Before,
			&e.Outcome, &e.Detail, &e.FinishedAt)
		e.Before = known(e.Before)
		return err
	}, query, args...)
}

// chosen returns the query for q and its arguments. The entries of shops and those of their connections are two queries
// in one, each in the order of an index.
func chosen(q store.EntryQuery) (query string, args []any) {
	var b strings.Builder
	and := func(condition string, value any) {
		args = append(args, value)
		fmt.Fprintf(&b, " AND %s $%d", condition, len(args))
	}
	if q.OperatorID != 0 {
		and("e.operator_id <> 0 AND e.operator_id =", q.OperatorID) // the index audit_operator has no others
	}
	if len(q.Kinds) > 0 {
		likes := make([]string, len(q.Kinds))
		for i, kind := range q.Kinds {
			args = append(args, strings.NewReplacer(`%`, ``, `_`, ``).Replace(kind)+".%")
			likes[i] = fmt.Sprintf("e.action LIKE $%d", len(args))
		}
		b.WriteString(" AND (" + strings.Join(likes, " OR ") + ")")
	}
	if q.From != 0 {
		and("e.at >=", q.From)
	}
	if q.To != 0 {
		and("e.at <", q.To)
	}
	if q.Before != 0 {
		and("e.seq <", q.Before)
	}
	query = selectEntries + b.String()
	if q.Shops != nil {
		query = selectEntries + " AND " + ofShops("e.shop_id", q.Shops) + b.String() +
			" UNION ALL " + selectEntries + " AND e.shop_id = 0 AND " + connects(q.Shops) + b.String()
	}
	args = append(args, q.Limit)
	return fmt.Sprintf("%s ORDER BY 1 DESC LIMIT $%d", query, len(args)), args
}

// connects is the condition that an entry is about a connection of one of the shops, whose numbers end its detail.
func connects(shops []int64) string {
	return `e.action LIKE 'connections.%' AND EXISTS (SELECT 1 FROM shops s WHERE s.shop_id IN ` + integers(shops) + `
		AND ' ' || COALESCE(o.detail, e.detail) || ',' LIKE '% ' || s.shop_id || ',%')`
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
	return listPast(ctx, s, "list audit people", func(row scanner, p *store.AuditPerson) error {
		return row.Scan(&p.OperatorID, &p.Name)
	}, auditPeople(shops))
}

// auditPeople selects each person's name in their last entry. A few shops have their entries looked through. Of more
// shops, the index audit_operator is asked for one person after the other, and for the last entry of each.
func auditPeople(shops []int64) string {
	const people = `operator_id <> 0`
	ours := people
	if shops != nil {
		ours += ` AND ` + ofShops(`shop_id`, shops)
	}
	last := `SELECT MAX(seq) AS seq FROM audit WHERE ` + ours + ` GROUP BY operator_id`
	if shops == nil || len(shops) > fewShops {
		last = `WITH RECURSIVE person(id) AS (
				SELECT MIN(operator_id) FROM audit WHERE ` + people + `
				UNION ALL
				SELECT (SELECT MIN(operator_id) FROM audit WHERE ` + people + ` AND operator_id > person.id)
				FROM person WHERE id IS NOT NULL
			)
			SELECT (SELECT MAX(seq) FROM audit WHERE ` + ours + ` AND operator_id = person.id) AS seq FROM person`
	}
	return `SELECT e.operator_id, e.operator FROM audit e JOIN (` + last + `) latest ON latest.seq = e.seq
		ORDER BY e.operator, e.operator_id`
}
