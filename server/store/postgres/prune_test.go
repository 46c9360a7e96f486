package postgres_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
)

// Rows are deleted in steps. A deleted row stays in the index for a while, beside a dump for as long as the dump takes.
// Bug: each step read over all rows that the steps before had deleted, and so 360,000 shops of runs took two minutes.
func TestStepsOfPruningPassOverDeletedRows(t *testing.T) {
	t.Parallel()
	for table, tt := range map[string]struct {
		fill  string // with rows of the moments 1 to $1
		prune func(ctx context.Context, s *sqlstore.Store, before int64) error
	}{
		"leases": {
			`INSERT INTO leases (name, holder, until) SELECT md5(i::text), 'a', i FROM generate_series(1, $1) AS i`,
			func(ctx context.Context, s *sqlstore.Store, before int64) error { return s.PruneLeases(ctx, before) },
		},
		"push_claims": {
			`INSERT INTO push_claims (subscription_id, shop_id, order_id, event, at)
				SELECT md5((i % 9)::text), i % 7, i, 'e', i FROM generate_series(1, $1) AS i`,
			func(ctx context.Context, s *sqlstore.Store, before int64) error { return s.SweepPush(ctx, 0, before) },
		},
	} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			const rows = 20000
			address := postgrestest.Address(t)
			s := postgrestest.At(t, address)
			db := s.DB()
			db.SetMaxOpenConns(1) // the blocks are counted by a connection
			do := func(query string, args ...any) {
				t.Helper()
				if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
					t.Fatal(err)
				}
			}
			number := func(query string, args ...any) (n int) {
				t.Helper()
				if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			blocks := func() int {
				t.Helper()
				do(`SELECT pg_stat_force_next_flush()`)
				return number(`SELECT heap_blks_read + heap_blks_hit FROM pg_statio_user_tables WHERE relname = $1`, table)
			}
			do(tt.fill, rows)
			do(`ANALYZE ` + table)
			dump, err := postgrestest.At(t, address).DB().BeginTx(t.Context(),
				&sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = dump.Rollback() }()
			if err := dump.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(new(int)); err != nil {
				t.Fatal(err)
			}

			before := blocks()
			if err := tt.prune(t.Context(), s, rows); err != nil {
				t.Fatal(err)
			}
			if each := (blocks() - before) / rows; each > 8 {
				t.Errorf("%d blocks were read for each row, want a handful", each)
			}
			if n := number(`SELECT COUNT(*) FROM ` + table); n != 1 {
				t.Errorf("%d rows are left, want the one that isn't older", n)
			}
		})
	}
}
