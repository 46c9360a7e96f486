package today

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/orders"
)

// Yesterday counts the orders and the stops of shops on the last day that is over in each shop's own zone, beside the
// day a week before.
func (s *Service) Yesterday(ctx context.Context, shops []api.Shop, now time.Time) (figures api.Figures, err error) {
	n := newNeeds(now.UnixMilli(), shops)
	if n.facts, err = s.Directory.Facts(ctx, n.ids); err != nil {
		return figures, err
	}
	return s.figures(ctx, n, api.PeriodToday, func(location *time.Location) time.Time {
		zone := rules.Location{Location: location}
		date, _ := rules.Local(now.UnixMilli(), zone)
		return time.UnixMilli(rules.Instant(date, 0, zone) - 1)
	})
}

// figures counts the shops' orders of a period, zone by zone. The period ends at a moment of each zone.
func (s *Service) figures(ctx context.Context, n *needs, period api.Period,
	end func(zone *time.Location) time.Time) (api.Figures, error) {
	in := map[*time.Location][]int64{}
	for _, shop := range n.withOrders {
		zone, _ := rules.LoadLocation(shop.Zone)
		in[zone.Location] = append(in[zone.Location], shop.ShopID)
	}
	if len(in) == 0 {
		in[time.UTC] = nil
	}
	c := newCounting(period)
	for zone := range in {
		c.cover(end(zone), zone)
	}
	slices.Sort(c.days)
	for zone, ids := range in {
		if err := s.count(ctx, c, ids, zone, end(zone)); err != nil {
			return api.Figures{}, err
		}
	}
	past, err := s.Past(ctx, n.ids, period.Days()+period.Earlier()+2) // yesterday's, in every zone
	if err != nil {
		return api.Figures{}, err
	}
	s.openHours(c, n, past, end)
	return c.figures(), nil
}

// openHours notes the days on which shops are open, at which hours of the clock, and how long that is in all. Of more
// than a week the hours of the last one are looked at.
func (s *Service) openHours(c *counting, n *needs, past map[int64][]platform.SpecialDate,
	end func(zone *time.Location) time.Time) {
	for _, f := range n.facts {
		zone, _ := rules.LoadLocation(n.shops[f.Shop.ShopID].Zone)
		if f.Week == nil || f.Dates == nil {
			continue
		}
		c.hours = true
		schedule := rules.NewSchedule(f.Week, slices.Concat(*f.Dates, past[f.Shop.ShopID]), s.Anchor, zone)
		here := end(zone.Location).In(zone.Location)
		days := c.hoursOn(schedule, here)
		for i, d := range days {
			on := day(d.date.Days())
			c.opens[on] = c.opens[on] || len(d.open) > 0
			for _, open := range d.open {
				for hour := open.Start / 3600; i < 7 && hour*3600 < open.End; hour++ {
					c.open[hour] = true
				}
			}
		}
		if seesOrders(n.shops[f.Shop.ShopID]) {
			c.plan(&c.now, f.Shop.ShopID, days, here)
			earlier := here.AddDate(0, 0, -c.period.Earlier())
			c.plan(&c.before, f.Shop.ShopID, c.hoursOn(schedule, earlier), earlier)
		}
	}
}

// dayHours are a shop's hours on a date.
type dayHours struct {
	date rules.Date
	open []rules.Segment
}

// hoursOn lists the hours of each day of the period that ends at a moment, the last day first.
func (c *counting) hoursOn(schedule rules.Schedule, end time.Time) []dayHours {
	last, _ := rules.Local(end.UnixMilli(), rules.Location{Location: end.Location()})
	days := make([]dayHours, c.period.Days())
	for i := range days {
		date := last.AddDays(-i)
		days[i] = dayHours{date, schedule.On(date).Segments}
	}
	return days
}

// plan counts how long a shop's hours are in the period that ends at a moment.
func (c *counting) plan(h *half, shop int64, days []dayHours, end time.Time) {
	zone, from := rules.Location{Location: end.Location()}, c.begins(end)
	for _, d := range days {
		for _, open := range d.open {
			since, until := rules.Instant(d.date, open.Start, zone), rules.Instant(d.date, open.End, zone)
			h.planned[shop] += max(0, min(until, end.UnixMilli())-max(since, from))
		}
	}
}

// count counts the orders of shops in one zone, and how long the shops took none.
func (s *Service) count(ctx context.Context, c *counting, ids []int64, zone *time.Location, now time.Time) error {
	here := now.In(zone)
	earlier := here.AddDate(0, 0, -c.period.Earlier())
	from, to := c.begins(earlier), now.UnixMilli()+1
	rows, err := s.Orders.FiguresOf(ctx, ids, from, to)
	if err != nil {
		return err
	}
	// Each day, and the earlier one that it is compared with.
	covered, before := map[day]bool{}, map[day]day{}
	compared := c.covered(earlier, zone)
	for i, d := range c.covered(now, zone) {
		covered[d], before[compared[i]] = true, d
	}
	for i := range rows {
		row := &rows[i]
		d, hour := dayOf(row.PlacedAt, zone)
		if covered[d] {
			c.now.order(row, c.slotOf(d, hour), hour)
		} else if later, ok := before[d]; ok && row.PlacedAt <= earlier.UnixMilli() {
			c.before.order(row, c.slotOf(later, hour), hour)
		}
	}
	odd, err := s.Orders.OddOrders(ctx, ids, from, to)
	if err != nil {
		return err
	}
	for _, row := range odd {
		d, _ := dayOf(row.PlacedAt, zone)
		if !covered[d] && (before[d] == 0 || row.PlacedAt > earlier.UnixMilli()) {
			continue
		}
		order, refunds := orders.OrderOf(row)
		if covered[d] {
			c.now.odd(&order, refunds)
		} else {
			c.before.odd(&order, refunds)
		}
	}
	stops, err := s.Stops(ctx, ids, from, to)
	for _, stop := range stops {
		c.now.scores.stop(stop, c.begins(here), now.UnixMilli())
		c.before.scores.stop(stop, c.begins(earlier), earlier.UnixMilli())
	}
	c.now.unseen = c.now.unseen || now.UnixMilli() <= s.StopsSince
	if c.begins(earlier) < s.StopsSince {
		c.before.unseen, c.found.StopsSince = true, s.StopsSince
	}
	return err
}
