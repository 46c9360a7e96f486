package orders

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// totalsPage is how many orders are read at once.
const totalsPage = 1000

// HandleTotals adds up the orders that the history lists, day by day ([api.PathHistoryTotals]).
func (s *Service) HandleTotals(w http.ResponseWriter, r *http.Request) error {
	query, err := s.historyQuery(r)
	if err != nil {
		return err
	}
	zones := map[int64]*time.Location{}
	for _, shop := range query.shops {
		zone, _ := rules.LoadLocation(shop.Zone)
		zones[shop.ShopID] = zone.Location
	}
	sum := sums{zones: zones, days: map[string]*api.DayTotals{}}
	query.Limit = totalsPage
	for k, err := range s.fitting(r.Context(), query) {
		if err != nil {
			return err
		}
		if sum.counted == api.HistoryCounted {
			return httpio.WriteJSON(w, sum.totals(true))
		}
		sum.add(k)
	}
	return httpio.WriteJSON(w, sum.totals(false))
}

// sums are the totals in the making.
type sums struct {
	zones   map[int64]*time.Location // of the shops
	days    map[string]*api.DayTotals
	counted int
}

func (s *sums) add(k *orderState) {
	s.counted++
	date := time.UnixMilli(k.PlacedAt).In(s.zones[k.ShopID]).Format(time.DateOnly)
	day := s.days[date]
	if day == nil {
		day = &api.DayTotals{Day: date}
		s.days[date] = day
	}
	day.Orders++
	if k.Column == api.ColumnCancelled {
		day.Cancelled++
	}
	day.Paid = api.AddMoney(day.Paid, k.Paid())
	for i := range k.Refunds {
		day.Refunded = api.AddMoney(day.Refunded, k.Refunded(&k.Refunds[i]))
	}
}

// totals lists the days, the newest first.
func (s *sums) totals(more bool) api.HistoryTotals {
	answer := api.HistoryTotals{Days: []api.DayTotals{}, More: more}
	for _, date := range slices.Backward(slices.Sorted(maps.Keys(s.days))) {
		answer.Days = append(answer.Days, *s.days[date])
	}
	return answer
}
