package live_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// A question to the store about the platform's connection that isn't answered holds up one stream. Before, it held up
// the greetings and heartbeats of all others.
func TestHangingStoreHoldsUpOneStream(t *testing.T) {
	t.Parallel()
	asked, answer := make(chan struct{}), make(chan struct{})
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: sqlitetest.Open(t), Heartbeat: never,
		Base: background.Base{Now: func() time.Time { return time.Unix(1, 0) }},
		Hearing: func(ctx context.Context) (api.Hearing, error) {
			if _, limited := ctx.Deadline(); !limited {
				t.Error("the question has no limit")
			}
			close(asked) // a second question would panic: others use what is known
			<-answer
			return api.Hearing{}, errors.New("no answer")
		}})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	run(t, service, web)
	late := connect(t, web, "0")
	<-asked
	for range 3 {
		reader := connect(t, web, "0")
		if _, kind, _ := reader.next(t); kind != string(api.LiveHello) {
			t.Error(kind)
		}
	}
	close(answer)
	if _, kind, _ := late.next(t); kind != string(api.LiveHello) {
		t.Error(kind)
	}
}
