package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleBoard lists the orders of one shop, or of all shops whose orders the caller may see
// ([api.PathOrders]).
func (s *Service) HandleBoard(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.shops(r)
	if err != nil {
		return err
	}
	// Read the log's end first: orders saved after this read arrive again as events.
	page, err := s.Store.Events(r.Context(), 0, 0)
	if err != nil {
		return httpio.Unavailable(err)
	}
	since := s.Now().Add(-api.BoardHours * time.Hour).UnixMilli()
	rows, err := s.Store.Board(r.Context(), auth.IDs(shops), since, api.BoardEnded+1)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Orders{Orders: make([]api.Order, 0, len(rows)), Seq: page.Head, Now: s.Millis()}
	ended := 0
	for _, row := range slices.Backward(rows) { // only the newest ended orders stay
		k := s.listed(r.Context(), row)
		if !k.Column.Open() && row.AskedAt == 0 {
			if ended++; ended > api.BoardEnded {
				answer.More = true
				continue
			}
		}
		answer.Orders = append(answer.Orders, k.Order)
	}
	slices.Reverse(answer.Orders)
	if s.Hearing != nil {
		if hearing, err := s.Hearing(r.Context()); err == nil {
			answer.Hooks = &hearing
		}
	}
	return httpio.WriteJSON(w, answer)
}

// shops returns the shop named by the query, or all shops whose orders the caller may see.
func (s *Service) shops(r *http.Request) ([]api.Shop, error) {
	return auth.AskedShops(r.Context(), s.Authoriser, r.URL.Query().Get("shop"), platform.PermissionOrderView)
}

// timeline reads an order's timeline, where a damaged entry hides no other.
func (s *Service) timeline(ctx context.Context, shopID, orderID int64) ([]api.TimelineEntry, error) {
	moments, err := s.Store.Timeline(ctx, shopID, orderID)
	all, damaged := shownTimeline(moments)
	if damaged != nil {
		s.Logger.ErrorContext(ctx, "orders: damaged timeline", "shop", shopID, "order", orderID, "err", damaged)
	}
	return all, err
}

// shownTimeline decodes the entries of an order's timeline that can be decoded.
func shownTimeline(moments []store.OrderMoment) (all []api.TimelineEntry, damaged error) {
	all = make([]api.TimelineEntry, 0, len(moments))
	for _, m := range moments {
		var e api.TimelineEntry
		if err := json.Unmarshal(m.Data, &e); err != nil {
			damaged = fmt.Errorf("orders: an entry of the timeline: %w", err)
			continue
		}
		all = append(all, e)
	}
	return all, damaged
}
