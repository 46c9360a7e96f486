package sqlstore_test

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
)

// plan lists the steps in which SQLite makes a query.
func plan(t *testing.T, query string, args ...any) (steps []string) {
	t.Helper()
	rows, err := sqlitetest.Open(t).DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil || len(steps) == 0 {
		t.Errorf("%d steps, %v", len(steps), err)
	}
	return steps
}

// The page of the webhooks reads an index of the inbox. Bug: it read all messages with their bodies, which took one of
// the four connections that read for seconds.
func TestWebhooksPageReadsNoBodies(t *testing.T) {
	t.Parallel()
	for _, query := range []string{sqlstore.CountMessages, sqlstore.StrangeMessages([]int64{1001, 1002})} {
		for _, step := range plan(t, query, 9) {
			if strings.HasPrefix(step, "SCAN inbox") && !strings.Contains(step, "COVERING INDEX") {
				t.Errorf("%s: %s", query, step)
			}
		}
	}
}

// The board and the history of many shops read the newest orders, and sort none; the board of one shop reads that
// shop's alone. Bugs: many shops read all orders that they ever had, and the board of one shop read what ended at all
// others, which took a connection that reads for up to a second.
func TestNewestOrdersAreReadByTime(t *testing.T) {
	t.Parallel()
	many := store.OrderQuery{Limit: 50, AfterPlaced: 7, AfterOrder: 8}
	for id := range int64(100) {
		many.Shops = append(many.Shops, id)
	}
	query, args := sqlstore.HistoryQuery(many)
	for index, steps := range map[string][]string{
		"orders_placed (placed_at<?)":                    plan(t, query, args...),
		"orders_ended (changed_at>?)":                    plan(t, sqlstore.EndedOrders(many.Shops), 7, 8),
		"orders_ended_shop (shop_id=? AND changed_at>?)": plan(t, sqlstore.EndedOrders([]int64{1}), 7, 8),
	} {
		if len(steps) != 1 || !strings.HasSuffix(steps[0], "USING INDEX "+index) {
			t.Errorf("%q, want the index %s alone", steps, index)
		}
	}
}
