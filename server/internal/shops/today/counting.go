package today

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// day is a calendar date as a number: 20261121.
type day int

// dayOf returns the day and the hour of an instant on a zone's clock.
func dayOf(unixMS int64, zone *time.Location) (day, int) {
	t := time.UnixMilli(unixMS).In(zone)
	year, month, d := t.Date()
	return day(year*10_000 + int(month)*100 + d), t.Hour()
}

// counting adds up orders.
type counting struct {
	period api.Period
	days   []day // sorted before the first order
	found  api.Figures
	waits  map[int][]int64 // by hour of the day, or by index of days
	ends   map[api.EndFigure]int
	given  map[given]*api.RefundFigure

	now, before scores // of the period, and of the same weekdays before
}

// given is the key of a refund's reason.
type given struct {
	reason string
	ours   bool
}

func newCounting(period api.Period) *counting {
	return &counting{
		period: period, waits: map[int][]int64{}, ends: map[api.EndFigure]int{}, given: map[given]*api.RefundFigure{},
		now: scores{}, before: scores{},
		found: api.Figures{Period: period, Days: []string{}, Ends: []api.EndFigure{}, Refunds: []api.RefundFigure{}},
	}
}

// covered returns the days of the period in a zone.
func (c *counting) covered(now time.Time, zone *time.Location) map[day]bool {
	here := now.In(zone)
	noon := time.Date(here.Year(), here.Month(), here.Day(), 12, 0, 0, 0, zone) // no clock change skips noon
	days := map[day]bool{}
	for i := range c.period.Days() {
		d, _ := dayOf(noon.AddDate(0, 0, -i).UnixMilli(), zone)
		days[d] = true
	}
	return days
}

// cover adds the days of a zone to the days of the answer.
func (c *counting) cover(now time.Time, zone *time.Location) {
	for d := range c.covered(now, zone) {
		if !slices.Contains(c.days, d) {
			c.days = append(c.days, d)
		}
	}
}

// order counts an order by the day and the hour on which it was placed.
func (c *counting) order(o store.OrderFigure, d day, hour int) {
	c.found.Orders++
	c.found.Hours[hour]++
	if o.AcceptedAt == 0 {
		return
	}
	slot := hour
	if c.period != api.PeriodToday {
		slot, _ = slices.BinarySearch(c.days, d)
	}
	c.waits[slot] = append(c.waits[slot], max(0, o.AcceptedAt-o.PlacedAt))
}

// end counts an order that was cancelled.
func (c *counting) end(o api.Order) {
	if o.Column != api.ColumnCancelled {
		return
	}
	c.found.Cancelled++
	key := api.EndFigure{}
	if o.Cancel != nil {
		key.Via, key.Reason = o.Cancel.Via, strings.TrimSpace(o.Cancel.Reason)
		if key.Via == api.ViaPlatform && o.Cancel.OpType != int(platform.OpSystem) {
			key.OpType = o.Cancel.OpType
		}
	}
	c.ends[key]++
}

// refunds adds up the refunds that were requested or given, without the rejected ones. A refund of a whole order
// without an amount counts with the paid amount.
func (c *counting) refunds(o api.Order, refunds []api.OrderRefund) {
	for _, r := range refunds {
		if r.Standing == api.RefundRejected {
			continue
		}
		key := given{strings.TrimSpace(r.Reason), r.Standing == api.RefundApplied}
		f := c.given[key]
		if f == nil {
			f = &api.RefundFigure{Reason: key.reason, Ours: key.ours, Money: []api.Money{}}
			c.given[key] = f
		}
		f.Count++
		amount := r.Money
		if amount == nil && !r.Partial {
			amount = o.Total
		}
		f.Money = api.AddMoney(f.Money, amount)
	}
}

// figures returns the counted figures.
func (c *counting) figures() api.Figures {
	f := c.found
	for _, d := range c.days {
		f.Days = append(f.Days, time.Date(int(d)/10_000, time.Month(int(d)/100%100), int(d)%100, 0, 0, 0, 0,
			time.UTC).Format(time.DateOnly))
	}
	slots := len(c.days)
	if c.period == api.PeriodToday {
		slots = len(f.Hours)
	}
	f.Waits = make([]api.Wait, slots)
	var all []int64
	for i := range f.Waits {
		f.Waits[i] = wait(c.waits[i])
		all = append(all, c.waits[i]...)
	}
	f.Wait = wait(all)
	for key, n := range c.ends {
		key.Count = n
		f.Ends = append(f.Ends, key)
	}
	slices.SortFunc(f.Ends, func(a, b api.EndFigure) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Via, b.Via), cmp.Compare(a.Reason, b.Reason), a.OpType-b.OpType)
	})
	f.Ends = few(f.Ends, func(rest *api.EndFigure, one api.EndFigure) {
		rest.Other, rest.Count = true, rest.Count+one.Count
	})
	for _, one := range c.given {
		f.Refunds = append(f.Refunds, *one)
	}
	slices.SortFunc(f.Refunds, func(a, b api.RefundFigure) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Reason, b.Reason))
	})
	f.Refunds = few(f.Refunds, func(rest *api.RefundFigure, one api.RefundFigure) {
		rest.Other, rest.Count = true, rest.Count+one.Count
		for _, m := range one.Money {
			rest.Money = api.AddMoney(rest.Money, &m)
		}
	})
	for _, one := range f.Refunds {
		written(one.Money)
	}
	f.All, f.Shops = compared(c.now, c.before)
	f.MoreShops = max(0, len(f.Shops)-api.FigureShops)
	f.Shops = f.Shops[:len(f.Shops)-f.MoreShops]
	return f
}

// few joins the last entries of a long list into one.
func few[T any](list []T, join func(rest *T, one T)) []T {
	if len(list) <= api.FigureGroups {
		return list
	}
	var rest T
	for _, one := range list[api.FigureGroups-1:] {
		join(&rest, one)
	}
	return append(list[:api.FigureGroups-1:api.FigureGroups-1], rest)
}

// wait returns the median and the ninth decile by nearest rank. It sorts the list.
func wait(list []int64) api.Wait {
	n := len(list)
	if n == 0 {
		return api.Wait{}
	}
	slices.Sort(list)
	return api.Wait{Count: n, Median: list[(n+1)/2-1], Most: list[(9*n+9)/10-1]}
}
