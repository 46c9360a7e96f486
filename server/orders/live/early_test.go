package live_test

import (
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/orders/live"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

// What happens while a server starts, after a screen has connected and before the
// server first looks at the log, comes with that look and not with a heartbeat.
func TestEventBeforeTheFirstLook(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: s, Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	reader := connect(t, web, "0")
	reader.next(t) // hello
	if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	run(t, service, web)
	if id, kind, _ := reader.next(t); id != "1" || kind != "order" {
		t.Errorf("%s %s", id, kind)
	}
}
