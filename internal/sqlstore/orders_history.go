package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

// History lists orders by PlacedAt and OrderID, descending.
func (s *Store) History(ctx context.Context, q store.OrderQuery) ([]store.Order, error) {
	if len(q.Shops) == 0 || q.Limit <= 0 {
		return nil, nil
	}
	query, args := history(q)
	return listPast(ctx, s, "list order history", scanLean, query, args...)
}

func history(q store.OrderQuery) (query string, args []any) {
	var where []string
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	within := func(column string, values []any) {
		where = append(where, column+` IN `+placeholders(len(args), len(values)))
		args = append(args, values...)
	}
	where = append(where, ofShops(`shop_id`, q.Shops))
	if q.From != 0 {
		where = append(where, `placed_at >= `+arg(q.From))
	}
	if q.To != 0 {
		where = append(where, `placed_at < `+arg(q.To))
	}
	if len(q.Stages) > 0 {
		within("stage", anys(q.Stages))
	}
	if q.Odd {
		where = append(where, isOdd)
	}
	if len(q.Hours) > 0 {
		hours := make([]string, len(q.Hours))
		for i, h := range q.Hours {
			hours[i] = `placed_at >= ` + arg(h.From) + ` AND placed_at < ` + arg(h.To)
		}
		where = append(where, `(`+strings.Join(hours, ` OR `)+`)`)
	}
	for _, word := range q.Words {
		like := func(pattern string) string { return `search LIKE ` + arg(pattern) + ` ESCAPE '!'` }
		// A short number is part of most of the platform's long ones: it must be the day's, or in the words after them.
		if n, err := strconv.Atoi(word); err == nil && 0 <= n && n < 1000 {
			where = append(where, `(`+like(word+"\n%")+` OR `+like("%\n%\n%"+word+"%")+`)`)
		} else {
			where = append(where, like("%"+likely(text(word))+"%"))
		}
	}
	if q.AfterOrder != 0 {
		placed, order := arg(q.AfterPlaced), arg(q.AfterOrder)
		where = append(where, fmt.Sprintf(`placed_at <= %s AND (placed_at < %s OR order_id < %s)`, placed, placed, order))
	}
	query = leanOrder + ` FROM orders WHERE ` + strings.Join(where, ` AND `) + ` ORDER BY placed_at DESC, order_id DESC LIMIT ` +
		arg(q.Limit)
	return query, args
}

// likelyReplacer escapes the wildcards of LIKE.
var likelyReplacer = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

func likely(word string) string { return likelyReplacer.Replace(word) }

// leanOrder omits the platform's record, which is the larger part of a row, and the text that is searched.
const leanOrder = `SELECT shop_id, order_id, version, stage, placed_at, changed_at, data`

// isOdd is the condition of the index orders_odd.
const isOdd = `(stage = 'cancelled' OR refunds > 0)`

const selectFigures = `SELECT shop_id, placed_at, accepted_at, ready_at, sales, currency FROM orders
	WHERE placed_at >= $1 AND placed_at < $2 AND shop_id IN `

// FiguresOf lists the facts of the orders placed in [from, to). The index orders_history holds all
// columns of the query.
func (s *Store) FiguresOf(ctx context.Context, shops []int64, from, to int64) ([]store.OrderFigure, error) {
	if len(shops) == 0 {
		return nil, nil
	}
	query := selectFigures + integers(shops)
	return listPast(ctx, s, "list order figures", func(row scanner, f *store.OrderFigure) error {
		return row.Scan(&f.ShopID, &f.PlacedAt, &f.AcceptedAt, &f.ReadyAt, &f.Sales, &f.Currency)
	}, query, from, to)
}

// OddOrders lists the cancelled and refunded orders placed in [from, to).
func (s *Store) OddOrders(ctx context.Context, shops []int64, from, to int64) ([]store.Order, error) {
	if len(shops) == 0 {
		return nil, nil
	}
	return listPast(ctx, s, "list odd orders", scanLean, leanOrder+` FROM orders WHERE `+isOdd+`
		AND placed_at >= $1 AND placed_at < $2 AND shop_id IN `+integers(shops), from, to)
}

// waiting holds, for each kind of wait, the condition and the column with the start of the wait.
var waiting = map[store.Waiting]struct{ where, since string }{
	store.WaitingNew:   {`stage = 'new' AND stage IN ` + openStages, `placed_at`},
	store.WaitingLate:  {`stage IN ` + openStages + ` AND late_at > 0`, `late_at`},
	store.WaitingAsked: {`asked_at > 0`, `asked_at`},
}

// WaitingOrders lists orders that wait since before a moment. Usually there is none, and then no
// row is read.
func (s *Store) WaitingOrders(ctx context.Context, shops []int64, what store.Waiting, before int64,
	limit int) (w store.OrdersWaiting, err error) {
	look, known := waiting[what]
	if len(shops) == 0 || !known {
		return w, nil
	}
	where := ` FROM orders WHERE ` + look.where + ` AND shop_id IN `
	var next sql.NullInt64
	err = s.read.QueryRowContext(ctx, `SELECT COUNT(CASE WHEN `+look.since+` < $1 THEN 1 END), MIN(CASE WHEN `+look.since+
		` >= $1 THEN `+look.since+` END)`+
		where+integers(shops), before).Scan(&w.All, &next)
	w.Next = next.Int64
	if err != nil || w.All == 0 {
		return w, s.failed("count waiting orders", err)
	}
	w.Orders, err = list(ctx, s, "list waiting orders", scanLean, leanOrder+where+integers(shops)+` AND `+look.since+` < $1
		ORDER BY `+look.since+`, shop_id, order_id LIMIT $2`, before, max(0, limit))
	return w, err
}

func scanLean(row scanner, o *store.Order) error {
	return row.Scan(&o.ShopID, &o.OrderID, &o.Version, &o.Stage, &o.PlacedAt, &o.ChangedAt, &o.Data)
}
