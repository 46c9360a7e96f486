package today

import (
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// Yesterday says which day it is of, what there was, and that shops of several zones have days of their own.
func TestYesterday(t *testing.T) {
	t.Parallel()
	lost := api.Score{Orders: 42, Accepted: 39, Lost: 2, Cost: []api.Money{{Amount: 6200, Currency: "HKD"}}}
	for name, tt := range map[string]struct {
		answer    *api.Yesterday
		want, not []string
	}{
		"unread": {nil, []string{"Yesterday", "Loading…"}, []string{"No orders"}},
		"empty": {
			&api.Yesterday{Zones: 1, Figures: api.Figures{Period: api.PeriodToday, Days: []string{"2026-11-19"}}},
			[]string{"Thursday 19 November 2026", "No orders yesterday"}, []string{"time zones", `id="yesterday"`},
		},
		"busy": {
			&api.Yesterday{Zones: 2, Now: now, Figures: api.Figures{
				Period: api.PeriodToday, Days: []string{"2026-11-18", "2026-11-19"}, Orders: 42, Waits: make([]api.Wait, 24),
				Preps: make([]api.Wait, 24),
				Hours: [24]int{12: 42}, All: api.ShopScore{Now: lost},
				Shops: []api.ShopScore{{ShopID: 1, Now: lost}},
			}},
			[]string{"Wednesday 18 November 2026", "Thursday 19 November 2026", "2 time zones", "62.00", "Noodle"},
			[]string{"No orders yesterday"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deps := pagetest.Deps(t, routes.Route{Page: routes.Yesterday}, api.RoleOwner)
			deps.State.SetShops([]api.Shop{{ShopID: 1, EnName: "Noodle", Zone: "Asia/Hong_Kong"}})
			y := &Yesterday{Deps: deps, answer: tt.answer}
			y.read.Known = tt.answer != nil
			markup.Holds(t, plain(pagetest.Markup(y)), tt.want, tt.not)
		})
	}
}

// On the night after the clocks went forward, a shop's number leads to the orders of its own yesterday. Bug: yesterday
// was what a clock showed 24 hours before, which was the day before yesterday.
func TestNumbersOfYesterdayLeadToItsOrders(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Yesterday}, api.RoleOwner)
	deps.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Europe/Berlin"}, {ShopID: 2, Zone: "America/Sao_Paulo"}})
	night := time.Date(2026, 3, 29, 22, 30, 0, 0, time.UTC) // 30 March, 00:30 in Berlin
	y := &Yesterday{Deps: deps, answer: &api.Yesterday{Now: night.UnixMilli(), Zones: 2,
		Figures: api.Figures{Period: api.PeriodToday, Days: []string{"2026-03-28", "2026-03-29"}}}}
	for shop, day := range map[int64]string{1: "2026-03-29", 2: "2026-03-28"} {
		want := "/history?from=" + day + "&state=all&to=" + day
		if got := y.page().behind(&y.answer.Figures, shop); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
