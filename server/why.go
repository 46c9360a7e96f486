package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

// Why tells in lines of plain English why an order rang on screens or didn't: what is kept of its messages, of the
// screens and devices that it reached, and of the people who saw it. With shopID 0 the order is looked for in all
// shops; an order of which only messages are kept is found with its shop alone. Without anything to tell the error is
// [store.ErrNotFound]. Why may run beside a running server.
func Why(ctx context.Context, db store.Store, orderID, shopID int64) (lines []string, err error) {
	found := []OrderKey{{shopID, orderID}}
	if shopID == 0 {
		if found, err = ordersWith(ctx, db, orderID, shopID); err != nil {
			return nil, err
		}
	}
	for _, key := range found {
		told, err := orders.Why(ctx, db, key.ShopID, orderID)
		if errors.Is(err, store.ErrNotFound) {
			return nil, fmt.Errorf("server: shop %d isn't looked after here: %w", key.ShopID, err)
		}
		if err != nil {
			return nil, fmt.Errorf("server: order %d of shop %d: %w", orderID, key.ShopID, err)
		}
		lines = append(append(lines, fmt.Sprintf("Order %d of shop %d", orderID, key.ShopID)), told...)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("server: order %d: %w", orderID, store.ErrNotFound)
	}
	return lines, nil
}
