package shell

import (
	"net/http"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// Another shop was opened before the first one was read: what an earlier visit left of the first counted as read in
// this one, and the list of shops told how it stood then.
func TestSupersededReadIsNoRead(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	visit := func() *Root {
		r, err := newRoot(pagetest.Mount, wire.Fetcher{}, storage)
		if err != nil {
			t.Fatal(err)
		}
		r.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
		return r
	}
	before := visit().State
	before.SetShop(1, &platform.Shop{Status: platform.ShopOperating})
	before.SetWeek(1, backend.Record[platform.Week]{})
	before.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
	r := visit()
	r.asking(t, http.NotFoundHandler())
	pagetest.Run(t, func(ctx app.Context) {
		r.ctx, r.phase = ctx, ready
		for _, shop := range []int64{1, 2} {
			r.route = routes.Route{Page: routes.Shop, ShopID: shop}
			r.read()
		}
	})
	if got := r.State.Record(1); !got.Kept || got.Reading || !got.Complete() {
		t.Errorf("kept %v, reading %v, complete %v", got.Kept, got.Reading, got.Complete())
	}
}
