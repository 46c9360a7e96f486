package holidays_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/holidays"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	mount   = "/admin/console"
	shop    = 100001
	dubai   = 100025
	nobodys = 999999
)

// fixture is the service behind real sign-ins and a real store, at a fixed time.
type fixture struct {
	t     *testing.T
	now   time.Time
	store store.Store
	desk  servertest.Desk
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, now: time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)}
	f.store = sqlitetest.Open(t)
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shop, Zone: "Asia/Hong_Kong"},
		{ShopID: dubai, Zone: "Asia/Dubai"}}); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return f.now }
	operators, err := auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true, Base: background.Base{Now: now}})
	if err != nil {
		t.Fatal(err)
	}
	if err := operators.EnsureDemo(t.Context(), []int64{shop}); err != nil {
		t.Fatal(err)
	}
	service, err := holidays.New(holidays.Options{Authoriser: operators, Dates: f.store, Shops: f.store,
		Audit: f.store, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	log := httpLog(t)
	mux := http.NewServeMux()
	mux.Handle("POST "+api.PathDemo, httpio.Handler(log, operators.HandleDemo))
	mux.Handle("GET "+api.PathDateNames, httpio.Handler(log, service.HandleNames))
	mux.Handle("POST "+api.PathDateNames, httpio.Handler(log, service.HandleChangeNames))
	mux.Handle("GET "+api.PathHolidays, httpio.Handler(log, service.HandleHolidays))
	mux.Handle("POST "+api.PathHolidays, httpio.Handler(log, service.HandleDismiss))
	console := httptest.NewServer(http.StripPrefix(mount, operators.Identify(mux)))
	t.Cleanup(console.Close)
	f.desk = servertest.Desk{URL: console.URL + mount}
	return f
}

// ask calls the console; any answer but 200 is its error body.
func (f *fixture) ask(role api.Role, method, path string, request, answer any) *api.Error {
	f.t.Helper()
	return f.desk.Ask(f.t, role, method, path, request, answer, nil)
}

func (f *fixture) holidays(query string) api.Holidays {
	f.t.Helper()
	var h api.Holidays
	if err := f.ask(api.RoleManager, "GET", api.PathHolidays+query, nil, &h); err != nil {
		f.t.Fatal(err)
	}
	return h
}

func of(id int64) string { return fmt.Sprintf("?shop=%d", id) }

var feast = api.DateName{First: "2027-02-06", Last: "2027-02-09", Name: "Lunar New Year"}

func TestPermissionsOfNamesAndHolidays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	put := func(id int64) any { return api.ChangeDateNames{ShopID: id, Put: []api.DateName{feast}} }
	dismiss := func(id int64) any { return api.DismissHoliday{ShopID: id, ID: "hk/2027/labour", Dismissed: true} }
	for _, tt := range []struct {
		name, method, path string
		role               api.Role
		request            any
		want               api.Code
	}{
		{"names, signed out", "GET", api.PathDateNames + of(shop), "", nil, api.CodeSignedOut},
		{"names of another shop", "GET", api.PathDateNames + of(dubai), api.RoleManager, nil, api.CodeNotFound},
		{"names of no shop", "GET", api.PathDateNames + "?shop=x", api.RoleManager, nil, api.CodeNotFound},
		{"names, staff", "GET", api.PathDateNames + of(shop), api.RoleStaff, nil, ""},
		{"name, signed out", "POST", api.PathDateNames, "", put(shop), api.CodeSignedOut},
		{"name, staff", "POST", api.PathDateNames, api.RoleStaff, put(shop), api.CodeForbidden},
		{"name in another shop", "POST", api.PathDateNames, api.RoleManager, put(dubai), api.CodeNotFound},
		{"name in nobody's shop", "POST", api.PathDateNames, api.RoleOwner, put(nobodys), api.CodeNotFound},
		{"name", "POST", api.PathDateNames, api.RoleManager, put(shop), ""},
		{"holidays, signed out", "GET", api.PathHolidays + of(shop), "", nil, api.CodeSignedOut},
		{"holidays, staff", "GET", api.PathHolidays + of(shop), api.RoleStaff, nil, api.CodeForbidden},
		{"holidays of another shop", "GET", api.PathHolidays + of(dubai), api.RoleManager, nil, api.CodeNotFound},
		{"dismiss, signed out", "POST", api.PathHolidays, "", dismiss(shop), api.CodeSignedOut},
		{"dismiss, staff", "POST", api.PathHolidays, api.RoleStaff, dismiss(shop), api.CodeForbidden},
		{"dismiss in another shop", "POST", api.PathHolidays, api.RoleManager, dismiss(dubai), api.CodeNotFound},
		{"dismiss what isn't there", "POST", api.PathHolidays, api.RoleManager,
			api.DismissHoliday{ShopID: shop, ID: "hk/2027/nothing"}, api.CodeInvalid},
	} {
		got := api.Code("")
		if err := f.ask(tt.role, tt.method, tt.path, tt.request, &struct{}{}); err != nil {
			got = err.Code
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestNamesAreKeptReplacedAndForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var got api.DateNames
	change := func(put, drop []api.DateName) {
		t.Helper()
		if err := f.ask(api.RoleManager, "POST", api.PathDateNames, api.ChangeDateNames{ShopID: shop, Put: put, Drop: drop},
			&got); err != nil {
			t.Fatal(err)
		}
	}
	change([]api.DateName{{First: feast.First, Last: feast.Last, Name: "  Lunar New Year "}}, nil)
	if diff := cmp.Diff([]api.DateName{feast}, got.Names); diff != "" {
		t.Error(diff)
	}
	longer := api.DateName{First: feast.First, Last: "2027-02-10", Name: "年假 – عطلة"}
	change([]api.DateName{longer}, []api.DateName{{First: feast.First, Last: feast.Last}})
	if diff := cmp.Diff([]api.DateName{longer}, got.Names); diff != "" {
		t.Error(diff)
	}
	entries, err := f.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{shop}, Limit: 9})
	if err != nil || len(entries) != 2 || entries[0].Action != "dates.names" || entries[0].Outcome != store.OutcomeDone {
		t.Errorf("audit: %+v %v", entries, err)
	}
	f.now = f.now.AddDate(1, 4, 0)
	f.desk.Forget()
	change(nil, nil)
	if len(got.Names) != 0 {
		t.Errorf("not forgotten: %v", got.Names)
	}
}

func TestInvalidNamesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	err := f.ask(api.RoleManager, "POST", api.PathDateNames, api.ChangeDateNames{ShopID: shop, Put: []api.DateName{
		{First: "2027-02-30", Last: "2027-03-01", Name: "x"},
		{First: "2027-03-02", Last: "2027-03-01", Name: "x"},
		{First: "2027-03-02", Last: "2027-03-02", Name: " "},
		{First: "2027-03-02", Last: "2027-03-02", Name: strings.Repeat("年", api.MaxDateName+1)},
		{First: "2027-03-02", Last: "2027-03-02", Name: "a\nb"},
	}}, &struct{}{})
	if err == nil {
		t.Fatal("taken")
	}
	var codes []string
	for _, p := range err.Problems {
		codes = append(codes, p.Path+" "+p.Code)
	}
	want := []string{"put[0] date_name_days", "put[1] range_reversed", "put[2].name date_name", "put[3].name date_name",
		"put[4].name date_name"}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Error(diff)
	}
	var got api.DateNames
	if err := f.ask(api.RoleManager, "GET", api.PathDateNames+of(shop), nil, &got); err != nil || len(got.Names) != 0 {
		t.Errorf("kept %v %v", got, err)
	}
}

// The zone tells the country; the telephone code wins over the zone, and the operator's choice over both.
func TestCountryFollowsChoiceThenPhoneThenZone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for query, want := range map[string]string{
		"": "HK zone", "&code=852": "HK phone", "&code=965": "KW phone", "&code=1": "HK zone",
		"&code=852&country=qa": "QA asked", "&country=XX": "HK zone",
	} {
		if h := f.holidays(of(shop) + query); h.Country+" "+h.By != want {
			t.Errorf("%q: %s %s, want %s", query, h.Country, h.By, want)
		}
	}
}

