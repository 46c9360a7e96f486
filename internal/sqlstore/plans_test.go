package sqlstore_test

import (
	"slices"
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

var manyShops = []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}

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
	query, args := sqlstore.HistoryQuery(store.OrderQuery{Shops: manyShops, Limit: 50, AfterPlaced: 7, AfterOrder: 8})
	for index, steps := range map[string][]string{
		"orders_placed (placed_at<?)":                    plan(t, query, args...),
		"orders_ended (changed_at>?)":                    plan(t, sqlstore.EndedOrders(manyShops), 7, 8),
		"orders_ended_shop (shop_id=? AND changed_at>?)": plan(t, sqlstore.EndedOrders([]int64{1}), 7, 8),
	} {
		if len(steps) != 1 || !strings.HasSuffix(steps[0], "USING INDEX "+index) {
			t.Errorf("%q, want the index %s alone", steps, index)
		}
	}
}

// The list of people in the audit is read by a look into an index for each, and the entries of one person or of many
// shops are read without a sort. Bug: the list of people read the whole audit with each page, and the entries of one
// person did so until enough were found.
func TestAuditIsNotReadWhole(t *testing.T) {
	t.Parallel()
	const byPerson = "SEARCH e USING INDEX audit_operator (operator_id=?)"
	const byShop = "SEARCH e USING INDEX audit_shop (shop_id=?)"
	const byNumber = "SCAN e USING INDEX sqlite_autoindex_audit_1"
	for name, tt := range map[string]struct {
		query store.EntryQuery
		want  string
	}{
		"a person":                {store.EntryQuery{OperatorID: 7}, byPerson},
		"a person and many shops": {store.EntryQuery{OperatorID: 7, Shops: manyShops}, byPerson},
		"a shop":                  {store.EntryQuery{Shops: []int64{1}}, byShop},
		"many shops":              {store.EntryQuery{Shops: manyShops}, byNumber},
	} {
		query, args := sqlstore.AuditEntries(tt.query)
		steps := plan(t, query, args...)
		if !slices.Contains(steps, tt.want) || strings.Contains(strings.Join(steps, "\n"), "USE TEMP B-TREE") {
			t.Errorf("%s: %q, want %q and no sort", name, steps, tt.want)
		}
	}
	for index, shops := range map[string][]int64{
		"COVERING INDEX audit_operator": nil, "COVERING INDEX audit_operator (operator_id=?)": manyShops,
		"INDEX audit_shop (shop_id=?)": {1, 2},
	} {
		steps := plan(t, sqlstore.AuditPeople(shops))
		if !slices.Contains(steps, "SEARCH audit USING "+index) {
			t.Errorf("people of %v: %q, want the index %s", shops, steps, index)
		}
		for _, step := range steps {
			if strings.HasPrefix(step, "SCAN") && !strings.HasSuffix(step, "person") && !strings.HasSuffix(step, "latest") {
				t.Errorf("people of %v: %s", shops, step)
			}
		}
	}
}

// Due orders are read in the order of an index, which is all that is looked into for overdue ones. Bug: each look
// sorted all that was due, which was every open order after a start.
func TestDueOrdersAreNotSorted(t *testing.T) {
	t.Parallel()
	steps := plan(t, sqlstore.DueOrders, 7, 8)
	want := []string{
		"MERGE (UNION ALL)",
		"LEFT", "SEARCH orders USING COVERING INDEX orders_due (due_at>? AND due_at<?)",
		"RIGHT", "SEARCH orders USING INDEX orders_due (due_at>?)",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("%q, want %q", steps, want)
	}
}
