package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectOrder = `SELECT shop_id, order_id, version, stage, placed_at, changed_at, search, data, record, read_at, due_at,
		accepted_at, late_at, refunds, asked_at, ready_at, sales, currency FROM orders`
	insertOrder = `INSERT INTO orders (shop_id, order_id, version, stage, placed_at, changed_at, search, data, record, read_at, due_at,
			accepted_at, late_at, refunds, asked_at, ready_at, sales, currency)
		VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT (shop_id, order_id) DO NOTHING`
	updateOrder = `UPDATE orders SET version = version + 1, stage = $3, placed_at = $4, changed_at = $5, search = $6,
			data = $7, record = $8, read_at = $9, due_at = $10,
			accepted_at = $11, late_at = $12, refunds = $13, asked_at = $14, ready_at = $15, sales = $16, currency = $17
		WHERE shop_id = $1 AND order_id = $2 AND version = $18`
	insertMoments = `INSERT INTO order_timeline (shop_id, order_id, at, data) VALUES `
	deleteMoments = `DELETE FROM order_timeline WHERE shop_id = $1 AND order_id = $2`
	upsertAct     = `INSERT INTO order_acts (shop_id, order_id, key, act, operator_id, state, answer, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (shop_id, order_id, key) DO UPDATE SET state = excluded.state, answer = excluded.answer, at = excluded.at`
	selectDue  = `SELECT shop_id, order_id, due_at FROM orders WHERE due_at `
	claimOrder = `UPDATE orders SET due_at = $4 WHERE shop_id = $1 AND order_id = $2 AND due_at = $3`
	openStages = `('new', 'preparing', 'ready', 'other')`
)

// dueOrders selects the longest overdue orders, at most $2, and after them those whose reads a clock that was ahead has
// put off. Both are read in the order of the index orders_due. Of two bounds SQLite goes by the first one.
var dueOrders = fmt.Sprintf(selectDue+`<= $1 AND due_at > 0 UNION ALL `+selectDue+`> `+wrongAfter+` + %d
		AND due_at > 0 AND (stage IN `+openStages+` OR due_at > `+wrongAfter+` + %d) ORDER BY due_at, order_id LIMIT $2`,
	store.PutOffOpen.Milliseconds(), store.PutOffEnded.Milliseconds())

// dueNew selects the due orders that wait to be accepted.
const dueNew = selectDue + `<= $1 AND due_at > 0 AND stage = 'new' ORDER BY due_at, order_id LIMIT $2`

