package orders

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// movedElsewhere returns the event (interface 6.3) of the change that has moved the order from a column, if neither we
// nor another program of the merchant's can have made the change, and 0 otherwise. A program that shares our
// application needn't be told what it does itself.
func (k *orderState) movedElsewhere(from api.Column) platform.Event {
	switch {
	case k.Column == from || from == "":
	case k.Column == api.ColumnDone && (k.Rider || k.Delivery != nil):
		return platform.EventOrderCompleted
	case k.Column == api.ColumnCancelled && k.Cancel != nil &&
		slices.Contains([]api.Via{api.ViaPlatform, api.ViaCustomer, api.ViaSupport}, k.Cancel.Via):
		return platform.EventOrderCancelled
	}
	return 0
}

func markTells(e platform.Event) string { return "orders.told." + strconv.Itoa(int(e)) }

// told notes once that the platform tells of such a change.
func (s *Service) told(ctx context.Context, e platform.Event) {
	if _, known := s.tells.LoadOrStore(e, true); known {
		return
	}
	if err := s.Store.Mark(ctx, markTells(e), s.Millis()); err != nil {
		s.tells.Delete(e)
		s.Logger.WarnContext(ctx, "orders: not noted", "event", int(e), "err", err)
	}
}

// untold notes that a read showed a change, where the platform has told such changes before. since is when the order
// was last known to be as it was. A failure is only logged: the order has been saved.
func (s *Service) untold(ctx context.Context, e platform.Event, since int64) {
	tells, err := s.Store.Marked(ctx, markTells(e))
	if err == nil && tells != 0 {
		err = s.Untold(ctx, since)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		s.Logger.WarnContext(ctx, "orders: not noted", "event", int(e), "err", err)
	}
}
