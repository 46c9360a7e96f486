//go:build frozen

package server_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

var freezeTo = flag.String("freeze", "", "file of the database to fill")

// TestFreeze fills a new database through the console's own calls: see make frozen.
func TestFreeze(t *testing.T) {
	keys := frozenKeys(t)
	db, err := sqlite.Create(t.Context(), *freezeTo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	k := newKitchen(t, func(o *server.Options) {
		o.Demo, o.Keys, o.Store = false, keys, db
		o.Platform.CallsPerSecond = 1000
	})
	owner := k.owner()
	send := func(path string, body any) string {
		t.Helper()
		status, answer := k.post(owner, path, body)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, answer)
		}
		return answer
	}
	shop := fmt.Sprint(shopID)
	send(api.PathMark, api.MarkShop{ShopID: shopID, Favourite: true})
	for _, path := range []string{platform.PathWeekGet, platform.PathShopGet, platform.PathSpecialGet} {
		send(api.PlatformPrefix+path, platform.ShopRef{ShopID: shopID})
	}
	send(api.PlatformPrefix+platform.PathContactUpdate, fmt.Sprintf(`{"shopId":%d,"phones":["852-22223333"]}`, shopID))
	send(api.PathGroups, fmt.Sprintf(`{"name":"Kowloon","add":["%d","100002"]}`, shopID))
	send(api.PathViews, api.SaveView{View: api.View{ID: strings.Repeat("b", 16), Name: "Late", Body: "{}"}})
	closed := []api.Shift{{0, 0}}
	send(api.PathTemplates, api.SaveTemplate{
		TemplateID: api.TemplateID{ID: strings.Repeat("a", api.TemplateIDLength), Name: "Short week"}, Shops: []string{shop},
		Parts: api.TemplateParts{Week: &[7][]api.Shift{{{36000, 79200}}, closed, closed, closed, closed, closed, closed}},
	})
	send(api.PathPauses, `{"shopId":"100002","version":0,"end":"notice","reason":"busy"}`)
	send(api.PathDateNames, api.ChangeDateNames{ShopID: shopID, Put: []api.DateName{{First: "2026-12-24",
		Last: "2026-12-26", Name: "Christmas"}}})
	send(api.PathPreferences, api.Preferences{Language: "en", Theme: "dark"})
	send(api.PathInvitations, api.Invite{Name: "Bob", Grants: []api.Grant{{Role: api.RoleStaff, ShopID: shopID}}})
	send(api.PathLegend, api.Legend{Names: []api.CodeName{{Kind: api.KindOrder, Code: "20", Name: "Being checked"},
		{Kind: api.KindPhoto, Code: "PENDING", Name: "Looked at"}}})
	send(api.PathSummary, api.SetSummary{Push: true, Minute: 545, Language: "en"})
	send(api.PathRingTell, board)
	send(api.PathCrashes, api.TellCrash{Build: "fedcba9876543210", Page: "orders", At: time.Now().UnixMilli(),
		Text: "stack overflow", Stack: []string{"f00012+0x3"}})
	send(api.PathOrderSettings, api.OrderSettings{ShopID: shopID, AutoAccept: false, MaxOpen: 2})
	screen := k.screen(owner, "")
	for id := int64(1001); id <= 1003; id++ {
		k.place(id)
		screen.order(column(api.ColumnNew))
	}
	send(api.PathOrderAct, api.ActOrder{ShopID: shopID, OrderID: 1001, Act: api.ActAccept, Key: "accept"})
	screen.order(column(api.ColumnPreparing))
	for _, how := range []api.Reach{api.ReachRang, api.ReachSeen} {
		send(reached(how, 1001), struct{}{})
	}
	k.reached(owner, 1001, api.ReachRang, api.ReachSeen)
	send(api.PathRuns, api.StartRun{Key: "k", Name: "Phones", Shops: []string{shop, "100002"},
		Change: api.Change{Phones: []string{"852-25469999"}}})
	screen.until(func(e told) bool { return e.Kind == api.LiveRun && strings.Contains(e.Data, `"state":"done"`) })
	k.deliver([]byte(`{"no":"message"}`)) // refused
	ada, err := db.OperatorByLogin(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	// What no call of a test makes.
	now := time.Now().UnixMilli()
	if err := errors.Join(
		db.AddIdentity(t.Context(), store.Identity{Issuer: "https://id.example.com", Subject: "42", OperatorID: ada.ID,
			Label: "Ada W.", CreatedAt: now}),
		db.AddPasskey(t.Context(), store.Passkey{ID: "key", OperatorID: ada.ID, Name: "Ada's tablet",
			Credential: []byte("{}"), CreatedAt: now}),
		db.PutPhoto(t.Context(), store.Photo{Name: "aaaaaaaaaaaaaaaaaaaaaaaaaa.png", ShopID: shopID, OperatorID: ada.ID,
			Type: "image/png", Bytes: 70, Width: 1, Height: 1, CreatedAt: now, LookAt: now + time.Hour.Milliseconds()},
			store.Quota{}),
		db.SavePush(t.Context(), store.PushSubscription{ID: "device", Session: "ended", OperatorID: ada.ID,
			Shops: []int64{shopID}, Language: "en", Sealed: "-", CreatedAt: now}),
		db.DismissHoliday(t.Context(), shopID, "christmas-2026", true),
		db.PutHookEvent(t.Context(), store.HookEvent{EventID: int64(platform.EventOrderPlaced), State: "set",
			URL: "https://console.example.com/hooks/x", At: now, Operator: "Ada"}),
	); err != nil {
		t.Fatal(err)
	}
	for _, insert := range []string{
		fmt.Sprintf(`INSERT INTO stops (shop_id, since, until_at, kind) VALUES (%d, %d, %d, 'closed')`, shopID,
			now-60_000, now),
		fmt.Sprintf(`INSERT INTO seen_dates (shop_id, first_day, last_day, hours)
			VALUES (%d, '2026-01-01', '2026-01-02', '[]')`, shopID),
		`INSERT INTO template_groups (template_id, group_id) SELECT t.id, g.id FROM templates t, shop_groups g`,
		`INSERT INTO group_roles (operator_id, group_id, role) SELECT o.id, g.id, 'manager' FROM operators o, shop_groups g`,
		fmt.Sprintf(`INSERT INTO drift_accepted (template_id, shop_id, differences, operator, note, accepted_at)
			SELECT id, %d, '', 'Ada', '', %d FROM templates`, shopID, now),
	} {
		if _, err := db.DB().ExecContext(t.Context(), insert); err != nil {
			t.Fatal(err)
		}
	}
}
