package live_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// A stream that is being opened while the server drains ends with a bye or is refused. Drain waits
// for each admitted stream.
func TestDrainEndsStreamsThatAreBeingOpened(t *testing.T) {
	t.Parallel()
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: sqlitetest.Open(t), Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	t.Cleanup(web.Close)
	var opening sync.WaitGroup
	for range 32 {
		opening.Go(func() {
			for {
				res, err := http.Get(web.URL)
				if err != nil {
					t.Error(err)
					return
				}
				body, _ := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if res.StatusCode == http.StatusServiceUnavailable {
					return
				}
				if !strings.Contains(string(body), string(api.LiveBye)) {
					t.Errorf("ended without a word: %q", body)
				}
			}
		})
	}
	service.Drain()
	opening.Wait()
}
