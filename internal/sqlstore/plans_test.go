package sqlstore_test

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
)

// The page of the webhooks reads an index of the inbox. Bug: it read all messages with their bodies, which took one of
// the four connections that read for seconds.
func TestWebhooksPageReadsNoBodies(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	for _, query := range []string{sqlstore.CountMessages, sqlstore.StrangeMessages([]int64{1001, 1002})} {
		rows, err := s.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, 9)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for ; rows.Next(); steps++ {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN inbox") && !strings.Contains(step, "COVERING INDEX") {
				t.Errorf("%s: %s", query, step)
			}
		}
		if err := rows.Err(); err != nil || steps == 0 {
			t.Errorf("%d steps, %v", steps, err)
		}
	}
}
