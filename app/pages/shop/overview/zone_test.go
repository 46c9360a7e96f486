package overview

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
)

// zonePage is the page of a shop of Hong Kong, of which the platform has no coordinates.
func zonePage(t *testing.T, role api.Role) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 7}, role)
	deps.State.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Asia/Hong_Kong"}})
	deps.State.SetShop(7, &platform.Shop{ShopID: 7})
	return &Page{Deps: deps}
}

// The page warned of a wrong time zone, which nobody could correct.
func TestZoneIsCorrectedByWhoAddsShops(t *testing.T) {
	t.Parallel()
	const field, none = `id="shop-zone"`, "no coordinates of this shop"
	markup.Holds(t, pagetest.Markup(zonePage(t, api.RoleOwner)), []string{field, none}, nil)
	markup.Holds(t, pagetest.Markup(zonePage(t, api.RoleManager)), []string{none}, []string{field})
}

func TestZoneForm(t *testing.T) {
	t.Parallel()
	const save, bad = ">Save<", "The server doesn&#39;t know this time zone"
	markup.Holds(t, pagetest.Markup(&zoneForm{Zone: "Asia/Hong_Kong"}), []string{">Time zone: Hong Kong<"},
		[]string{"<option"})
	for _, tt := range []struct {
		chosen    string
		err       error
		want, not []string
	}{
		{"", nil, []string{"Asia/Hong Kong"}, []string{save}},
		{"Asia/Hong_Kong", nil, nil, []string{save}},
		{"Asia/Dubai", nil, []string{save}, []string{"Not saved."}},
		{"Asia/Dubai", &api.Error{Code: api.CodeUnavailable}, []string{save, "Not saved.", `role="alert"`}, nil},
		{"Asia/Dubai", &api.Error{Code: api.CodeInvalid}, []string{save, bad}, []string{"Not saved."}},
	} {
		f := &zoneForm{Zone: "Asia/Hong_Kong", open: true, chosen: tt.chosen, err: tt.err}
		markup.Holds(t, pagetest.Markup(f), tt.want, tt.not)
	}
}

// zones keeps the zones that are sent, and refuses the first call.
type zones []string

func (z *zones) Fetch(_ context.Context, r backend.Request) (backend.Response, error) {
	var in api.SetZone
	if err := json.Unmarshal(r.Body, &in); err != nil {
		return backend.Response{}, err
	}
	if *z = append(*z, in.Zone); len(*z) == 1 {
		return backend.Response{}, backend.ErrOffline
	}
	body, err := json.Marshal(api.Gather([]api.Shop{{ShopID: in.ShopID, Name: "Noodle", Zone: in.Zone}}))
	return backend.Response{Status: http.StatusOK, Body: body}, err
}

func TestSavedZoneCounts(t *testing.T) {
	t.Parallel()
	p, sent := zonePage(t, api.RoleOwner), new(zones)
	b, err := backend.New(pagetest.Mount, sent)
	if err != nil {
		t.Fatal(err)
	}
	f := &zoneForm{State: p.State, Backend: b, Shop: 7, Zone: "Asia/Hong_Kong", open: true, chosen: "Asia/Dubai"}
	zone := func() string {
		shop, _ := p.State.Shop(7)
		return shop.Zone
	}
	var said []string
	reads := 0
	pagetest.Run(t, func(ctx app.Context) {
		f.ctx = ctx
		ctx.Handle(state.ActionRead, func(app.Context, app.Action) { reads++ })
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			offer := a.Value.(pages.Offer) //nolint:forcetypeassert // or the test fails
			if said = append(said, zone(), offer.Text); offer.Do != nil {
				offer.Do(ctx)
			}
		})
		f.save(ctx)
		f.save(ctx) // while it is on its way
		pagetest.Until(ctx, func() bool { return !f.busy }, func(ctx app.Context) {
			if f.err == nil || f.chosen != "Asia/Dubai" || zone() != "Asia/Hong_Kong" {
				t.Errorf("after a failure: %v, %q, %s", f.err, f.chosen, zone())
			}
			f.save(ctx)
		})
	})
	want := []string{"Asia/Dubai", "Time zone: Dubai. Saved.", "Asia/Hong_Kong", "Undone."}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&zones{"Asia/Dubai", "Asia/Dubai", "Asia/Hong_Kong"}, sent); diff != "" || reads != 2 {
		t.Errorf("%d reads, sent %s", reads, diff)
	}
	if f.chosen != "" || f.err != nil || f.busy {
		t.Errorf("%q is chosen, %v, busy %v", f.chosen, f.err, f.busy)
	}
}
