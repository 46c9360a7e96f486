package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// timed is a store that reports calls which nothing would end if the database hung.
type timed struct {
	*sqlstore.Store
	t *testing.T
}

func (s *timed) ends(ctx context.Context, call string) {
	if ctx.Done() == nil {
		s.t.Errorf("%s has no deadline", call)
	}
}

func (s *timed) WithAudit(ctx context.Context, e store.Entry, do func(ctx context.Context) error) error {
	s.ends(ctx, e.Action)
	return s.Store.WithAudit(ctx, e, do)
}

func (s *timed) Begin(ctx context.Context, e store.Entry) (int64, error) {
	s.ends(ctx, e.Action)
	return s.Store.Begin(ctx, e)
}

func (s *timed) SaveOrders(ctx context.Context, changes []store.OrderChange) ([]bool, error) {
	s.ends(ctx, "SaveOrders")
	return s.Store.SaveOrders(ctx, changes)
}

func (s *timed) AddRun(ctx context.Context, r store.Run, shops []store.RunShop,
	events []store.Event) (store.Run, error) {
	s.ends(ctx, "AddRun")
	return s.Store.AddRun(ctx, r, shops, events)
}

func (s *timed) SaveRunState(ctx context.Context, r store.Run, events []store.Event) error {
	s.ends(ctx, "SaveRunState")
	return s.Store.SaveRunState(ctx, r, events)
}

func (s *timed) PutHookEvent(ctx context.Context, e store.HookEvent) error {
	s.ends(ctx, "PutHookEvent")
	return s.Store.PutHookEvent(ctx, e)
}

func (s *timed) BindShops(ctx context.Context, id string, shops []int64) error {
	s.ends(ctx, "BindShops")
	return s.Store.BindShops(ctx, id, shops)
}

func (s *timed) DeleteConnection(ctx context.Context, id string, version int64) error {
	s.ends(ctx, "DeleteConnection")
	return s.Store.DeleteConnection(ctx, id, version)
}

// A change is finished even if its client leaves, and has a deadline. The bug: while the database hung, the change
// waited for ever.
func TestChangesThatOutlastTheirClientHaveADeadline(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, func(o *server.Options) {
		o.Store, o.Shops = &timed{o.Store.(*sqlstore.Store), t}, o.Shops[:1]
	})
	owner := k.as(api.RoleOwner)
	send := func(path string, body any) string {
		t.Helper()
		status, answer := k.post(owner, path, body)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, answer)
		}
		return answer
	}
	send(api.PathShops, api.AddShops{ShopIDs: []int64{100002}, Zone: "Asia/Hong_Kong"})
	send(api.PathZone, api.SetZone{ShopID: shopID, Zone: "Asia/Tokyo"})
	send(api.PathGroups, fmt.Sprintf(`{"name":"Kowloon","add":["%d"]}`, shopID))
	send(api.PathInvitations, api.Invite{Name: "Bob", Grants: []api.Grant{{Role: api.RoleStaff, ShopID: shopID}}})
	closed := []api.Shift{{0, 0}}
	send(api.PathTemplates, api.SaveTemplate{
		TemplateID: api.TemplateID{ID: strings.Repeat("a", api.TemplateIDLength), Name: "Shut"},
		Parts:      api.TemplateParts{Week: &[7][]api.Shift{closed, closed, closed, closed, closed, closed, closed}},
	})
	send(api.PathHooksRegister, api.RegisterHooks{})
	screen := k.screen(owner, "")
	k.place(1001)
	screen.order(column(api.ColumnNew))
	send(api.PathOrderAct, api.ActOrder{ShopID: shopID, OrderID: 1001, Act: api.ActAccept, Key: "accept"})
	run := api.StartRun{Key: "k", Name: "Phones", Shops: []string{fmt.Sprint(shopID)},
		Change: api.Change{Phones: []string{"852-25469999"}}, At: time.Now().AddDate(0, 0, 1).UnixMilli()}
	var made api.Run
	if err := json.Unmarshal([]byte(send(api.PathRuns, run)), &made); err != nil {
		t.Fatal(err)
	}
	send(api.PathRunSteer, api.SteerRun{ID: made.ID, Act: api.RunActCancel})
	code, err := k.box.Consent(shopID)
	if err != nil {
		t.Fatal(err)
	}
	send(api.PathConnectCode, api.ConnectCode{Code: code})
	connections := k.connections(owner).Connections
	send(api.PathDisconnect, api.ConnectionRef{ID: connections[0].ID})
}
