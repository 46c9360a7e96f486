//go:build frozen

package server_test

import (
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
	send(api.PathLegend, api.Legend{Names: []api.CodeName{{Kind: api.KindOrder, Code: "20", Name: "Being checked"}}})
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
	send(api.PathRuns, api.StartRun{Key: "k", Name: "Phones", Shops: []string{shop, "100002"},
		Change: api.Change{Phones: []string{"852-25469999"}}})
	screen.until(func(e told) bool { return e.Kind == api.LiveRun && strings.Contains(e.Data, `"state":"done"`) })
	k.deliver([]byte(`{"no":"message"}`)) // refused
	ada, err := db.OperatorByLogin(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AddIdentity(t.Context(), store.Identity{Issuer: "https://id.example.com", Subject: "42",
		OperatorID: ada.ID, Label: "Ada W.", CreatedAt: time.Now().UnixMilli()}); err != nil {
		t.Fatal(err)
	}
}
