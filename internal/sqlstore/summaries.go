package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectSummary = `SELECT operator_id, version, push, mail, minute, address, proved, language, pushed, mailed,
		tries, due_at FROM summaries`
	insertSummary = `INSERT INTO summaries (operator_id, version, push, mail, minute, address, proved, language,
			pushed, mailed, tries, due_at)
		SELECT id, 1, CAST($2 AS BOOLEAN), CAST($3 AS BOOLEAN), CAST($4 AS BIGINT), CAST($5 AS TEXT),
			CAST($6 AS BOOLEAN), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS BIGINT),
			CAST($11 AS BIGINT)
		FROM operators WHERE id = $1 ON CONFLICT (operator_id) DO NOTHING`
	updateSummary = `UPDATE summaries SET version = version + 1, push = $2, mail = $3, minute = $4, address = $5,
			proved = $6, language = $7, pushed = $8, mailed = $9, tries = $10, due_at = $11
		WHERE operator_id = $1 AND version = $12`
)

// Summary returns an operator's row.
func (s *Store) Summary(ctx context.Context, operatorID int64) (store.Summary, error) {
	return find(ctx, s, "find summary", scanSummary, selectSummary+` WHERE operator_id = $1`, operatorID)
}

// DueSummaries lists the rows that are due.
func (s *Store) DueSummaries(ctx context.Context, now int64, limit int) ([]store.Summary, error) {
	return list(ctx, s, "list due summaries", scanSummary,
		selectSummary+` WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at, operator_id LIMIT $2`, now, max(0, limit))
}

// SaveSummary saves a row if its version is still m.Version.
func (s *Store) SaveSummary(ctx context.Context, m store.Summary) error {
	query, args := versioned(m.Version, insertSummary, updateSummary,
		m.OperatorID, m.Push, m.Mail, m.Minute, text(m.Address), m.Proved, text(m.Language), text(m.Pushed),
		text(m.Mailed), m.Tries, m.DueAt)
	return s.change(ctx, "save summary", store.ErrConflict, query, args...)
}

func scanSummary(row scanner, m *store.Summary) error {
	return row.Scan(&m.OperatorID, &m.Version, &m.Push, &m.Mail, &m.Minute, &m.Address, &m.Proved, &m.Language,
		&m.Pushed, &m.Mailed, &m.Tries, &m.DueAt)
}
