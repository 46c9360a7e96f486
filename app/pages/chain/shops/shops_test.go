package shops

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

var some = []api.Shop{
	{ShopID: 100001, Name: "海港麵家・中環店", EnName: "Harbour Noodle Central", Zone: "Asia/Hong_Kong"},
	{ShopID: 100002, Name: "海港麵家・旺角店", EnName: "Harbour Noodle Mong Kok", Zone: "Asia/Hong_Kong"},
	{ShopID: 100025, Name: "مرسى دبي", EnName: "Dubai Marina", Zone: "Asia/Dubai"},
}

func TestMatching(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		query string
		want  []int64
	}{
		{"", []int64{100001, 100002, 100025}},
		{"  ", []int64{100001, 100002, 100025}},
		{"NOODLE mong", []int64{100002}},
		{"中環", []int64{100001}},
		{"دبي", []int64{100025}},
		{"10000", []int64{100001, 100002}},
		{"hong kong central", []int64{100001}},
		{"sushi", nil},
	} {
		var got []int64
		table := newTable(some, nil)
		for _, at := range table.found(look{Find: tt.query}) {
			got = append(got, table.entries[at].shop.ShopID)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.query, diff)
		}
	}
}

func TestParseIDs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed string
		want  []int64
		fault string
	}{
		{"5", []int64{5}, ""},
		{" 5, 6;7\n8、9，5 ", []int64{5, 6, 7, 8, 9}, ""},
		{"\"٥\"؛ ۶、７\u200f", []int64{5, 6, 7}, ""},
		{"9007199254740993", []int64{9007199254740993}, ""},
		{"", nil, "Enter at least one shop number."},
		{" , ", nil, "Enter at least one shop number."},
		{"5 x6", nil, "“x6” is not a shop number."},
		{"0", nil, "“0” is not a shop number."},
		{"-3", nil, "“-3” is not a shop number."},
		{"5 100001", nil, "Shop 100001 is in the list already."},
		{strings.Repeat("1", 30), nil, "“111111111111111111111111111111” is not a shop number."},
	} {
		got, fault := parseIDs(tt.typed, some)
		if diff := cmp.Diff(tt.want, got); diff != "" || fault != tt.fault {
			t.Errorf("%q: fault %q, want %q (-want +got):\n%s", tt.typed, fault, tt.fault, diff)
		}
	}
}

func TestAdding(t *testing.T) {
	t.Parallel()
	a := adding{ids: "9007199254740993 6", zone: "Asia/Dubai"}
	request, ok := a.submit(some)
	if diff := cmp.Diff(api.AddShops{ShopIDs: []int64{9007199254740993, 6}, Zone: "Asia/Dubai"},
		request); !ok || diff != "" {
		t.Fatalf("ok %v (-want +got):\n%s", ok, diff)
	}
	if _, ok := a.submit(some); ok {
		t.Error("sent twice")
	}
	a.failed(&api.Error{
		Code: api.CodeInvalid,
		Problems: []api.Problem{
			{Path: "shopIds[0]", Code: "unknown_shop", Args: []any{9007199254740992.0}}, {Path: "zone", Code: "zone"},
			{Path: "shopIds[1]", Code: api.ProblemListed, Args: []any{6.0}},
		},
	})
	want := pages.Faults{
		{Target: fieldIDs, Text: "The platform doesn't know shop 9007199254740993, or it hasn't given us access to it."},
		{Target: fieldZone, Text: "The server doesn't know this time zone. Choose another name for it."},
		{Target: fieldIDs, Text: "Shop 6 is in the list already."},
	}
	if diff := cmp.Diff(want, a.faults); diff != "" || a.busy || a.ids == "" {
		t.Errorf("%+v (-want +got):\n%s", a, diff)
	}
	a.failed(errors.New("x"))
	if a.err == nil || a.busy {
		t.Errorf("no reason given: %+v", a)
	}
}

// An owner of some shops alone was offered to add shops, which the server refuses.
func TestOwnerOfSomeShopsIsNotOfferedToAddShops(t *testing.T) {
	t.Parallel()
	for _, have := range [][]api.Shop{nil, some} {
		page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, "")}
		page.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
		page.State.SetShops(have)
		markup.Holds(t, pagetest.Markup(page), nil, []string{"Add shops", "Shop numbers"})
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	route := routes.Route{Page: routes.Shops}
	tests := []struct {
		name   string
		role   api.Role
		listed bool
		shops  []api.Shop
		err    error
		want   []string
		not    []string
	}{
		{"loading", api.RoleOwner, false, nil, nil, []string{"Loading…"}, []string{"No shops yet", "Add shops"}},
		{
			"failed", api.RoleOwner, false, nil, errors.New("x"), []string{"The list of shops couldn", "Try again"},
			[]string{"Loading…"},
		},
		{
			"empty, owner", api.RoleOwner, true, nil, nil, []string{"No shops yet", "Shop numbers", "Asia/Hong Kong"},
			[]string{"An owner has to"},
		},
		{
			"empty, staff", api.RoleStaff, true, nil, nil, []string{"No shops yet", "An owner has to give you one."},
			[]string{"Shop numbers"},
		},
		{"some", api.RoleOwner, true, some, nil, []string{"3 shops", `href="/admin/console/shops/100025"`, "中環", "Add shops"},
			[]string{"Nothing fits"}},
		{"some, manager", api.RoleManager, true, some, nil, []string{"3 shops"}, []string{"Add shops"}},
		{"one", api.RoleOwner, true, some[:1], nil, []string{"1 shop"}, []string{"1 shops"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page := &Page{Deps: pagetest.Deps(t, route, tt.role)}
			if tt.listed {
				page.State.SetShops(tt.shops)
			}
			page.State.SetListErr(tt.err)
			markup.Holds(t, pagetest.Markup(page), tt.want, tt.not)
		})
	}
}
