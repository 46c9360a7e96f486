package orders

import (
	"context"
	"errors"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// eventsOf are the events that tell of a change to a column that wasn't made here (interface 6.3).
var eventsOf = map[api.Column]platform.Event{
	api.ColumnPreparing: platform.EventOrderAccepted, api.ColumnDone: platform.EventOrderCompleted,
	api.ColumnCancelled: platform.EventOrderCancelled,
}

// movedElsewhere returns the event of the change that has moved the order from a column, 0 if none tells of it or our
// own act may have made it.
func (k *orderState) movedElsewhere(from api.Column) platform.Event {
	if k.Column == from || from == "" || k.Doing != nil || k.Unknown != "" {
		return 0
	}
	return eventsOf[k.Column]
}

func markTells(e platform.Event) string { return "orders.told." + strconv.Itoa(int(e)) }

// told notes once that the platform tells of a change that wasn't made here.
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
