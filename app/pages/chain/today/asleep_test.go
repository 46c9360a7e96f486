package today

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// A laptop that slept over midnight showed the figures of the day before as today's until an order came: a browser's
// timers stand still while the device sleeps.
func TestFiguresOfTheDayBeforeDoNotOutlastASleep(t *testing.T) {
	t.Parallel()
	now := pagetest.Now.UnixMilli()
	for name, tt := range map[string]struct {
		next int64
		want int32
	}{"over": {now - 1, 1}, "to come": {now + 1, 0}, "none": {0, 0}} {
		var asked atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			_ = json.NewEncoder(w).Encode(api.Today{Now: now})
		}))
		t.Cleanup(server.Close)
		p := pageOf(t, api.RoleOwner, everything)
		p.Backend = wire.Backend(t, pagetest.Mount, server)
		p.model.answered, p.model.today.Next = true, tt.next
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.OnUpdate(ctx)
			p.OnUpdate(ctx) // drawn again before the answer
		})
		if got := asked.Load(); got != tt.want {
			t.Errorf("%s: asked %d times, want %d", name, got, tt.want)
		}
	}
}
