package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// The shop directory hears reads, writes and pauses through the real server, without a sweep.
func TestDirectoryHearsProxiedCallsAndPauses(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	manager := b.as(api.RoleManager)
	row := func() api.RosterShop {
		t.Helper()
		status, body := b.do(manager, "GET", api.PathRoster, nil, nil)
		var list api.Roster
		if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK || len(list.Shops) != 12 {
			t.Fatalf("%d %s %v", status, body, err)
		}
		return list.Shops[0]
	}
	if got := row(); got.ShopID != ownShop || got.Standing != api.StandingUnknown {
		t.Fatalf("before anything passed by: %+v", got)
	}
	for _, path := range []string{platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet} {
		if status, body := b.post(manager, api.PlatformPrefix+path,
			fmt.Sprintf(`{"shopId":%d}`, ownShop)); status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, body)
		}
	}
	if got := row(); got.ReadAt == 0 || len(got.Phones) != 2 {
		t.Errorf("after it was read: %+v", got)
	}
	if status, body := b.post(manager, api.PlatformPrefix+platform.PathContactUpdate,
		fmt.Sprintf(`{"shopId":%d,"phones":["852-22223333"]}`, ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if got := row(); len(got.Phones) != 1 || got.Phones[0] != "852-22223333" {
		t.Errorf("after the phones were changed: %+v", got)
	}
	if status, body := b.post(manager, api.PathPauses,
		fmt.Sprintf(`{"shopId":"%d","version":0,"end":"notice","reason":"busy"}`, ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if got := row(); got.Standing != api.StandingPaused || got.Pause == nil || got.Pause.By == "" {
		t.Errorf("paused: %+v", got)
	}
}

// A shop's record without an envelope is taken: the list of shops called such a shop never read.
func TestDirectoryHearsABareRecord(t *testing.T) {
	t.Parallel()
	b := open(t, nil, said(map[string]string{
		platform.PathShopGet: `{"shopId":100001,"name":"Tea","status":3,"availableForOrder":true,"phones":["852-1111"]}`}))
	manager := b.as(api.RoleManager)
	for _, path := range []string{platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet} {
		b.post(manager, api.PlatformPrefix+path, platform.ShopRef{ShopID: ownShop})
	}
	if got := read[api.Roster](b, manager, api.PathRoster).Shops[0]; got.ReadAt == 0 || len(got.Phones) != 1 {
		t.Errorf("%+v", got)
	}
}

// A foreign shop can't be grouped, and groups of foreign shops aren't shown: a foreign shop is answered like an
// unknown one.
func TestForeignShopsCannotBeGrouped(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner, manager := b.as(api.RoleOwner), b.as(api.RoleManager)
	foreign, one := b.post(manager, api.PathGroups, fmt.Sprintf(`{"name":"x","add":["%d"]}`, foreignShop))
	unknown, other := b.post(manager, api.PathGroups, fmt.Sprintf(`{"name":"x","add":["%d"]}`, noShop))
	if foreign != http.StatusUnprocessableEntity || unknown != foreign ||
		strings.ReplaceAll(one, fmt.Sprint(foreignShop), fmt.Sprint(noShop))[:40] != other[:40] {
		t.Errorf("foreign %d %s, unknown %d %s", foreign, one, unknown, other)
	}
	status, body := b.post(owner, api.PathGroups, fmt.Sprintf(`{"name":"theirs","add":["%d"]}`, foreignShop))
	var made api.GroupChanged
	if err := json.Unmarshal([]byte(body), &made); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := b.post(manager, api.PathGroups,
		fmt.Sprintf(`{"id":"%s","version":1,"delete":true}`, made.Group.ID)); status != http.StatusNotFound {
		t.Errorf("somebody else's group: %d %s", status, body)
	}
	if _, body := b.do(manager, "GET", api.PathRoster, nil, nil); strings.Contains(body, "theirs") ||
		strings.Contains(body, fmt.Sprint(foreignShop)) {
		t.Error("the manager's list tells of others")
	}
	if status, _ := b.post(b.as(api.RoleStaff), api.PathGroups, `{"name":"x"}`); status != http.StatusForbidden {
		t.Errorf("staff: %d", status)
	}
}
