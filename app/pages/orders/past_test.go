package orders

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// A link of a figure chooses its orders; what the page doesn't know of the address is left out.
func TestHistoryOfALink(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]backend.Wanted{
		"":          {ShopID: 1, State: over},
		"state=all": {ShopID: 1},
		"from=2026-11-20&to=2026-11-21&only=lost&hour=9&state=all&limit=9&x=y": {ShopID: 1, From: "2026-11-20",
			To: "2026-11-21", Behind: "hour=9&only=lost"},
		"state=done&q=soup&only=cancelled&why=&via=person": {ShopID: 1, State: "done", Text: "soup",
			Behind: "only=cancelled&via=person&why="},
	} {
		p := &Past{Deps: pagetest.Deps(t, routes.Route{Page: routes.Past, ShopID: 1}, api.RoleManager)}
		if got := p.linked(&url.URL{RawQuery: query}); got != want {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
	p := &Past{Deps: pagetest.Deps(t, routes.Route{Page: routes.Past, ShopID: 1}, api.RoleManager)}
	p.wanted = p.linked(&url.URL{RawQuery: "only=cancelled&why=&via=person&hour=19"})
	options, chosen := p.states()
	if !slices.ContainsFunc(options, func(o components.Option) bool { return o.Value == chosen }) ||
		chosen != "only=cancelled" {
		t.Errorf("%q of %+v", chosen, options)
	}
	if got := strings.NewReplacer("\u2066", "", "\u2069", "").Replace(p.closer()); got !=
		"19:00–20:00 · no reason given · by somebody here" {
		t.Errorf("closer %q", got)
	}
}

// The weeks begin on Monday, and each sum is that of the days under it.
func TestWeeksAddUpTheirDays(t *testing.T) {
	t.Parallel()
	hkd := func(amount int64) []api.Money { return []api.Money{{Amount: amount, Currency: "HKD"}} }
	weeks, all := weeksOf([]api.DayTotals{
		{Day: "2026-11-23", Orders: 1, Paid: hkd(100)}, // a Monday
		{Day: "2026-11-22", Orders: 2, Paid: hkd(200), Refunded: hkd(30)},
		{Day: "2026-11-16", Orders: 4, Cancelled: 1, Paid: []api.Money{{Amount: 480, Currency: "JPY"}}},
		{Day: "2026-11-15", Orders: 8},
	})
	var got []string
	for _, w := range weeks {
		got = append(got, w.first.String()+" to "+w.last.String())
	}
	if diff := cmp.Diff([]string{"2026-11-23 to 2026-11-29", "2026-11-16 to 2026-11-22", "2026-11-09 to 2026-11-15"},
		got); diff != "" {
		t.Error(diff)
	}
	want := api.DayTotals{Orders: 6, Cancelled: 1, Paid: []api.Money{{Amount: 200, Currency: "HKD"},
		{Amount: 480, Currency: "JPY"}}, Refunded: hkd(30)}
	if diff := cmp.Diff(want, weeks[1].sum); diff != "" || len(weeks[1].days) != 2 {
		t.Error(diff)
	}
	if all.Orders != 15 || all.Cancelled != 1 || all.Paid[0].Amount != 300 {
		t.Errorf("all: %+v", all)
	}
}

// The file has a line for an order and one for each of its refunds, amounts with a point and no sign, and the shop's
// own time. What was paid and refunded adds up: a rejected refund and a cancelled order add nothing. Spreadsheets made
// 9.00719925474099E+15 of an id, and 993 of the number 0993. A refund's amount stood in the total, which could not be
// summed, and in the status, with who decided. An amount in no known currency is as the platform wrote it.
func TestReconciliationFile(t *testing.T) {
	t.Parallel()
	in := csvShop{"Harbour Noodle", "Asia/Hong_Kong", rules.Fixed(8 * 3600)}
	at := func(text string) int64 {
		moment, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return moment.UnixMilli()
	}
	kwd := func(amount int64) *api.Money { return &api.Money{Amount: amount, Currency: "KWD"} }
	b := csvHead()
	csvOrder(b, &api.Order{OrderID: 9007199254740993, ShopID: 100001, Number: "0993", Column: api.ColumnDone,
		Total: kwd(6250), PlacedAt: at("2026-11-20T23:59:59+08:00")}, []api.OrderRefund{
		{ID: 7, Standing: api.RefundAgreed, Money: kwd(250), Reason: "=cold; soup", At: at("2026-11-21T00:01:02+08:00"),
			Via: api.ViaPerson, By: "Marco Lam", Status: 721},
		{Standing: api.RefundRejected, Money: kwd(6000), At: at("2026-11-21T01:00:00+08:00")},
	}, in)
	csvOrder(b, &api.Order{OrderID: 2, ShopID: 100001, Number: "2", Column: api.ColumnCancelled,
		Total: kwd(100)}, nil, in)
	csvOrder(b, &api.Order{OrderID: 3, ShopID: 100001, Number: "3", Column: api.ColumnDone,
		Total: &api.Money{Amount: 6200, Text: "62 coins"}}, nil, in)
	lines, failed := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), "\uFEFF"))).ReadAll()
	if failed != nil {
		t.Fatal(failed)
	}
	var got []string
	for _, line := range lines[1:] {
		got = append(got, strings.Join(line, "|"))
	}
	const shop, zone = "|Harbour Noodle|100001|", "|Asia/Hong_Kong|"
	if diff := cmp.Diff([]string{
		"order|#9007199254740993|#0993" + shop + "2026-11-20 23:59:59" + zone + "Done|KWD|6.250|6.250||||",
		"refund|#9007199254740993|#0993" + shop + "2026-11-21 00:01:02" + zone +
			"Refund approved|KWD|||0.250|#7|0.250|'=cold; soup",
		"refund|#9007199254740993|#0993" + shop + "2026-11-21 01:00:00" + zone + "Refund rejected|KWD|||||6.000|",
		"order|#2|#2" + shop + zone + "Cancelled|KWD|0.100|||||",
		"order|#3|#3" + shop + zone + "Done||62 coins|62 coins||||",
	}, got); diff != "" {
		t.Error(diff)
	}
}

