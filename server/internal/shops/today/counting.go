package today

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

// day is a calendar date as a number, see [rules.Date.Days].
type day int

// dayOf returns the day and the hour of an instant on a zone's clock.
func dayOf(unixMS int64, zone *time.Location) (day, int) {
	date, second := rules.Local(unixMS, rules.Location{Location: zone})
	return day(date.Days()), second / 3600
}

// counting adds up orders.
type counting struct {
	period api.Period
	days   []day // sorted before the first order
	found  api.Figures
	open   [24]bool     // some shop is open in that hour
	opens  map[day]bool // some shop is open on that day; the days of which hours are known
	hours  bool         // hours are known

	now, before half // of the period, and of the same weekdays before
}

// half adds up the orders of the period, or of the one that it is compared with.
type half struct {
	scores       scores
	waits, preps map[int][]int64 // by slot: an hour of the day, or an index of days
	planned      map[int64]int64 // milliseconds of each shop's hours
	unseen       bool            // stops weren't kept yet
	hours        [24]int
	sales        map[string]*hourSales
	ends         map[api.EndFigure]int // how many orders were cancelled in each way
	given        map[orders.RefundCause]*refundSum
}

type hourSales struct {
	orders int
	hours  [24]int64
}

func newHalf() half {
	return half{
		scores: scores{}, waits: map[int][]int64{}, preps: map[int][]int64{}, planned: map[int64]int64{},
		sales: map[string]*hourSales{}, ends: map[api.EndFigure]int{}, given: map[orders.RefundCause]*refundSum{},
	}
}

func newCounting(period api.Period) *counting {
	return &counting{
		period: period, opens: map[day]bool{}, now: newHalf(), before: newHalf(),
		found: api.Figures{Period: period, Days: []string{}, Sales: []api.HourSales{}},
	}
}

// covered returns the days of the period in a zone, the last one first.
func (c *counting) covered(now time.Time, zone *time.Location) []day {
	last, _ := dayOf(now.UnixMilli(), zone)
	days := make([]day, c.period.Days())
	for i := range days {
		days[i] = last - day(i)
	}
	return days
}

// begins is when the period's first day begins, if it ends at a moment.
func (c *counting) begins(end time.Time) int64 {
	zone := rules.Location{Location: end.Location()}
	last, _ := rules.Local(end.UnixMilli(), zone)
	return rules.Instant(last.AddDays(1-c.period.Days()), 0, zone)
}

// cover adds the days of a zone to the days of the answer.
func (c *counting) cover(now time.Time, zone *time.Location) {
	for _, d := range c.covered(now, zone) {
		if !slices.Contains(c.days, d) {
			c.days = append(c.days, d)
		}
	}
}

// slotOf is where an order that was placed on a day, at an hour, stands among the waits.
func (c *counting) slotOf(d day, hour int) int {
	if c.period == api.PeriodToday {
		return hour
	}
	slot, _ := slices.BinarySearch(c.days, d)
	return slot
}

// order counts an order by its slot and the hour at which it was placed.
func (h *half) order(o *store.OrderFigure, slot, hour int) {
	shop := h.scores.of(o.ShopID)
	shop.Orders++
	h.hours[hour]++
	if o.Currency != "" {
		shop.Sales = api.AddMoney(shop.Sales, &api.Money{Amount: o.Sales, Currency: o.Currency})
		sales := h.sales[o.Currency]
		if sales == nil {
			sales = new(hourSales)
			h.sales[o.Currency] = sales
		}
		sales.orders++
		sales.hours[hour] += o.Sales
	}
	if o.AcceptedAt == 0 {
		return
	}
	shop.Accepted++
	waited := max(0, o.AcceptedAt-o.PlacedAt)
	shop.waits, h.waits[slot] = append(shop.waits, waited), append(h.waits[slot], waited)
	if o.ReadyAt == 0 {
		return
	}
	shop.Ready++
	took := max(0, o.ReadyAt-o.AcceptedAt)
	shop.preps, h.preps[slot] = append(shop.preps, took), append(h.preps[slot], took)
}

// figures returns the counted figures.
func (c *counting) figures() api.Figures {
	f := c.found
	for _, d := range c.days {
		if c.period != api.PeriodToday {
			open, known := c.opens[d]
			f.ClosedDays = append(f.ClosedDays, known && !open)
		}
		f.Days = append(f.Days, rules.DateOfDays(int(d)).String())
	}
	f.Hours, f.Before, f.Sales = c.now.hours, c.before.hours, c.sales()
	for _, n := range f.Hours {
		f.Orders += n
	}
	for hour, open := range c.open {
		f.Closed[hour] = c.hours && !open
	}
	slots := len(c.days)
	if c.period == api.PeriodToday {
		slots = len(f.Hours)
	}
	now, before := c.now.sum(), c.before.sum()
	f.All, f.Shops = api.ShopScore{Now: now.answer(), Before: before.answer()}, compared(&c.now, &c.before)
	f.All.Now.Unseen, f.All.Before.Unseen = c.now.unseen, c.before.unseen
	f.Waits, f.Wait = waits(slots, c.now.waits, c.before.waits), wait(now.waits)
	f.Preps, f.Prep = waits(slots, c.now.preps, c.before.preps), wait(now.preps)
	f.Wait.Before, f.Prep.Before = f.All.Before.Wait, f.All.Before.Prep
	f.Cancelled, f.CancelledBefore = total(c.now.ends), total(c.before.ends)
	f.Ends, f.Refunds = ends(c.now.ends, c.before.ends), refunds(c.now.given, c.before.given)
	f.MoreShops = max(0, len(f.Shops)-api.FigureShops)
	f.Shops = f.Shops[:len(f.Shops)-f.MoreShops]
	return f
}

// sales lists the sums of each currency, the one of most orders first.
func (c *counting) sales() []api.HourSales {
	list := make([]api.HourSales, 0, len(c.now.sales))
	for currency := range c.now.sales {
		list = append(list, api.HourSales{Currency: currency, Hours: c.now.sales[currency].hours})
		if before := c.before.sales[currency]; before != nil {
			list[len(list)-1].Before = before.hours
		}
	}
	slices.SortFunc(list, func(a, b api.HourSales) int {
		return cmp.Or(c.now.sales[b.Currency].orders-c.now.sales[a.Currency].orders, cmp.Compare(a.Currency, b.Currency))
	})
	return list
}

// waits lists the waits of each slot, beside those before.
func waits(slots int, now, before map[int][]int64) []api.Wait {
	list := make([]api.Wait, slots)
	for i := range list {
		list[i] = wait(now[i])
		list[i].Before = wait(before[i]).Median
	}
	return list
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
