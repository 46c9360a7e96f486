package sqlite_test

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
)

// Rows are pruned in steps, so a failure undoes only the last step. Bug: one statement held the only connection that
// writes while it read the whole table; messages of the platform were answered 503 meanwhile.
func TestPruningGoesInSmallSteps(t *testing.T) {
	t.Parallel()
	const rows, bad = 2500, 2400
	for table, prune := range map[string]func(s *sqlstore.Store) error{
		"events": func(s *sqlstore.Store) error { return s.PruneEvents(t.Context(), rows+1) },
		"inbox":  func(s *sqlstore.Store) error { return s.PruneInbox(t.Context(), rows+1) },
	} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			s := open(t, sqlitetest.File(t))
			events, messages := make([]store.Event, rows), make([]store.Message, rows)
			for i := range rows {
				events[i].At, events[i].Kind = int64(i), "a"
				messages[i] = store.Message{MessageID: fmt.Sprint(i), Holder: "a/1", ReceivedAt: int64(i)}
			}
			if err := s.AddEvents(t.Context(), events); err != nil {
				t.Fatal(err)
			}
			if _, err := s.AddMessages(t.Context(), messages); err != nil {
				t.Fatal(err)
			}
			for i := range messages {
				messages[i].State = store.MessageDone
			}
			if err := s.SaveMessages(t.Context(), messages); err != nil {
				t.Fatal(err)
			}
			if _, err := s.DB().ExecContext(t.Context(), fmt.Sprintf(`CREATE TRIGGER fail BEFORE DELETE ON %s
				WHEN old.%s = %d BEGIN SELECT RAISE(ABORT, 'damaged'); END`, table,
				map[string]string{"events": "seq", "inbox": "id"}[table], bad)); err != nil {
				t.Fatal(err)
			}
			if err := prune(s); err == nil {
				t.Error("no failure")
			}
			var left int
			if err := s.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&left); err != nil || left != 500 {
				t.Errorf("%d rows are left, %v", left, err)
			}
		})
	}
}

// The regression: ended sessions, old claims of notifications, proofs and shops of runs were deleted in one statement
// each, and orders waited for the only connection that writes.
func TestSweepsGoInSmallSteps(t *testing.T) {
	t.Parallel()
	const rows, bad = 2500, 2400
	for table, one := range map[string]struct {
		columns, values, bad string // i is the number of the row
		sweep                func(s *sqlstore.Store) error
	}{
		"sessions": {"token_hash, operator_id, data, created_at, expires_at, seen_at, user_agent, address",
			"i, 1, '', 0, i, 0, '', ''", "expires_at", func(s *sqlstore.Store) error {
				return s.SweepSessions(t.Context(), rows+1)
			}},
		"proofs": {"id_hash, purpose, operator_id, data, expires_at", "i, '', 1, '', i", "expires_at",
			func(s *sqlstore.Store) error { return s.SweepProofs(t.Context(), rows+1) }},
		"push_claims": {"subscription_id, shop_id, order_id, event, at", "'a', 1, i, '', i", "at",
			func(s *sqlstore.Store) error { return s.SweepPush(t.Context(), 0, rows+1) }},
		"push_subscriptions": {"id, session, operator_id, every_shop, language, sealed, created_at",
			"printf('%04d', i), i, 1, true, '', '', i", "created_at",
			func(s *sqlstore.Store) error { return s.SweepPush(t.Context(), 0, 0) }},
	} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			s := open(t, sqlitetest.File(t))
			for _, query := range []string{
				fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
					INSERT INTO %s (%s) SELECT %s FROM n`, rows-1, table, one.columns, one.values),
				fmt.Sprintf(`CREATE TRIGGER fail BEFORE DELETE ON %s
					WHEN old.%s = %d BEGIN SELECT RAISE(ABORT, 'damaged'); END`, table, one.bad, bad),
			} {
				if _, err := s.DB().ExecContext(t.Context(), query); err != nil {
					t.Fatal(err)
				}
			}
			if err := one.sweep(s); err == nil {
				t.Error("no failure")
			}
			var left int
			if err := s.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&left); err != nil || left != 500 {
				t.Errorf("%d rows are left, %v", left, err)
			}
			if _, err := s.DB().ExecContext(t.Context(), `DROP TRIGGER fail`); err != nil {
				t.Fatal(err)
			}
			if err := one.sweep(s); err != nil {
				t.Error(err)
			}
			if err := s.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&left); err != nil || left != 0 {
				t.Errorf("%d rows are left at the end, %v", left, err)
			}
		})
	}
}