// Holidays are listed from the shop's today on, for a year and a bit, in order, each with its basis. In Hong Kong it
// is already 21 November.
func TestHolidaysAreListedFromTheShopsToday(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	fixed := func(id, first, last, name, local string) api.Holiday {
		return api.Holiday{ID: id, First: first, Last: last, Name: name, Local: local, Lang: "zh-Hant", Basis: api.BasisFixed}
	}
	h := f.holidays(of(shop))
	want := []api.Holiday{
		fixed("hk/2026/christmas", "2026-12-25", "2026-12-25", "Christmas Day", "聖誕節"),
		fixed("hk/2026/christmas-2", "2026-12-26", "2026-12-26", "The first weekday after Christmas Day", "聖誕節後第一個周日"),
		fixed("hk/2027/new-year", "2027-01-01", "2027-01-01", "New Year's Day", "元旦"),
		fixed("hk/2027/lny", "2027-02-06", "2027-02-06", "Lunar New Year", "農曆新年"),
	}
	if diff := cmp.Diff(want, h.Holidays[:4]); diff != "" {
		t.Error(diff)
	}
	if last := h.Holidays[len(h.Holidays)-1]; last.First > h.Until || h.Until != "2027-12-16" {
		t.Errorf("the last is %v, until %s", last, h.Until)
	}
	for country, want := range map[string]api.Holiday{
		"SA": {ID: "sa/2027/fitr", First: "2027-03-09", Last: "2027-03-12", Basis: api.BasisMoon},
		"AE": {ID: "ae/2026/national", First: "2026-12-02", Last: "2026-12-03", Basis: api.BasisFixed},
		"KW": {ID: "kw/2027/liberation", First: "2027-02-26", Last: "2027-02-26", Basis: api.BasisFixed},
		"QA": {ID: "qa/2027/sport", First: "2027-02-09", Last: "2027-02-09", Basis: api.BasisFixed},
		"BR": {ID: "br/2027/corpus-christi", First: "2027-05-27", Last: "2027-05-27", Basis: api.BasisFixed},
	} {
		list := f.holidays(of(shop) + "&country=" + country).Holidays
		found := false
		for i, h := range list {
			if i > 0 && h.First < list[i-1].First {
				t.Errorf("%s: out of order at %v", country, h)
			}
			if h.ID == want.ID {
				found = cmp.Equal(want, h, cmpopts.IgnoreFields(api.Holiday{}, "Name", "Local", "Lang"))
			}
		}
		if !found {
			t.Errorf("%s: no %+v in %+v", country, want, list)
		}
	}
}

func TestHolidayIsDismissedPerShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, on := range []bool{true, false} {
		for _, id := range []string{"hk/2026/christmas", "br/2027/carnival"} {
			if err := f.ask(api.RoleManager, "POST", api.PathHolidays, api.DismissHoliday{ShopID: shop, ID: id, Dismissed: on},
				&struct{}{}); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.holidays(of(shop)).Holidays[0].Dismissed; got != on {
			t.Errorf("dismissed: %v, want %v", got, on)
		}
		var other api.Holidays
		if err := f.ask(api.RoleOwner, "GET", api.PathHolidays+of(dubai)+"&country=HK", nil, &other); err != nil ||
			other.Holidays[0].Dismissed {
			t.Errorf("another shop: %+v %v", other.Holidays[:1], err)
		}
	}
}
