package live_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// growing lets every caller see a number of shops.
type growing struct {
	everybody
	shops *atomic.Int64
}

func (g growing) VisibleShops(context.Context) (shops []api.Shop, _ error) {
	for id := range g.shops.Load() {
		shops = append(shops, api.Shop{ShopID: id + 1, Permissions: []string{string(platform.PermissionOrderView)}})
	}
	return shops, nil
}

// A reader who gained a shop while no stream was open loads the lists again: they lack the shop's orders. Before, only
// an open stream told.
func TestReaderWhoGainedShopIsReset(t *testing.T) {
	t.Parallel()
	may := growing{shops: new(atomic.Int64)}
	may.shops.Store(2)
	service, err := live.New(live.Options{Authoriser: may, Events: sqlitetest.Open(t), Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /live", httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	mux.Handle("GET /poll", httpio.Handler(slog.New(slog.DiscardHandler), service.HandlePoll))
	web := httptest.NewServer(mux)
	run(t, service, web)
	poll := func(shops string) (batch api.LiveBatch) {
		t.Helper()
		res, err := http.Get(web.URL + "/poll?after=0&shops=" + shops)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(&batch); err != nil {
			t.Fatal(err)
		}
		return batch
	}
	stream := func(shops string) (kinds string, last api.LiveTick) {
		t.Helper()
		reader := connectTo(t, web.URL+"/live?shops="+shops, "0")
		defer reader.close()
		for range 2 {
			_, kind, data := reader.next(t)
			if err := json.Unmarshal([]byte(data), &last); err != nil {
				t.Fatal(err)
			}
			kinds = strings.TrimSpace(kinds + " " + kind)
			if kind == string(api.LiveHello) && shops == last.Shops {
				break // nothing follows
			}
		}
		return kinds, last
	}
	before := poll("")
	if before.Reset || before.Shops == "" || poll(before.Shops).Reset {
		t.Errorf("the shops are as before: %+v", before)
	}
	if kinds, tick := stream(before.Shops); kinds != "hello" || tick.Shops != before.Shops {
		t.Errorf("the shops are as before: %s, %+v", kinds, tick)
	}
	may.shops.Store(3)
	after := poll(before.Shops)
	if !after.Reset || after.Shops == before.Shops || poll(after.Shops).Reset {
		t.Errorf("a shop was gained: %+v", after)
	}
	if kinds, tick := stream(before.Shops); kinds != "hello reset" || tick.Shops != after.Shops {
		t.Errorf("a shop was gained: %s, %+v", kinds, tick)
	}
	if kinds, _ := stream(after.Shops); kinds != "hello" {
		t.Errorf("the reader knows: %s", kinds)
	}
}

// A reader who lost a shop loads the lists again. The bug: an open stream told only of gained shops, so that the lost
// shop's orders stayed on the board of all shops, and its new ones were counted in the title until the page was loaded
// anew.
func TestReaderWhoLostShopIsReset(t *testing.T) {
	t.Parallel()
	may := growing{shops: new(atomic.Int64)}
	may.shops.Store(2)
	service, err := live.New(live.Options{Authoriser: may, Events: sqlitetest.Open(t), Heartbeat: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	run(t, service, web)
	reader := connectTo(t, web.URL, "0")
	defer reader.close()
	shops := ""
	for {
		_, kind, data := reader.next(t)
		var tick api.LiveTick
		if err := json.Unmarshal([]byte(data), &tick); err != nil {
			t.Fatal(err)
		}
		if shops == "" {
			shops = tick.Shops
			may.shops.Store(1)
		}
		if tick.Shops != shops {
			if kind != string(api.LiveReset) {
				t.Errorf("%s told of the loss", kind)
			}
			return
		}
	}
}
