package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

// History lists orders by PlacedAt and OrderID, descending.
func (s *Store) History(ctx context.Context, q store.OrderQuery) ([]store.Order, error) {
	if len(q.Shops) == 0 || q.Limit <= 0 {
		return nil, nil
	}
	var where []string
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	within := func(column string, values []any) {
		where = append(where, column+` IN `+placeholders(len(args), len(values)))
		args = append(args, values...)
	}
	where = append(where, `shop_id IN `+integers(q.Shops))
	if q.From != 0 {
		where = append(where, `placed_at >= `+arg(q.From))
	}
	if q.To != 0 {
		where = append(where, `placed_at < `+arg(q.To))
	}
	if len(q.Stages) > 0 {
		within("stage", anys(q.Stages))
	}
	for _, word := range q.Words {
		where = append(where, `search LIKE `+arg("%"+likely(text(word))+"%")+` ESCAPE '!'`)
	}
	if q.AfterOrder != 0 {
		placed, order := arg(q.AfterPlaced), arg(q.AfterOrder)
		where = append(where, fmt.Sprintf(`(placed_at < %s OR placed_at = %s AND order_id < %s)`, placed, placed, order))
	}
	return list(ctx, s, "list order history", scanOrder, selectOrder+` WHERE `+strings.Join(where, ` AND `)+
		` ORDER BY placed_at DESC, order_id DESC LIMIT `+arg(q.Limit), args...)
}

// likelyReplacer escapes the wildcards of LIKE.
var likelyReplacer = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

func likely(word string) string { return likelyReplacer.Replace(word) }
