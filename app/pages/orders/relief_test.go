package orders

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
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

// settingsOf is a [backend.Fetcher] for the settings of a shop, which it saves.
type settingsOf struct {
	has   api.OrderSettings
	saved int
}

// Fetch implements [backend.Fetcher].
func (s *settingsOf) Fetch(_ context.Context, r backend.Request) (backend.Response, error) {
	var answer any = api.OrderSettingsList{Settings: []api.OrderSettings{s.has}}
	if r.Method == http.MethodPost {
		s.saved++
		if err := json.Unmarshal(r.Body, &s.has); err != nil {
			return backend.Response{}, err
		}
		answer = s.has
	}
	body, err := json.Marshal(answer)
	return backend.Response{Status: 200, Body: body}, err
}

// Where a shop's settings couldn't be read before, Start reads them, and says so if that fails again. It did nothing,
// without a word.
func TestRuleWithoutKnownSettings(t *testing.T) {
	t.Parallel()
	const until = 5_000_000_000_000
	for _, tt := range []struct {
		name  string
		has   *settingsOf // nil without a network
		says  string
		saved int
	}{
		{"not read", nil, "You are offline. Nothing is lost.", 0},
		{"read", &settingsOf{has: api.OrderSettings{ShopID: 1, Version: 4, MaxOpen: 7}}, "", 1},
		{"accepts automatically", &settingsOf{has: api.OrderSettings{ShopID: 1, AutoAccept: true}},
			"This shop accepts new orders automatically.", 0},
	} {
		p := rushOf(t, relieveFrom)
		if tt.has != nil {
			p.Backend, _ = backend.New(pagetest.Mount, tt.has)
		}
		p.relief.open, p.relief.shopID = true, 1
		pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.saveRule(1, until, 5) })
		html := pagetest.Markup(p)
		if open := strings.Contains(html, "relief-go"); open != (tt.says != "") || !strings.Contains(html, tt.says) {
			t.Errorf("%s: the dialog is open: %v, and doesn't say %q", tt.name, open, tt.says)
		}
		if tt.has == nil {
			continue
		}
		known, _ := p.Book.Settings(1)
		if tt.has.saved != tt.saved || known != tt.has.has ||
			tt.saved == 1 && (known.RushUntil != until || known.RushItems != 5 || known.MaxOpen != 7) {
			t.Errorf("%s: saved %d times, known are %+v", tt.name, tt.has.saved, known)
		}
	}
}

// A rule that couldn't be stopped opened the question about a new one, for orders of any size.
func TestRuleThatIsNotStopped(t *testing.T) {
	t.Parallel()
	p := rushOf(t, relieveFrom)
	p.Book.SetSettings(api.OrderSettings{ShopID: 1, RushUntil: 5_000_000_000_000, RushItems: 5})
	pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.saveRule(1, 0, 0) })
	html := pagetest.Markup(p)
	if strings.Contains(html, "relief-go") || !strings.Contains(html, "You are offline.") ||
		!strings.Contains(html, `id="rush-stop-1"`) {
		t.Error("a new rule is offered, or nothing is said")
	}
}
