package live_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// faulty is an embedding host whose identity function panics when it is asked again, once.
type faulty struct {
	everybody
	asked *atomic.Int32
}

func (f faulty) Reauthenticator(*http.Request) func(context.Context) (context.Context, *auth.Principal, error) {
	return func(ctx context.Context) (context.Context, *auth.Principal, error) {
		if f.asked.Add(1) == 2 {
			panic("a host's fault")
		}
		return ctx, nil, nil
	}
}

// A panic while a stream's reader is asked for again ends that stream alone. Bug: it ended the process, with all of an
// embedding host's, because the host's identity function runs in the stream's own goroutine.
func TestPanicEndsItsStreamAlone(t *testing.T) {
	t.Parallel()
	service, err := live.New(live.Options{Authoriser: faulty{asked: new(atomic.Int32)}, Events: sqlitetest.Open(t),
		Heartbeat: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	run(t, service, web)
	broken := connectTo(t, web.URL, "")
	for broken.lines.Scan() { // until the stream ends
		continue
	}
	other := connectTo(t, web.URL, "")
	for kind := ""; kind != "beat"; {
		_, kind, _ = other.next(t)
	}
	other.close()
}
