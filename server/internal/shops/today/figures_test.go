package today

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/ring"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// everybody may do everything in some shops.
type everybody []api.Shop

func (e everybody) VisibleShops(context.Context) ([]api.Shop, error) { return slices.Clone(e), nil }

func (e everybody) Scope(context.Context, int64, platform.Permission) (auth.ShopScope, error) {
	return auth.ShopScope{}, nil
}

func (e everybody) ShopsWith(context.Context, platform.Permission) (auth.Reach, error) {
	return auth.Reach{All: true}, nil
}

func (everybody) Require(context.Context, platform.Permission) (*auth.Principal, error) {
	return nil, nil
}

func (everybody) RequireSignedIn(context.Context) (*auth.Principal, error) { return nil, nil }

func (everybody) RequireStepUp(context.Context) error { return nil }

func (everybody) Facts(context.Context, []int64) ([]change.ShopFacts, error) { return nil, nil }

func log(context.Context, int64, int) (store.EventPage, error) { return store.EventPage{Head: 7}, nil }

func allRing(context.Context, map[int64]int64) ([]ring.Silent, int64, error) { return nil, 0, nil }

func none(context.Context) ([]api.Pause, error) { return nil, nil }

func noStops(context.Context, []int64, int64, int64) ([]store.Stop, error) { return nil, nil }

