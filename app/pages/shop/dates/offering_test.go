package dates

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// When another country's holidays couldn't be read, those of the country before stood below its name and could be
// saved.
func TestHolidaysOfTheCountryBeforeAreNotOffered(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(server.Close)
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Dates, ShopID: 1}, api.RoleOwner)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) {
		p.Ctx = ctx
		p.offers = &offering{
			country: "HK", got: api.Holidays{Country: "HK", Countries: []string{"HK", "SA"}}, rows: []*holidayRow{{}},
		}
		p.chooseCountry(ctx, "SA")
	})
	if o := p.offers; o.err == nil || len(o.open()) != 0 || o.got.Country != "" || o.country != "SA" {
		t.Errorf("offered after %v: %+v", o.err, o)
	}
}

// Escape in the dialog of holidays threw away what was chosen and typed for all of them.
func TestClosedHolidaysComeBack(t *testing.T) {
	t.Parallel()
	left, now := page(t), page(t)
	o := &offering{shop: left.Route.ShopID, rows: []*holidayRow{{ID: "a"}}}
	o.was = o.choice()
	toasts := 0
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			toasts++
			left.OnDismount()
			now.OnMount(ctx)
			a.Value.(pages.Offer).Do(ctx)
		})
		left.offers = o
		closing(t, left)(ctx)
		left.offers = o
		left.tickHolidays(ctx, true)
		closing(t, left)(ctx)
	})
	if left.offers != nil || now.offers != o || toasts != 1 {
		t.Errorf("%d toasts, then %+v", toasts, now.offers)
	}
}

// Undo on another page did nothing.
func TestClosedHolidaysComeBackWithTheirPage(t *testing.T) {
	t.Parallel()
	now, later := page(t), page(t)
	o := &offering{shop: now.Route.ShopID, rows: []*holidayRow{{ID: "a"}}}
	pagetest.Run(t, func(ctx app.Context) {
		o.giveBack(ctx)
		now.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return now.offers == o }, func(ctx app.Context) {
			now.closeHolidays(ctx)
			later.OnMount(ctx)
		})
	})
	if o.back || later.offers != nil {
		t.Errorf("the dialog is open with %+v, on the next visit with %+v", now.offers, later.offers)
	}
}

// closing is what Escape does in the dialog of holidays.
func closing(t *testing.T, p *Page) func(app.Context) {
	t.Helper()
	d, ok := p.holidayDialog().(*components.Dialog)
	if !ok {
		t.Fatal("no dialog")
	}
	return d.OnClose
}

// "Save" closed the dialog without a word while another country's holidays were on their way, and saved nothing.
func TestHolidaysAreNotSavedWhileTheyAreRead(t *testing.T) {
	t.Parallel()
	p := page(t)
	p.offers = &offering{loading: true}
	if html := pagetest.Markup(p.holidayDialog()); !strings.Contains(html, "aria-busy") {
		t.Errorf("not busy: %s", html)
	}
}
