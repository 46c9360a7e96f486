package shell

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// On a device that remembers nobody the first drawing is the page, not a skeleton
// of it, and each answer is asked for once.
func TestFirstDrawingHasTheEarlyAnswers(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	answers := map[string]any{
		api.PathSession: api.Session{Operator: &api.Operator{ID: 7, Name: "Olivia Chan", Role: api.RoleOwner}},
		api.PathShops:   api.Gather(someShops),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, string(pagetest.Mount))
		asked[path]++
		_ = json.NewEncoder(w).Encode(answers[path])
	}))
	t.Cleanup(server.Close)
	r := newTestRoot(t, routes.Route{Page: routes.Shops}, "")
	r.phase = starting
	r.Backend = wire.Backend(t, pagetest.Mount, server)
	r.early = askEarly(r.Backend, pagetest.Now, r.route, nil)
	r.putEarly()
	html := pagetest.Markup(r)
	if !strings.Contains(html, "Olivia Chan") || !strings.Contains(html, "2 shops") {
		t.Errorf("the first drawing is %s", html)
	}
	session, err := instead(&r.early.session, backend.Session.From(r.Backend))(t.Context())
	if err != nil || session.Operator.ID != 7 || r.early.session != nil {
		t.Errorf("the session is %v, %v", session, err)
	}
	if asked[api.PathSession] != 1 || asked[api.PathShops] != 1 {
		t.Errorf("asked %v", asked)
	}
}

// Bug: on a shop's page the first drawing waited for the list of shops for as long as that took, once the shop's record
// was late.
func TestFirstDrawingWaitsForNothingThatIsLate(t *testing.T) {
	t.Parallel()
	asked, held := make(chan struct{}, 2), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, api.PathSession) {
			_ = json.NewEncoder(w).Encode(api.Session{Operator: &api.Operator{ID: 7}})
			return
		}
		asked <- struct{}{}
		<-held
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(held) })
	b := wire.Backend(t, pagetest.Mount, server)
	late, drawn := make(chan time.Time), make(chan struct{})
	go func() {
		askEarly(b, pagetest.Now, routes.Route{Page: routes.Shop, ShopID: 1}, late)
		close(drawn)
	}()
	<-asked
	late <- pagetest.Now
	select {
	case <-drawn:
	case <-time.After(5 * time.Second):
		t.Error("nothing is drawn before all answers have come")
	}
}
