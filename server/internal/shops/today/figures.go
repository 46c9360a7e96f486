package today

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/orders"
)

// figures counts the shops' orders of a period, zone by zone.
func (s *Service) figures(ctx context.Context, shops []api.Shop, period api.Period,
	now time.Time) (api.Figures, error) {
	in := map[*time.Location][]int64{}
	for _, shop := range shops {
		zone, _ := rules.LoadLocation(shop.Zone)
		in[zone.Location] = append(in[zone.Location], shop.ShopID)
	}
	if len(in) == 0 {
		in[time.UTC] = nil
	}
	c := newCounting(period)
	for zone := range in {
		c.cover(now, zone)
	}
	slices.Sort(c.days)
	for zone, ids := range in {
		if err := s.count(ctx, c, ids, zone, now); err != nil {
			return api.Figures{}, err
		}
	}
	return c.figures(), nil
}

// skipped is how much earlier than midnight by the clock a day may begin: where a clock change skips midnight.
const skipped = 3 * time.Hour

// count counts the orders of shops in one zone.
func (s *Service) count(ctx context.Context, c *counting, ids []int64, zone *time.Location, now time.Time) error {
	here := now.In(zone)
	from := time.Date(here.Year(), here.Month(), here.Day()-c.period.Days()+1, 0, 0, 0, 0, zone).Add(-skipped).UnixMilli()
	to := now.UnixMilli() + 1
	rows, err := s.Orders.FiguresOf(ctx, ids, from, to)
	if err != nil {
		return err
	}
	covered := c.covered(now, zone)
	for _, row := range rows {
		c.order(row, zone, covered)
	}
	odd, err := s.Orders.OddOrders(ctx, ids, from, to)
	if err != nil {
		return err
	}
	for _, row := range odd {
		if day, _ := dayOf(row.PlacedAt, zone); !covered[day] {
			continue
		}
		order, refunds, err := orders.OrderOf(row)
		if err != nil {
			return err
		}
		c.end(order)
		c.refunds(order, refunds)
	}
	return nil
}
