package live

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// heldServer answers the watch's calls. The first call for settings waits until
// it is aborted.
type heldServer struct {
	*httptest.Server

	calls   chan string
	asked   chan struct{}
	polled  chan struct{}
	aborted chan struct{}
	again   chan struct{}
}

func newHeldServer(t *testing.T) *heldServer {
	t.Helper()
	h := &heldServer{calls: make(chan string, 100), asked: make(chan struct{}), polled: make(chan struct{}),
		aborted: make(chan struct{}), again: make(chan struct{})}
	first, polled := true, sync.OnceFunc(func() { close(h.polled) })
	mux := http.NewServeMux()
	answer := func(path string, v any) {
		mux.HandleFunc(string(pagetest.Mount)+path, func(w http.ResponseWriter, r *http.Request) {
			h.calls <- path
			if path == api.PathLivePoll {
				polled()
			}
			if path == api.PathOrderSettings && first {
				first = false
				close(h.asked)
				<-r.Context().Done()
				close(h.aborted)
				return
			}
			if path == api.PathOrderSettings {
				defer close(h.again)
			}
			_ = json.NewEncoder(w).Encode(v)
		})
	}
	answer(api.PathOrders, api.Orders{Seq: 5})
	answer(api.PathOrderSettings, api.OrderSettingsList{})
	answer(api.PathLivePoll, api.LiveBatch{Seq: 5})
	h.Server = httptest.NewServer(mux)
	t.Cleanup(h.Close)
	return h
}

// The settings that the watch was reading were answered 401 after a sign-out, an
// error on the browser's console. Signing out aborts them, nothing is asked while
// it lasts, and all goes on if it has failed.
func TestSigningOutAbortsCallsUnderWay(t *testing.T) {
	t.Parallel()
	server := newHeldServer(t)
	w := watching(t)
	w.Backend = wire.Backend(t, pagetest.Mount, server.Server)
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.Follow(w.route)
		pagetest.When(ctx, server.asked, func(ctx app.Context) {
			pagetest.When(ctx, server.polled, func(ctx app.Context) {
				ctx.NewActionWithValue(state.ActionSigningOut, true)
				pagetest.When(ctx, server.aborted, func(ctx app.Context) {
					before := len(server.calls)
					w.line.link.Hurry()
					w.line.step()
					w.bell.told = api.Ring{}
					w.tick()
					if w.bell.told != (api.Ring{}) {
						t.Error("the server is told how the device rings while signing out")
					}
					if !w.line.on || len(server.calls) != before {
						t.Errorf("following %v, %d calls while signing out", w.line.on, len(server.calls)-before)
					}
					ctx.NewActionWithValue(state.ActionSigningOut, false)
					ctx.Dispatch(func(ctx app.Context) {
						w.tick()
						pagetest.When(ctx, server.again, func(app.Context) {})
					})
				})
			})
		})
	})
	if w.reading || w.settingsAt != 0 {
		t.Error("the settings weren't read again")
	}
}

// After a session had ended elsewhere and the same person had signed in again, the
// stream of the ended session asked for a sign-in once more when the server ended
// it. The line begins anew with the new session.
func TestSigningInAgainBeginsAnew(t *testing.T) {
	t.Parallel()
	server := newHeldServer(t)
	w := watching(t)
	w.Backend = wire.Backend(t, pagetest.Mount, server.Server)
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.Follow(w.route)
		pagetest.When(ctx, server.asked, func(ctx app.Context) {
			ctx.NewAction(state.ActionSignedIn)
			pagetest.When(ctx, server.aborted, func(ctx app.Context) {
				w.tick()
				pagetest.When(ctx, server.again, func(app.Context) {})
			})
		})
	})
	if !w.line.on || w.line.rests {
		t.Error("nothing is followed")
	}
}
