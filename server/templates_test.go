package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A shop changes after a template was made from it: the list of all shops shows the drift to managers, but not to
// staff.
func TestListOfShopsShowsDriftToManagers(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	manager := b.as(api.RoleManager)
	week := `{"mon":[{"startTime":36000,"endTime":79200}]}`
	update := func(week string) {
		t.Helper()
		if status, answer := b.post(manager, api.PlatformPrefix+platform.PathWeekUpdate,
			`{"shopId":100001,"businessHourOfTheWeek":`+week+`}`); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	read := func(c *http.Client) api.RosterShop {
		t.Helper()
		var roster api.Roster
		status, body := b.do(c, http.MethodGet, api.PathRoster, nil, nil)
		if err := json.Unmarshal([]byte(body), &roster); status != http.StatusOK || err != nil {
			t.Fatalf("%d %s", status, body)
		}
		for _, shop := range roster.Shops {
			if shop.ShopID == 100001 {
				return shop
			}
		}
		t.Fatal("the shop isn't there")
		return api.RosterShop{}
	}
	for _, path := range []string{platform.PathWeekGet, platform.PathShopGet, platform.PathSpecialGet} {
		if status, body := b.post(manager, api.PlatformPrefix+path,
			platform.ShopRef{ShopID: 100001}); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	update(week)
	closed := []api.Shift{{0, 0}}
	template := api.SaveTemplate{
		TemplateID: api.TemplateID{ID: strings.Repeat("a", api.TemplateIDLength), Name: "Short week"},
		Shops:      []string{"100001"},
		Parts: api.TemplateParts{Week: &[7][]api.Shift{{{36000, 79200}}, closed, closed, closed, closed,
			closed, closed}},
	}
	if status, body := b.post(manager, api.PathTemplates, template); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if got := read(manager).Drift; len(got) != 1 || got[0].Template != template.ID || len(got[0].Differences) != 0 ||
		got[0].Unknown {
		t.Errorf("the same: %+v", got)
	}
	update(`{"mon":[{"startTime":36000,"endTime":79200}],"fri":[{"startTime":36000,"endTime":79200}]}`)
	if got := read(manager).Drift; len(got) != 1 || len(got[0].Differences) != 1 || got[0].Differences[0].Day != 4 {
		t.Errorf("one day differs: %+v", got)
	}
	if got := read(b.as(api.RoleStaff)).Drift; len(got) != 0 {
		t.Errorf("staff: %+v", got)
	}
}
