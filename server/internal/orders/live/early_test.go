package live_test

import (
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// An event between a screen's connection and the server's first look at the log arrives with that
// look, not with a heartbeat.
func TestEventBeforeFirstLookArrivesWithThatLook(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: s, Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	reader := connect(t, web, "0")
	reader.next(t) // the hello
	if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	run(t, service, web)
	if id, kind, _ := reader.next(t); id != "1" || kind != "order" {
		t.Errorf("%s %s", id, kind)
	}
}
