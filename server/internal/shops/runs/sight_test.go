package runs_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// An operator sees a run only through shops of their own; a run without any of them answers 404. An operator steers
// their own runs, and runs whose shops are all theirs.
func TestOperatorSeesAndSteersRunsOfOwnShops(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	change := mondays
	change.FromShop = foreign
	runs := map[string]api.Run{
		"the manager's":         f.start(api.RoleManager, mondays, first, first+1),
		"the owner's, all":      f.start(api.RoleOwner, change, first, first+1),
		"the owner's, some":     f.start(api.RoleOwner, change, first, foreign),
		"the owner's, not here": f.start(api.RoleOwner, mondays, foreign, foreign+1),
	}
	type sees struct {
		Status int
		Shops  []int64
		Count  int
		Mine   bool
		From   int64
		Steers int
	}
	denied := func(status int) sees { return sees{Status: status, Steers: status} }
	for name, want := range map[string]map[api.Role]sees{
		"the manager's": {
			api.RoleOwner:   {Status: 200, Shops: []int64{first, first + 1}, Count: 2, Mine: true, Steers: 200},
			api.RoleManager: {Status: 200, Shops: []int64{first, first + 1}, Count: 2, Mine: true, Steers: 200},
			api.RoleStaff:   denied(403), "": denied(401),
		},
		"the owner's, all": {
			api.RoleManager: {Status: 200, Shops: []int64{first, first + 1}, Count: 2, Mine: true, Steers: 200},
			api.RoleOwner:   {Status: 200, Shops: []int64{first, first + 1}, Count: 2, Mine: true, From: foreign, Steers: 200},
		},
		"the owner's, some": {
			api.RoleOwner:   {Status: 200, Shops: []int64{first, foreign}, Count: 2, Mine: true, From: foreign, Steers: 200},
			api.RoleManager: {Status: 200, Shops: []int64{first}, Count: 1, Steers: 403},
			api.RoleStaff:   denied(403),
		},
		"the owner's, not here": {
			api.RoleOwner:   {Status: 200, Shops: []int64{foreign, foreign + 1}, Count: 2, Mine: true, Steers: 200},
			api.RoleManager: denied(404),
		},
	} {
		for role, want := range want {
			got := sees{Status: http.StatusOK, Steers: http.StatusOK}
			d, err := ask[api.RunDetail](f, role, "GET", api.PathRun+"?run="+runs[name].ID, nil)
			if err != nil {
				got.Status = err.Status
			}
			for _, s := range d.Shops {
				got.Shops = append(got.Shops, s.ShopID)
			}
			got.Count, got.Mine, got.From = d.Counts.Waiting, d.Mine, d.Change.FromShop
			for _, call := range []struct {
				path string
				body any
			}{
				{api.PathRunSteer, api.SteerRun{ID: runs[name].ID, Act: api.RunActGoOn}}, // changes nothing
				{api.PathRunRepeat, api.RepeatRun{ID: runs[name].ID, Undo: true}},        // no shop to undo yet
			} {
				_, err := ask[api.Run](f, role, "POST", call.path, call.body)
				if err != nil && err.Code != api.CodeInvalid {
					got.Steers = err.Status
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s by %q (-want +got)\n%s", name, role, diff)
			}
		}
	}
	list := func(role api.Role) (n int) {
		runs, err := ask[api.Runs](f, role, "GET", api.PathRuns, nil)
		if err != nil {
			return -err.Status
		}
		return len(runs.Runs)
	}
	if got := [4]int{list(api.RoleOwner), list(api.RoleManager), list(api.RoleStaff), list("")}; got != [4]int{4,
		3, -403, -401} {
		t.Errorf("listed: %v", got)
	}
	if _, err := ask[api.RunDetail](f, api.RoleOwner, "GET", api.PathRun+"?run=none", nil); err == nil ||
		err.Code != api.CodeNotFound {
		t.Errorf("an unknown run: %+v", err)
	}
}

// A run with a shop that the operator may not change is refused, and none of its shops is changed.
func TestRunInAForeignShopIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, tt := range []struct {
		role   api.Role
		shop   int64
		status int
	}{
		{"", first, 401}, {api.RoleStaff, first, 403}, {api.RoleManager, foreign, 404}, {api.RoleManager, nobodys, 404},
		{api.RoleOwner, nobodys, 404},
	} {
		_, err := ask[api.Run](f, tt.role, "POST", api.PathRuns, request(mondays, first, tt.shop))
		if err == nil || err.Status != tt.status {
			t.Errorf("%q in %d: %+v", tt.role, tt.shop, err)
		}
	}
	f.work(0)
	if n := f.weeks(first); n != 0 {
		t.Errorf("%d writes", n)
	}
}