// Another shop's history is looked through by the same days, words, state and figure.
func TestHistoryKeepsItsFiltersInAnotherShop(t *testing.T) {
	t.Parallel()
	p := &Past{Deps: pagetest.Deps(t, routes.Route{Page: routes.Past, ShopID: 1}, api.RoleManager)}
	for _, query := range []string{
		"", "?state=all", "?state=cancelled", "?from=2026-11-20&q=no+rice&to=2026-11-21",
		"?from=2026-11-20&hour=7&only=lost&state=all&to=2026-11-20",
	} {
		address, err := url.Parse("/orders/history" + query)
		if err != nil {
			t.Fatal(err)
		}
		if got := asked(p.linked(address)); got != query {
			t.Errorf("%q became %q", query, got)
		}
	}
}

// More couldn't be read without the server. Once it was heard again, the first orders were read instead: the list was
// cut short under somebody who had scrolled down.
func TestMoreOrdersAreReadOnceTheServerIsHeard(t *testing.T) {
	t.Parallel()
	var gone atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		page := api.History{Orders: []api.Order{{OrderID: 7, Number: "4817"}}, Next: "more"}
		if r.URL.Query().Get("cursor") == "more" {
			page = api.History{Orders: []api.Order{{OrderID: 8, Number: "4818"}}}
		}
		_ = json.NewEncoder(w).Encode(page)
	}))
	t.Cleanup(server.Close)
	p := &Past{Deps: pagetest.Deps(t, routes.Route{Page: routes.Past, ShopID: 1}, api.RoleManager)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) {
		p.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return p.next != "" }, func(ctx app.Context) {
			gone.Store(true)
			p.more(ctx)
			pagetest.Until(ctx, func() bool { return p.err != nil }, func(ctx app.Context) {
				gone.Store(false)
				ctx.NewAction(state.ActionHeard)
			})
		})
	})
	if p.err != nil || len(p.orders) != 2 || p.orders[1].OrderID != 8 {
		t.Errorf("%d orders, %v", len(p.orders), p.err)
	}
}

// Another filter was chosen and couldn't be read: the orders of the filter before stayed under it, and More added
// orders of the new one to them.
func TestOrdersOfAnotherFilterAreNotShown(t *testing.T) {
	t.Parallel()
	var refuses atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if refuses.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_ = json.NewEncoder(w).Encode(api.History{Orders: []api.Order{{OrderID: 7, Number: "4817"}}, Next: "more"})
	}))
	t.Cleanup(server.Close)
	p := &Past{Deps: pagetest.Deps(t, routes.Route{Page: routes.Past, ShopID: 1}, api.RoleManager)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	read := func(do func(app.Context)) string {
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			do(ctx)
		})
		return pagetest.Markup(p)
	}
	p.wanted = p.all()
	if html := read(p.again); !strings.Contains(html, "4817") || !strings.Contains(html, `id="past-more"`) {
		t.Fatal("no orders to begin with")
	}
	refuses.Store(true)
	if html := read(p.more); !strings.Contains(html, "4817") {
		t.Error("the orders are gone because there are no more")
	}
	refuses.Store(false)
	if n := strings.Count(read(p.load), "4817"); n != 2 {
		t.Errorf("%d orders once it is tried again", n)
	}
	refuses.Store(true)
	html := read(func(ctx app.Context) { p.chooseState(ctx, string(api.ColumnCancelled)) })
	if strings.Contains(html, "4817") || strings.Contains(html, `id="past-more"`) {
		t.Error("orders of the filter before are shown")
	}
}
