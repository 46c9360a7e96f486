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
	earlier := here.AddDate(0, 0, -c.period.Earlier())
	first := earlier.AddDate(0, 0, 1-c.period.Days())
	from := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, zone).Add(-skipped).UnixMilli()
	to := now.UnixMilli() + 1
	rows, err := s.Orders.FiguresOf(ctx, ids, from, to)
	if err != nil {
		return err
	}
	covered, before := c.covered(now, zone), c.covered(earlier, zone)
	for _, row := range rows {
		switch d, hour := dayOf(row.PlacedAt, zone); {
		case covered[d]:
			c.order(row, d, hour)
			c.now.order(row)
		case before[d] && row.PlacedAt <= earlier.UnixMilli():
			c.before.order(row)
		}
	}
	odd, err := s.Orders.OddOrders(ctx, ids, from, to)
	if err != nil {
		return err
	}
	for _, row := range odd {
		d, _ := dayOf(row.PlacedAt, zone)
		if !covered[d] && (!before[d] || row.PlacedAt > earlier.UnixMilli()) {
			continue
		}
		order, refunds, err := orders.OrderOf(row)
		if err != nil {
			return err
		}
		if !covered[d] {
			c.before.odd(order, refunds)
			continue
		}
		c.now.odd(order, refunds)
		c.end(order)
		c.refunds(order, refunds)
	}
	return nil
}