// SaveOrders saves each order whose version is still the given one.
func (s *Store) SaveOrders(ctx context.Context, changes []store.OrderChange) ([]bool, error) {
	order := places(changes, func(a, b *store.OrderChange) int {
		return cmp.Or(cmp.Compare(a.Order.ShopID, b.Order.ShopID), cmp.Compare(a.Order.OrderID, b.Order.OrderID))
	})
	saved := make([]bool, len(changes))
	err := s.withEvents(ctx, "save orders", func(tx *sql.Tx) (events []store.Event, err error) {
		for _, i := range order {
			if saved[i], err = saveOrder(ctx, tx, &changes[i]); err != nil {
				return nil, err
			}
		}
		for i := range changes {
			if saved[i] {
				events = append(events, changes[i].Events...)
			}
		}
		return events, nil
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func saveOrder(ctx context.Context, tx *sql.Tx, c *store.OrderChange) (bool, error) {
	o := &c.Order
	query, args := versioned(o.Version, insertOrder, updateOrder,
		o.ShopID, o.OrderID, o.Stage, o.PlacedAt, o.ChangedAt, text(o.Search), blob(o.Data), o.Record, o.ReadAt, o.DueAt,
		o.AcceptedAt, o.LateAt, o.Refunds, o.AskedAt, o.ReadyAt, o.Sales, text(o.Currency))
	n, err := count(tx.ExecContext(ctx, query, args...))
	if err != nil || n == 0 {
		return false, err
	}
	if c.Retold {
		if err := exec(ctx, tx, nil, deleteMoments, o.ShopID, o.OrderID); err != nil {
			return false, err
		}
	}
	err = insertRows(ctx, tx, insertMoments, "", c.Timeline, func(args []any, m store.OrderMoment) []any {
		return append(args, o.ShopID, o.OrderID, m.At, blob(m.Data))
	})
	if a := c.Act; err == nil && a != nil {
		err = exec(ctx, tx, nil, upsertAct, a.ShopID, a.OrderID, text(a.Key), a.Act, a.OperatorID, a.State,
			blob(a.Answer), a.At)
	}
	return err == nil, err
}

// Order returns an order.
func (s *Store) Order(ctx context.Context, shopID, orderID int64) (store.Order, error) {
	return find(ctx, s, "find order", scanOrder, selectOrder+` WHERE shop_id = $1 AND order_id = $2`, shopID, orderID)
}

// Board lists the open orders, the orders with an unanswered refund request, and the other orders
// that ended since a moment.
func (s *Store) Board(ctx context.Context, shops []int64, since int64, limit int) ([]store.Order, error) {
	if len(shops) == 0 {
		return nil, nil
	}
	in := integers(shops)
	open, err := rowsOf(ctx, s.read, scanOrder, selectOrder+` WHERE stage IN `+openStages+` AND shop_id IN `+in+
		` UNION ALL `+selectOrder+` WHERE stage IN ('done', 'cancelled') AND asked_at > 0 AND shop_id IN `+in)
	if err != nil {
		return nil, s.failed("list open orders", err)
	}
	ended, err := rowsOf(ctx, s.read, scanOrder, endedOrders(shops), since, max(0, limit))
	all := append(open, ended...)
	slices.SortFunc(all, func(a, b store.Order) int {
		return cmp.Or(cmp.Compare(a.PlacedAt, b.PlacedAt), cmp.Compare(a.OrderID, b.OrderID))
	})
	return all, s.failed("list ended orders", err)
}

// endedOrders selects the orders of shops that ended since $1, at most $2. The index is orders_ended_shop, or
// orders_ended for many shops.
func endedOrders(shops []int64) string {
	return selectOrder + ` WHERE stage IN ('done', 'cancelled') AND asked_at = 0 AND changed_at >= $1 AND ` +
		ofShops(`shop_id`, shops) + ` ORDER BY changed_at DESC LIMIT $2`
}

// Timeline lists an order's entries, oldest first.
func (s *Store) Timeline(ctx context.Context, shopID, orderID int64) ([]store.OrderMoment, error) {
	return list(ctx, s, "list timeline", func(row scanner, m *store.OrderMoment) error {
		return row.Scan(&m.At, &m.Data)
	}, `SELECT at, data FROM order_timeline WHERE shop_id = $1 AND order_id = $2 ORDER BY at, id`, shopID, orderID)
}

// DueOrders lists orders that are due to be read.
func (s *Store) DueOrders(ctx context.Context, now int64, each, limit int) ([]store.DueOrder, error) {
	limit = max(0, limit)
	due, err := s.dueInTurn(ctx, dueOrders, now, each, limit)
	if err != nil || len(due) <= limit {
		return due, err
	}
	first, err := s.dueInTurn(ctx, dueNew, now, each, limit)
	due = slices.DeleteFunc(due, func(o store.DueOrder) bool { return slices.Contains(first, o) })
	return slices.Concat(first, due)[:limit], err
}

// dueInTurn lists due orders, the shops in turn, and more than limit if there are more. It reads on until it has orders
// of limit shops: those of other shops come after them.
func (s *Store) dueInTurn(ctx context.Context, query string, now int64, each, limit int) ([]store.DueOrder, error) {
	for most := 2 * limit; ; most *= 16 {
		due, err := list(ctx, s, "list due orders", func(row scanner, o *store.DueOrder) error {
			return row.Scan(&o.ShopID, &o.OrderID, &o.DueAt)
		}, query, now, most)
		turns, shops := inTurn(due, each)
		if err != nil || len(due) < most || shops >= limit {
			return turns, err
		}
	}
}

// inTurn lists the first order of each shop, then the second ones and so on, at most each of a shop.
func inTurn(due []store.DueOrder, each int) (turns []store.DueOrder, shops int) {
	of := map[int64]int{}
	var byTurn [][]store.DueOrder
	for _, o := range due {
		turn := of[o.ShopID]
		of[o.ShopID]++
		if turn >= each {
			continue
		}
		if turn == len(byTurn) {
			byTurn = append(byTurn, nil)
		}
		byTurn[turn] = append(byTurn[turn], o)
	}
	return slices.Concat(byTurn...), len(of)
}

// ClaimOrders changes the DueAt of orders whose DueAt is still as given.
func (s *Store) ClaimOrders(ctx context.Context, due []store.DueOrder, at int64) ([]bool, error) {
	order := places(due, func(a, b *store.DueOrder) int { // that of SaveOrders
		return cmp.Or(cmp.Compare(a.ShopID, b.ShopID), cmp.Compare(a.OrderID, b.OrderID))
	})
	claimed := make([]bool, len(due))
	err := s.transaction(ctx, "claim orders", func(tx *sql.Tx) error {
		for _, i := range order {
			n, err := count(tx.ExecContext(ctx, claimOrder, due[i].ShopID, due[i].OrderID, due[i].DueAt, at))
			if err != nil {
				return err
			}
			claimed[i] = n == 1
		}
		return nil
	})
	return claimed, err
}

// AskAgain makes due all orders that are open or have an unanswered refund request, and those placed since a moment:
// not all at once, since these are many. Versions stay, because nothing that screens show changes.
func (s *Store) AskAgain(ctx context.Context, at, placedSince int64) error {
	spread := fmt.Sprintf(`$1 + placed_at %% %d`, store.PutOffEnded.Milliseconds())
	for _, ask := range []struct { // each has an index
		due, where string
		args       []any
	}{
		{`$1`, `stage IN ` + openStages + ` AND (record <> '' OR read_at = 0) AND (due_at = 0 OR due_at > $1)`, []any{at}},
		{`$1`, `asked_at > 0 AND record <> '' AND (due_at = 0 OR due_at > $1)`, []any{at}},
		{spread, `record <> '' AND placed_at >= $2 AND due_at = 0`, []any{at, placedSince}},
	} {
		query := `UPDATE orders SET due_at = ` + ask.due + ` WHERE ` +
			s.inOrder("orders", "shop_id, order_id", ask.where)
		if err := exec(ctx, s.write, nil, query, ask.args...); err != nil {
			return s.failed("ask for orders again", err)
		}
	}
	return nil
}

// CountStage counts a shop's orders of a stage.
func (s *Store) CountStage(ctx context.Context, shopID int64, stage string) (int, error) {
	return value[int](ctx, s, "count orders",
		`SELECT COUNT(*) FROM orders WHERE shop_id = $1 AND stage = $2 AND stage IN `+openStages, shopID, stage)
}

// Act returns the act with a key.
func (s *Store) Act(ctx context.Context, shopID, orderID int64, key string) (a store.OrderAct, err error) {
	err = s.write.QueryRowContext(ctx, `SELECT shop_id, order_id, key, act, operator_id, state, answer, at FROM order_acts
		WHERE shop_id = $1 AND order_id = $2 AND key = $3`, shopID, orderID, text(key)).
		Scan(&a.ShopID, &a.OrderID, &a.Key, &a.Act, &a.OperatorID, &a.State, &a.Answer, &a.At)
	return a, s.failed("find act", err)
}

// OldRecords lists orders that still have a record.
func (s *Store) OldRecords(ctx context.Context, before int64, limit int) ([]store.Order, error) {
	return list(ctx, s, "list old records", scanOrder, selectOrder+
		` WHERE record <> '' AND placed_at < $1 ORDER BY placed_at LIMIT $2`, before, max(0, limit))
}

// Records lists the sealed records of the orders after an order.
func (s *Store) Records(ctx context.Context, after store.SealedRecord, limit int) ([]store.SealedRecord, error) {
	return list(ctx, s, "list records", func(row scanner, r *store.SealedRecord) error {
		return row.Scan(&r.ShopID, &r.OrderID, &r.Record)
	}, `SELECT shop_id, order_id, record FROM orders
		WHERE record <> '' AND (shop_id, order_id) > ($1, $2) ORDER BY shop_id, order_id LIMIT $3`,
		after.ShopID, after.OrderID, max(0, limit))
}

// ReplaceRecord replaces a sealed record.
func (s *Store) ReplaceRecord(ctx context.Context, r store.SealedRecord, record string) error {
	return s.change(ctx, "replace record", store.ErrConflict,
		`UPDATE orders SET record = $4 WHERE shop_id = $1 AND order_id = $2 AND record = $3`,
		r.ShopID, r.OrderID, r.Record, record)
}

// OrderSettings lists the saved settings of shops.
func (s *Store) OrderSettings(ctx context.Context, shops []int64) ([]store.OrderSettings, error) {
	if len(shops) == 0 {
		return nil, nil
	}
	query := `SELECT shop_id, version, data FROM order_settings WHERE shop_id IN ` + integers(shops) + ` ORDER BY shop_id`
	return list(ctx, s, "list order settings", func(row scanner, o *store.OrderSettings) error {
		return row.Scan(&o.ShopID, &o.Version, &o.Data)
	}, query)
}

// SaveOrderSettings replaces a shop's settings.
func (s *Store) SaveOrderSettings(ctx context.Context, o store.OrderSettings, e store.Event) error {
	return s.withEvents(ctx, "save order settings", func(tx *sql.Tx) ([]store.Event, error) {
		query, args := versioned(o.Version,
			`INSERT INTO order_settings (shop_id, version, data) VALUES ($1, 1, $2) ON CONFLICT (shop_id) DO NOTHING`,
			`UPDATE order_settings SET version = version + 1, data = $2 WHERE shop_id = $1 AND version = $3`,
			o.ShopID, blob(o.Data))
		return []store.Event{e}, exec(ctx, tx, store.ErrConflict, query, args...)
	})
}

func scanOrder(row scanner, o *store.Order) error {
	return row.Scan(&o.ShopID, &o.OrderID, &o.Version, &o.Stage, &o.PlacedAt, &o.ChangedAt, &o.Search, &o.Data, &o.Record,
		&o.ReadAt, &o.DueAt,
		&o.AcceptedAt, &o.LateAt, &o.Refunds, &o.AskedAt, &o.ReadyAt, &o.Sales, &o.Currency)
}
