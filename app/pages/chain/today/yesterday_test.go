package today

import (
	"testing"

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