func at(t testing.TB, now time.Time, shops everybody, s store.Store) *Service {
	t.Helper()
	today, err := New(Options{Authoriser: shops, Orders: s, Pauses: none, Directory: shops, Silent: allRing, Events: log,
		Stops: s.Stops, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	return today
}

func stores(t testing.TB) map[string]store.Store {
	t.Helper()
	lite := sqlitetest.Open(t)
	post := postgrestest.Open(t)
	return map[string]store.Store{"sqlite": lite, "postgres": post}
}

// row is an order as the store keeps it.
func row(t testing.TB, o api.Order, refunds []api.OrderRefund) store.OrderChange {
	t.Helper()
	data, err := json.Marshal(struct {
		api.Order
		Refunds []api.OrderRefund `json:"refunds,omitempty"`
	}{o, refunds})
	if err != nil {
		t.Fatal(err)
	}
	r := store.Order{
		ShopID: o.ShopID, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: o.PlacedAt, ChangedAt: o.PlacedAt,
		Data: data, Record: "sealed",
		AcceptedAt: o.AcceptedAt, LateAt: o.LateAt, Refunds: int64(len(refunds)), ReadyAt: o.ReadyAt,
	}
	if o.Total != nil && o.Column != api.ColumnCancelled {
		r.Sales, r.Currency = o.Total.Amount, o.Total.Currency
	}
	if o.Refund != nil && o.Refund.Standing == api.RefundAsked {
		r.AskedAt = o.Refund.At
	}
	return store.OrderChange{Order: r}
}

func keep(t testing.TB, s store.Store, changes []store.OrderChange) {
	t.Helper()
	for some := range slices.Chunk(changes, 2000) {
		if _, err := s.SaveOrders(t.Context(), some); err != nil {
			t.Fatal(err)
		}
	}
}

// keepAll keeps orders with their refunds.
func keepAll(t testing.TB, s store.Store, orders []api.Order, refunds [][]api.OrderRefund) {
	t.Helper()
	changes := make([]store.OrderChange, len(orders))
	for i := range orders {
		changes[i] = row(t, orders[i], refunds[i])
	}
	keep(t, s, changes)
}

func ask(t testing.TB, s *Service, query string) api.Today {
	t.Helper()
	w := httptest.NewRecorder()
	if err := s.Handle(w, httptest.NewRequestWithContext(t.Context(), "GET", api.PathToday+query, nil)); err != nil {
		t.Fatal(err)
	}
	var answer api.Today
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

var (
	places = []string{"Asia/Hong_Kong", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Kiritimati",
		"Europe/Lisbon", "nowhere"}
	currencies = []string{"HKD", "JPY", "KWD"}
	viaAll     = []api.Via{api.ViaPerson, api.ViaCustomer, api.ViaPlatform, api.ViaSupport, ""}
)

// some makes orders around many borders of days, hours and clock changes.
func some(random *rand.Rand, now time.Time, shops []api.Shop, n int) (orders []api.Order, refunds [][]api.OrderRefund) {
	for i := range n {
		placed := now.Add(-time.Duration(random.Int64N(int64(60 * 24 * time.Hour))))
		if random.IntN(3) == 0 {
			placed = placed.Truncate(30 * time.Minute).Add(time.Duration(random.IntN(3)-1) * time.Millisecond)
		}
		o := api.Order{
			ShopID: shops[random.IntN(len(shops))].ShopID, OrderID: int64(i + 1), Column: api.ColumnDone,
			PlacedAt: placed.UnixMilli(),
			Total:    &api.Money{Amount: random.Int64N(100_000), Currency: currencies[random.IntN(len(currencies))]},
		}
		if random.IntN(5) > 0 {
			o.AcceptedAt = o.PlacedAt + random.Int64N(300_000)
			if random.IntN(4) > 0 {
				o.ReadyAt = o.AcceptedAt + random.Int64N(900_000)
			}
		}
		if random.IntN(6) == 0 {
			o.Column = api.ColumnCancelled
			if random.IntN(5) > 0 {
				o.Cancel = &api.OrderEnd{Via: viaAll[random.IntN(len(viaAll))], OpType: random.IntN(5),
					Reason: fmt.Sprintf(" reason %d ", random.IntN(4))}
			}
		}
		var list []api.OrderRefund
		for range max(0, random.IntN(8)-5) {
			r := api.OrderRefund{
				Standing: []api.RefundStanding{api.RefundAsked, api.RefundAgreed, api.RefundRejected,
					api.RefundApplied}[random.IntN(4)],
				Partial: random.IntN(2) == 0, Reason: fmt.Sprint("why ", random.IntN(6)), At: o.PlacedAt + 1,
			}
			if random.IntN(3) > 0 {
				r.Money = &api.Money{Amount: random.Int64N(100_000), Currency: currencies[random.IntN(len(currencies))]}
			}
			list = append(list, r)
		}
		orders, refunds = append(orders, o), append(refunds, list)
	}
	return orders, refunds
}

// naive computes the figures by going through every order with dates as text.
func naive(now time.Time, shops []api.Shop, period api.Period, orders []api.Order,
	refunds [][]api.OrderRefund) api.Figures {
	zones := map[int64]*time.Location{}
	for _, s := range shops {
		zones[s.ShopID] = time.UTC
		if l, err := time.LoadLocation(s.Zone); err == nil {
			zones[s.ShopID] = l
		}
	}
	zone := func(shop int64) *time.Location { return zones[shop] }
	type span struct {
		zone    *time.Location
		earlier int
	}
	reckoned := map[span][]string{} // each is asked for with every order
	daysBefore := func(l *time.Location, earlier int) []string {
		list, known := reckoned[span{l, earlier}]
		if known {
			return list
		}
		last, _ := time.Parse(time.DateOnly, now.In(l).AddDate(0, 0, -earlier).Format(time.DateOnly))
		for i := period.Days() - 1; i >= 0; i-- {
			list = append(list, last.AddDate(0, 0, -i).Format(time.DateOnly))
		}
		reckoned[span{l, earlier}] = list
		return list
	}
	days := func(l *time.Location) []string { return daysBefore(l, 0) }
	all := map[string]bool{}
	for _, s := range shops {
		for _, d := range days(zone(s.ShopID)) {
			all[d] = true
		}
	}
	f := api.Figures{Period: period, Days: slices.Sorted(maps.Keys(all))}
	if period != api.PeriodToday {
		f.ClosedDays = make([]bool, len(f.Days)) // hours are unknown here
	}
	f.All, f.Shops = naiveScores(now, shops, period, orders, refunds, zone, daysBefore)
	bySlot, preps := map[string][]int64{}, map[string][]int64{}
	slotsBefore, prepsBefore := map[string][]int64{}, map[string][]int64{}
	sales := map[string]*api.HourSales{}
	ordersIn := map[string]int{}
	salesOf := func(currency string) *api.HourSales {
		if sales[currency] == nil {
			sales[currency] = &api.HourSales{Currency: currency}
		}
		return sales[currency]
	}
	ends := map[string]*api.EndFigure{}
	given := map[string]*api.RefundFigure{}
	for i, o := range orders {
		l := zone(o.ShopID)
		at := time.UnixMilli(o.PlacedAt).In(l)
		date := at.Format(time.DateOnly)
		earlier := max(7, period.Days())
		was := slices.Contains(daysBefore(l, earlier), date) && o.PlacedAt <= now.In(l).AddDate(0, 0, -earlier).UnixMilli()
		is := slices.Contains(days(l), date) && o.PlacedAt <= now.UnixMilli()
		if !is && !was {
			continue
		}
		noon := time.Date(at.Year(), at.Month(), at.Day(), 12, 0, 0, 0, time.UTC)
		slot := date
		waits, ready := bySlot, preps
		if was {
			slot, waits, ready = noon.AddDate(0, 0, earlier).Format(time.DateOnly), slotsBefore, prepsBefore
		}
		if period == api.PeriodToday {
			slot = fmt.Sprint(at.Hour())
		}
		if o.AcceptedAt > 0 {
			waits[slot] = append(waits[slot], o.AcceptedAt-o.PlacedAt)
			waits[""] = append(waits[""], o.AcceptedAt-o.PlacedAt)
		}
		if o.AcceptedAt > 0 && o.ReadyAt > 0 {
			ready[slot] = append(ready[slot], o.ReadyAt-o.AcceptedAt)
			ready[""] = append(ready[""], o.ReadyAt-o.AcceptedAt)
		}
		pays := int64(0)
		if o.Column != api.ColumnCancelled {
			pays = o.Total.Amount
		}
		if was {
			f.Before[at.Hour()]++
			salesOf(o.Total.Currency).Before[at.Hour()] += pays
		} else {
			f.Orders++
			f.Hours[at.Hour()]++
			if o.Column != api.ColumnCancelled {
				ordersIn[o.Total.Currency]++
				salesOf(o.Total.Currency).Hours[at.Hour()] += pays
			}
		}
		if o.Column == api.ColumnCancelled {
			e := api.EndFigure{}
			if o.Cancel != nil {
				e = api.EndFigure{Via: o.Cancel.Via, Reason: o.Cancel.Reason[1 : len(o.Cancel.Reason)-1]}
				if e.Via == api.ViaPlatform && o.Cancel.OpType != int(platform.OpSystem) {
					e.OpType = o.Cancel.OpType
				}
			}
			key := fmt.Sprint(e.Via, "|", e.Reason, "|", e.OpType)
			if ends[key] == nil {
				ends[key] = &e
			}
			if was {
				f.CancelledBefore++
				ends[key].Before++
			} else {
				f.Cancelled++
				ends[key].Count++
			}
		}
		for _, r := range refunds[i] {
			if r.Standing == api.RefundRejected {
				continue
			}
			ours := r.Standing == api.RefundApplied
			key := fmt.Sprint(r.Reason, ours)
			if given[key] == nil {
				given[key] = &api.RefundFigure{Reason: r.Reason, Ours: ours}
			}
			count, money := &given[key].Count, &given[key].Money
			if was {
				count, money = &given[key].Before, &given[key].MoneyBefore
			}
			*count++
			switch {
			case r.Money != nil:
				*money = append(*money, *r.Money)
			case !r.Partial:
				*money = append(*money, *o.Total)
			}
		}
	}
	ranked := func(list []int64, tenths int) int64 {
		for _, v := range slices.Sorted(slices.Values(list)) {
			reached := 0
			for _, other := range list {
				if other <= v {
					reached++
				}
			}
			if reached*10 >= tenths*len(list) {
				return v
			}
		}
		return 0
	}
	reckon := func(slot string, now, before map[string][]int64) api.Wait {
		return api.Wait{Count: len(now[slot]), Median: ranked(now[slot], 5), Most: ranked(now[slot], 9),
			Before: ranked(before[slot], 5)}
	}
	slots := f.Days
	if period == api.PeriodToday {
		slots = nil
		for i := range 24 {
			slots = append(slots, fmt.Sprint(i))
		}
	}
	for _, slot := range slots {
		f.Waits = append(f.Waits, reckon(slot, bySlot, slotsBefore))
		f.Preps = append(f.Preps, reckon(slot, preps, prepsBefore))
	}
	f.Wait, f.Prep = reckon("", bySlot, slotsBefore), reckon("", preps, prepsBefore)
	for currency, one := range sales {
		if ordersIn[currency] > 0 {
			f.Sales = append(f.Sales, *one)
		}
	}
	slices.SortFunc(f.Sales, func(a, b api.HourSales) int {
		return cmp.Or(ordersIn[b.Currency]-ordersIn[a.Currency], cmp.Compare(a.Currency, b.Currency))
	})
	for _, e := range ends {
		f.Ends = append(f.Ends, *e)
	}
	for _, g := range given {
		g.Money, g.MoneyBefore = summed(g.Money), summed(g.MoneyBefore)
		f.Refunds = append(f.Refunds, *g)
	}
	return f
}

// summed adds up amounts of each currency.
func summed(list []api.Money) (sums []api.Money) {
	byCurrency := map[string]int64{}
	for _, m := range list {
		byCurrency[m.Currency] += m.Amount
	}
	for currency, sum := range byCurrency {
		sums = append(sums, api.Money{Amount: sum, Currency: currency, Text: platform.FormatAmount(sum, currency)})
	}
	return sums
}

// naiveScores goes through every order once for each shop, and once more for all of them.
func naiveScores(now time.Time, shops []api.Shop, period api.Period, orders []api.Order, refunds [][]api.OrderRefund,
	zone func(int64) *time.Location, days func(*time.Location, int) []string) (all api.ShopScore, list []api.ShopScore) {
	scoreOf := func(shop int64, earlier int) (s api.Score) {
		var waits, preps []int64
		cost, sales := map[string]int64{}, map[string]int64{}
		for i, o := range orders {
			l := zone(o.ShopID)
			date := time.UnixMilli(o.PlacedAt).In(l).Format(time.DateOnly)
			if shop != 0 && o.ShopID != shop || !slices.Contains(days(l, earlier), date) ||
				o.PlacedAt > now.In(l).AddDate(0, 0, -earlier).UnixMilli() {
				continue
			}
			s.Orders++
			if o.AcceptedAt > 0 {
				s.Accepted++
				waits = append(waits, o.AcceptedAt-o.PlacedAt)
			}
			if o.AcceptedAt > 0 && o.ReadyAt > 0 {
				s.Ready++
				preps = append(preps, o.ReadyAt-o.AcceptedAt)
			}
			if o.Column != api.ColumnCancelled {
				sales[o.Total.Currency] += o.Total.Amount
			}
			theirs := o.Cancel != nil && (o.Cancel.Via == api.ViaCustomer || o.Cancel.Via == api.ViaSupport)
			if o.Column == api.ColumnCancelled && o.AcceptedAt == 0 && !theirs {
				s.Lost++
				cost[o.Total.Currency] += o.Total.Amount
			}
			for _, r := range refunds[i] {
				if r.Standing != api.RefundRejected {
					s.Refunded++
					break
				}
			}
		}
		if slices.Sort(waits); len(waits) > 0 {
			s.Wait = waits[(len(waits)-1)/2]
		}
		if slices.Sort(preps); len(preps) > 0 {
			s.Prep = preps[(len(preps)-1)/2]
		}
		written := func(sums map[string]int64) (list []api.Money) {
			for _, currency := range slices.Sorted(maps.Keys(sums)) {
				list = append(list, api.Money{Amount: sums[currency], Currency: currency,
					Text: platform.FormatAmount(sums[currency], currency)})
			}
			return list
		}
		s.Cost, s.Sales = written(cost), written(sales)
		return s
	}
	both := func(shop int64) api.ShopScore {
		return api.ShopScore{ShopID: shop, Now: scoreOf(shop, 0), Before: scoreOf(shop, max(7, period.Days()))}
	}
	for _, shop := range shops {
		if one := both(shop.ShopID); one.Now.Orders+one.Before.Orders > 0 {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b api.ShopScore) int {
		return cmp.Or(b.Now.Lost-a.Now.Lost, b.Now.Refunded-a.Now.Refunded, cmp.Compare(b.Now.Wait, a.Now.Wait),
			cmp.Compare(a.ShopID, b.ShopID))
	})
	return both(0), list
}

// same compares figures. Entries beyond a list's bound are compared only by their sum.
func same(t *testing.T, want, got api.Figures) {
	t.Helper()
	count := func(f api.Figures) (ends, refunds int, money map[string]int64) {
		money = map[string]int64{}
		for _, e := range f.Ends {
			ends += e.Count + 1000*e.Before
		}
		for _, r := range f.Refunds {
			refunds += r.Count + 1000*r.Before
			for _, m := range r.Money {
				money[m.Currency] += m.Amount
			}
			for _, m := range r.MoneyBefore {
				money["before "+m.Currency] += m.Amount
			}
		}
		return ends, refunds, money
	}
	wantEnds, wantRefunds, wantMoney := count(want)
	gotEnds, gotRefunds, gotMoney := count(got)
	if wantEnds != gotEnds || wantRefunds != gotRefunds || !maps.Equal(wantMoney, gotMoney) {
		t.Errorf("sums: %d %d %v, want %d %d %v", gotEnds, gotRefunds, gotMoney, wantEnds, wantRefunds, wantMoney)
	}
	top := func(f *api.Figures) {
		f.Ends = slices.DeleteFunc(f.Ends, func(e api.EndFigure) bool { return e.Other })
		slices.SortFunc(f.Ends, func(a, b api.EndFigure) int {
			return cmp.Or(b.Count-a.Count, b.Before-a.Before, cmp.Compare(a.Via, b.Via), cmp.Compare(a.Reason, b.Reason),
				a.OpType-b.OpType)
		})
		slices.SortFunc(f.Refunds, func(a, b api.RefundFigure) int {
			return cmp.Or(b.Count-a.Count, b.Before-a.Before, cmp.Compare(a.Reason, b.Reason))
		})
		f.Ends, f.Refunds = f.Ends[:min(len(f.Ends), api.FigureGroups-1)], nil
	}
	if len(got.Ends) > api.FigureGroups || len(got.Refunds) > api.FigureGroups {
		t.Errorf("%d ends, %d refunds listed", len(got.Ends), len(got.Refunds))
	}
	for _, r := range got.Refunds { // each listed refund has its full sum
		i := slices.IndexFunc(want.Refunds, func(w api.RefundFigure) bool { return w.Reason == r.Reason && w.Ours == r.Ours })
		if r.Other {
			continue
		}
		sort := cmpopts.SortSlices(func(a, b api.Money) bool { return a.Currency < b.Currency })
		if i < 0 {
			t.Errorf("nobody gave %+v", r)
		} else if diff := gocmp.Diff(want.Refunds[i], r, sort, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	top(&want)
	top(&got)
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// On both engines the figures equal those computed from every order, for all zones, clock changes and currencies.
func TestFiguresEqualTheOrders(t *testing.T) {
	t.Parallel()
	for engine, s := range stores(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(7, 9))
			// Lisbon's clock is set back on the 25th of October; Hong Kong's midnight is at 16:00.
			for round, now := range []time.Time{
				time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC), time.Date(2026, 10, 26, 2, 59, 0, 0, time.UTC),
				time.Date(2027, 3, 29, 3, 0, 0, 1e6, time.UTC),
			} {
				var shops []api.Shop
				for i := range 9 {
					shops = append(shops, api.Shop{ShopID: int64(round*10 + i + 1), Zone: places[random.IntN(len(places))],
						Permissions: []string{string(platform.PermissionOrderView)}})
				}
				orders, refunds := some(random, now, shops, 3000)
				keepAll(t, s, orders, refunds)
				today := at(t, now, shops, s)
				for _, period := range []api.Period{api.PeriodToday, api.PeriodWeek, api.PeriodMonth} {
					got := ask(t, today, "?period="+string(period))
					same(t, naive(now, shops, period, orders, refunds), *got.Figures)
				}
			}
		})
	}
}

// A day is the shop's own: at one instant two shops have two different dates.
func TestDaysAreCountedInTheShopsZone(t *testing.T) {
	t.Parallel()
	for engine, s := range stores(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			shops := []api.Shop{
				{ShopID: 1, Zone: "Asia/Hong_Kong", Permissions: []string{string(platform.PermissionOrderView)}},
				{ShopID: 2, Zone: "America/Sao_Paulo", Permissions: []string{string(platform.PermissionOrderView)}},
			}
			now := time.Date(2026, 11, 21, 16, 30, 0, 0, time.UTC) // 22 November in Hong Kong, 21 in São Paulo
			on := func(h, m, s int) int64 { return time.Date(2026, 11, 21, h, m, s, 0, time.UTC).UnixMilli() }
			for i, o := range []api.Order{
				{ShopID: 1, PlacedAt: on(15, 59, 59)}, {ShopID: 1, PlacedAt: on(16, 0, 0)}, {ShopID: 1, PlacedAt: on(16, 30, 0)},
				{ShopID: 2, PlacedAt: on(2, 59, 59)}, {ShopID: 2, PlacedAt: on(3, 0, 0)}, {ShopID: 2, PlacedAt: on(15, 59, 59)},
			} {
				o.OrderID, o.Column = int64(i+1), api.ColumnDone
				keep(t, s, []store.OrderChange{row(t, o, nil)})
			}
			today := at(t, now, shops, s)
			f := ask(t, today, "?period=today").Figures
			want := [24]int{0: 3, 12: 1} // two orders of Hong Kong's new day, and São Paulo's first
			if f.Hours != want || f.Orders != 4 || !slices.Equal(f.Days, []string{"2026-11-21", "2026-11-22"}) {
				t.Errorf("%d orders on %v: %v", f.Orders, f.Days, f.Hours)
			}
		})
	}
}

// Figures are answered for shops without orders.
func TestFiguresWithoutOrdersAreZero(t *testing.T) {
	t.Parallel()
	for _, s := range stores(t) {
		for _, shops := range []everybody{nil, {{ShopID: 1, Zone: "Asia/Hong_Kong"}}} {
			today := at(t, time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC), shops, s)
			f := ask(t, today, "?period=week").Figures
			if f.Orders != 0 || len(f.Days) != 7 || len(f.Waits) != 7 || f.Wait.Count != 0 {
				t.Errorf("%+v", f)
			}
		}
	}
}
