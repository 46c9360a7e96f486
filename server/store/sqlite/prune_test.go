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
