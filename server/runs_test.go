package server_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// A run goes from its start to the screens, through the whole console. The manager's screen gets only news of the
// manager's shops.
func TestRunReachesTheScreensOfItsShops(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, func(o *server.Options) { o.Platform.CallsPerSecond = 1000 })
	owner, manager := k.as(api.RoleOwner), k.as(api.RoleManager)
	screens := map[api.Role]*screen{api.RoleOwner: k.screen(owner, ""), api.RoleManager: k.screen(manager, "")}
	for _, s := range screens {
		s.until(func(e told) bool { return e.Kind == api.LiveHello })
	}
	status, body := k.post(owner, api.PathRuns, api.StartRun{
		Key: "k", Name: "Phones", Shops: []string{"100001", "100002", "100020"},
		Change: api.Change{Phones: []string{"852-25469999"}},
	})
	var run api.Run
	if err := json.Unmarshal([]byte(body), &run); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	heard := map[api.Role][]int64{}
	for role, s := range screens {
		var done []int64
		s.until(func(e told) bool {
			var live api.LiveEvent
			var news api.RunNews
			if e.Kind != api.LiveRun || json.Unmarshal([]byte(e.Data), &live) != nil || json.Unmarshal(live.Data, &news) != nil {
				return false
			}
			if news.Run != run.ID || role == api.RoleManager && live.ShopID == foreignShop {
				t.Errorf("%s hears %s", role, e.Data)
			}
			if news.Shop != nil && news.Shop.State == api.RunShopDone {
				done = append(done, live.ShopID)
			}
			return news.State == api.RunDone
		})
		slices.Sort(done)
		heard[role] = done
	}
	if !slices.Equal(heard[api.RoleOwner], []int64{100001, 100002, foreignShop}) ||
		!slices.Equal(heard[api.RoleManager], []int64{100001, 100002}) {
		t.Errorf("heard of %v", heard)
	}
	d := read[api.RunDetail](k.bench, owner, api.PathRun+"?run="+run.ID)
	if d.Counts != (api.RunCounts{Done: 3}) {
		t.Errorf("%+v", d)
	}
	if d := read[api.RunDetail](k.bench, manager, api.PathRun+"?run="+run.ID); d.Counts.Done != 2 ||
		len(d.Shops) != 2 || d.Mine {
		t.Errorf("the manager sees %+v", d)
	}
	// The proxied answers are known from now on: a preview makes no platform call.
	for phone, want := range map[string]api.Verdict{"852-25469999": api.VerdictUnchanged,
		"852-25460000": api.VerdictChanges} {
		status, body := k.post(owner, api.PathRunPreview,
			api.AskPreview{Shops: []string{"100001", "100020"}, Change: api.Change{Phones: []string{phone}}})
		var p api.Preview
		if err := json.Unmarshal([]byte(body), &p); err != nil || status != http.StatusOK || p.Shops[0].Verdict != want ||
			p.Shops[1].Verdict != want {
			t.Errorf("%s: %d %s", phone, status, body)
		}
	}
	for _, id := range []int64{100001, 100002, foreignShop} {
		if s, _ := k.box.Shop(id); s.Record.Phones[0].Number != "852-25469999" {
			t.Errorf("%d: %+v", id, s.Record.Phones)
		}
	}
}
