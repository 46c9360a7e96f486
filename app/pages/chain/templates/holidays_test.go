package templates

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// While another country's holidays were read, and when they couldn't be, those of the country before stood below its
// name and could be taken over.
func TestHolidaysOfTheCountryBeforeAreNotOffered(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("country") == "JP" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_ = json.NewEncoder(w).Encode(api.Holidays{Country: "HK", Countries: []string{"HK", "JP"}, Holidays: []api.Holiday{
			{ID: "hk-1", First: "2027-02-06", Last: "2027-02-08"},
		}})
	}))
	t.Cleanup(server.Close)
	p := &Editor{Deps: pagetest.Deps(t, routes.Route{Page: routes.Templates, Rest: newRest}, api.RoleOwner)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	p.State.SetShops([]api.Shop{{ShopID: 1, Permissions: []string{string(platform.PermissionHoursEdit)}}})
	p.OnInit()
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.openHolidays(ctx)
		if title := p.holidayDialog().(*components.Dialog).Title; strings.Contains(title, "…") {
			t.Errorf("the title %q promises another dialog", title)
		}
		pagetest.Until(ctx, func() bool { return !p.days.busy }, func(ctx app.Context) {
			if len(p.free()) != 1 {
				t.Errorf("offered at first: %+v", p.free())
			}
			p.chooseCountry(ctx, "JP")
			if len(p.free()) != 0 {
				t.Errorf("offered while Japan's are read: %+v", p.free())
			}
		})
	})
	if p.days.err == nil || len(p.free()) != 0 || len(p.days.got.Countries) != 2 {
		t.Errorf("offered after %v: %+v", p.days.err, p.days.got)
	}
}
