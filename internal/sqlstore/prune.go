package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// prunedAtOnce is how many rows one transaction prunes, because other writers wait for it.
const prunedAtOnce = 1000

// inSteps deletes rows of a table in small steps. The condition has one parameter, $1.
func (s *Store) inSteps(ctx context.Context, doing, table, key, where string, limit int64) error {
	if s.dialect.Lock != "" {
		return s.failed(doing, s.inOrderedSteps(ctx, table, key, where, limit))
	}
	query := `DELETE FROM ` + table + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + table + ` WHERE ` + where +
		` LIMIT $2)`
	for {
		n, err := count(s.write.ExecContext(ctx, query, limit, prunedAtOnce))
		if err != nil || n < prunedAtOnce {
			return s.failed(doing, err)
		}
	}
}

// inOrderedSteps is inSteps for a database that locks rows: each step locks its rows as inOrder does. A step begins
// after the last key of the step before, because the deleted rows stay in the index for a while, and reading over them
// in each step would take longer with each step.
func (s *Store) inOrderedSteps(ctx context.Context, table, key, where string, limit int64) error {
	columns := strings.Count(key, ",") + 1
	args := []any{limit, prunedAtOnce}
	after, backwards := "", strings.ReplaceAll(key, ",", " DESC,")+" DESC"
	for {
		query := `WITH gone AS (DELETE FROM ` + table + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + table +
			` WHERE ` + where + after + ` ORDER BY ` + key + ` LIMIT $2` + s.dialect.Lock + `) RETURNING ` + key + `)
			SELECT COUNT(*) OVER (), ` + key + ` FROM gone ORDER BY ` + backwards + ` LIMIT 1`
		last := make([]any, columns)
		var n int
		into := []any{&n}
		for i := range last {
			into = append(into, &last[i])
		}
		err := s.write.QueryRowContext(ctx, query, args...).Scan(into...)
		if errors.Is(err, sql.ErrNoRows) || err == nil && n < prunedAtOnce {
			return nil
		}
		if err != nil {
			return err
		}
		args = append(args[:2], last...)
		after = ` AND (` + key + `) > ` + placeholders(2, columns)
	}
}
