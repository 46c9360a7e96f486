package orders

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
)

// A board of several shops offers relief to a shop where ten orders wait. The orders of all shops were counted, and a
// shop where six waited was offered to be paused.
func TestReliefIsForTenOrdersOfAShop(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first, second int
		offered       bool
	}{{9, 9, false}, {10, 2, true}, {2, 10, true}} {
		p := boardOf(t, everything)
		p.Route.ShopID = 0
		p.State.SetShops([]api.Shop{{ShopID: 1, Permissions: everything}, {ShopID: 3, Permissions: everything}})
		var orders []api.Order
		for i := range tt.first + tt.second {
			o := placed(api.ColumnNew)
			o.OrderID, o.ShopID = int64(i+1), 1
			if i >= tt.first {
				o.ShopID = 3
			}
			orders = append(orders, o)
		}
		p.Book.Load(api.Orders{Orders: orders})
		if got := strings.Contains(pagetest.Markup(p), `id="rush-pause"`); got != tt.offered {
			t.Errorf("%d and %d orders wait: relief is offered: %v", tt.first, tt.second, got)
		}
	}
}

// A shop that accepts automatically is offered the pause alone: a rule for a rush has no effect there.
func TestRuleIsNotOfferedBesideAutomaticAcceptance(t *testing.T) {
	t.Parallel()
	for _, automatic := range []bool{false, true} {
		p := rushOf(t, relieveFrom)
		p.Book.SetSettings(api.OrderSettings{ShopID: 1, AutoAccept: automatic})
		html := pagetest.Markup(p)
		if strings.Contains(html, `id="rush-rule"`) == automatic || !strings.Contains(html, `id="rush-pause"`) {
			t.Errorf("automatic acceptance %v: the offers aren't those of the shop", automatic)
		}
	}
}
