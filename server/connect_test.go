package server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
	"github.com/shopdesk/shopdesk/web"
)

// withPage sends merchants to the sandbox's page.
func withPage(o *server.Options) {
	o.Platform.AppID, o.Platform.AuthorizeURL = sandbox.DemoAppID, o.Platform.URL+sandbox.PathAuthorise
}

// redirect is a merchant's way to the platform and back, step by step.
type redirect struct {
	b      *bench
	client *http.Client
	page   string         // on the platform
	lax    []*http.Cookie // the cookies that the browser sends when it comes back
}

func (b *bench) redirect(c *http.Client, id string) *redirect {
	b.t.Helper()
	u, _ := url.Parse(b.web.URL)
	before := map[string]bool{}
	for _, one := range c.Jar.Cookies(u) {
		before[one.Name] = true
	}
	status, body := b.post(c, api.PathConnectStart, api.StartConnect{ID: id})
	var to api.GoTo
	if err := json.Unmarshal([]byte(body), &to); err != nil || status != http.StatusOK {
		b.t.Fatalf("start: %d %s", status, body)
	}
	r := &redirect{b: b, client: c, page: to.URL}
	for _, one := range c.Jar.Cookies(u) {
		if !before[one.Name] {
			r.lax = append(r.lax, one)
		}
	}
	if len(r.lax) != 1 || !strings.HasPrefix(r.lax[0].Name, "shopdesk-flight-") {
		b.t.Fatalf("cookies of the redirect: %v", r.lax)
	}
	return r
}

// consents answers the platform's page and returns the address that the page sends back to.
func (r *redirect) consents(do string, shops ...string) *url.URL {
	r.b.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(r.page, url.Values{"do": {do}, "shopId": shops})
	if err != nil {
		r.b.t.Fatal(err)
	}
	_ = res.Body.Close()
	back, err := res.Location()
	if err != nil {
		r.b.t.Fatal(err)
	}
	return back
}

// returns comes back to a console as a browser does from another site: only with the Lax cookie. It returns the
// result in the fragment.
func (b *bench) returns(to http.Handler, back *url.URL, cookies ...*http.Cookie) api.ConnectResult {
	b.t.Helper()
	req := httptest.NewRequest(http.MethodGet, back.RequestURI(), nil)
	req.Host = host(b.t.(*testing.T), b.web.URL)
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	for _, c := range cookies {
		req.AddCookie(c)
	}
	w := httptest.NewRecorder()
	to.ServeHTTP(w, req)
	where, result, _ := strings.Cut(w.Header().Get("Location"), "#")
	if w.Code != http.StatusSeeOther || where != mount+"/settings/connections" || w.Body.Len() != 0 {
		b.t.Fatalf("%d to %q: %s", w.Code, w.Header().Get("Location"), w.Body)
	}
	return api.ConnectResult(result)
}

func (b *bench) connections(c *http.Client) api.Connections {
	b.t.Helper()
	status, body := b.do(c, http.MethodGet, api.PathConnections, nil, nil)
	var list api.Connections
	if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK {
		b.t.Fatalf("%d %s", status, body)
	}
	return list
}

func TestRedirectConnectsOnceInItsBrowser(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	var options server.Options
	b := open(t, func(o *server.Options) {
		withPage(o)
		o.Now = aheadBy(&ahead)
		options = *o
	})
	other := b.replica(options).console
	owner := b.as(api.RoleOwner)

	r := b.redirect(owner, "")
	for _, want := range []string{"responseType=authorization_code", "appId=1000001", "scope=all",
		"redirectUri=" + url.QueryEscape(b.web.URL+mount+api.PathCallback)} {
		if !strings.Contains(r.page, want) {
			t.Errorf("the platform's page %s lacks %s", r.page, want)
		}
	}
	if c := r.lax[0]; c.Value == "" || strings.Contains(r.page, "verifier") {
		t.Error("no sealed cookie, or its verifier is on its way")
	}
	back := r.consents("allow", "100001", "100002")
	for name, tt := range map[string]struct {
		change  func(q url.Values)
		cookies []*http.Cookie
	}{
		"another browser":  {nil, nil},
		"no state":         {func(q url.Values) { q.Del("state") }, r.lax},
		"another state":    {func(q url.Values) { q.Set("state", strings.Repeat("A", 43)) }, r.lax},
		"two states":       {func(q url.Values) { q.Add("state", "x") }, r.lax},
		"a changed cookie": {nil, []*http.Cookie{{Name: r.lax[0].Name, Value: "x" + r.lax[0].Value[1:]}}},
		"another's cookie": {nil, []*http.Cookie{{Name: r.lax[0].Name,
			Value: b.redirect(b.as(api.RoleOwner), "").lax[0].Value}}},
	} {
		u := *back
		q := u.Query()
		if tt.change != nil {
			tt.change(q)
		}
		u.RawQuery = q.Encode()
		if got := b.returns(b.console, &u, tt.cookies...); got != api.ConnectLost {
			t.Errorf("%s: %s, want %s", name, got, api.ConnectLost)
		}
	}
	// No attempt has used up the redirect, and any replica takes it.
	if got := b.returns(other, back, r.lax...); got != api.ConnectDone {
		t.Fatalf("on another replica: %s", got)
	}
	for _, console := range []http.Handler{b.console, other} {
		if got := b.returns(console, back, r.lax...); got != api.ConnectUsed {
			t.Errorf("once more: %s", got)
		}
	}
	list := b.connections(owner) // asks the first replica at once
	if len(list.Connections) != 1 {
		t.Fatalf("the first replica knows %+v", list)
	}
	if c := list.Connections[0]; len(c.Shops) != 2 || c.By != "Olivia Chan" || c.State != api.ConnectionGood {
		t.Errorf("%+v", c)
	}

	// A mended connection keeps its id.
	mend := b.redirect(owner, list.Connections[0].ID)
	if got := b.returns(other, mend.consents("allow", "100002"), mend.lax...); got != api.ConnectDone {
		t.Fatalf("mended: %s", got)
	}
	if again := b.connections(owner).Connections; len(again) != 1 || again[0].ID != list.Connections[0].ID ||
		len(again[0].Shops) != 1 {
		t.Errorf("mended: %+v", again)
	}

	for name, tt := range map[string]struct {
		before func(r *redirect)
		do     string
		change func(q url.Values)
		want   api.ConnectResult
	}{
		"refused by the merchant": {nil, "refuse", nil, api.ConnectDenied},
		"another application":     {nil, "allow", func(q url.Values) { q.Set("appId", "7") }, api.ConnectLost},
		"a made-up code":          {nil, "allow", func(q url.Values) { q.Set("code", "made-up") }, api.ConnectRefused},
		"no code":                 {nil, "allow", func(q url.Values) { q.Del("code") }, api.ConnectDenied},
		// Bug: whatever the platform's page couldn't do was told as the merchant's refusal.
		"the page is down": {nil, "refuse", func(q url.Values) { q.Set("error", "server_error") }, api.ConnectDown},
		"an unknown error": {nil, "refuse", func(q url.Values) { q.Set("error", "Ada-91234567") }, api.ConnectDown},
		"two codes":        {nil, "allow", func(q url.Values) { q.Add("code", "x") }, api.ConnectRefused},
		"signed out meanwhile": {func(r *redirect) {
			b.post(r.client, api.PathSignOut, "{}")
		}, "allow", nil, api.ConnectSignedOut},
		"proved twice meanwhile, and no code": {func(r *redirect) { // Bug: a proof in another tab counted as a sign-out.
			for range 2 {
				b.post(r.client, api.PathStepUp, api.StepUp{Demo: true})
			}
		}, "refuse", nil, api.ConnectDenied},
	} {
		r := b.redirect(b.as(api.RoleOwner), "")
		back := r.consents(tt.do, "100003")
		if tt.before != nil {
			tt.before(r)
		}
		q := back.Query()
		if tt.change != nil {
			tt.change(q)
		}
		back.RawQuery = q.Encode()
		if got := b.returns(b.console, back, r.lax...); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	if log := b.log.String(); strings.Contains(log, "91234567") || !strings.Contains(log, "why=server_error") {
		t.Errorf("the log has what the platform's page sent, or lacks its error:\n%s", log)
	}
	late := b.redirect(owner, "")
	back = late.consents("allow", "100003")
	ahead.Store(int64(10*time.Minute + time.Second))
	if got := b.returns(b.console, back, late.lax...); got != api.ConnectUsed {
		t.Errorf("after ten minutes: %s", got)
	}
	if len(b.connections(owner).Connections) != 1 {
		t.Error("one of them connected")
	}
	// An old sign-in doesn't prove who connects or disconnects.
	before := b.connections(owner)
	for path, body := range map[string]any{
		api.PathConnectStart: api.StartConnect{}, api.PathConnectCode: api.ConnectCode{Code: "any"},
		api.PathDisconnect: api.ConnectionRef{ID: before.Connections[0].ID},
	} {
		if status, answer := b.post(owner, path, body); status != http.StatusForbidden ||
			!strings.Contains(answer, string(api.CodeStepUp)) {
			t.Errorf("%s without a proof: %d %s", path, status, answer)
		}
	}
	if diff := cmp.Diff(before.Connections, b.connections(owner).Connections); diff != "" {
		t.Error(diff)
	}
	if status, answer := b.post(owner, api.PathStepUp, api.StepUp{Demo: true}); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	// A HEAD request uses nothing up.
	again := b.redirect(owner, "")
	back = again.consents("allow", "100003")
	req := httptest.NewRequest(http.MethodHead, back.RequestURI(), nil)
	req.Host = host(t, b.web.URL)
	req.AddCookie(again.lax[0])
	w := httptest.NewRecorder()
	b.console.ServeHTTP(w, req)
	if w.Code != http.StatusMethodNotAllowed || b.returns(b.console, back, again.lax...) != api.ConnectDone {
		t.Errorf("HEAD: %d", w.Code)
	}
}

// Only owners of the whole installation connect, list and disconnect.
func TestOnlyOwnersOfAllShopsConnect(t *testing.T) {
	t.Parallel()
	b := open(t, withPage)
	for name, tt := range map[string]struct {
		client *http.Client
		status int
		code   api.Code
	}{
		"nobody":  {b.browser(), 401, api.CodeSignedOut},
		"manager": {b.as(api.RoleManager), 403, api.CodeForbidden},
		"staff":   {b.as(api.RoleStaff), 403, api.CodeForbidden},
	} {
		for _, call := range []struct{ method, path, body string }{
			{"GET", api.PathConnections, ""}, {"POST", api.PathConnectStart, "{}"},
			{"POST", api.PathConnectCode, `{"code":"x"}`},
			{"POST", api.PathConnectLook, `{"id":"x"}`}, {"POST", api.PathDisconnect, `{"id":"x"}`},
		} {
			status, body := b.do(tt.client, call.method, call.path, []byte(call.body), http.Header{api.HeaderConsole: {"1"}})
			if status != tt.status || code(t, body) != tt.code {
				t.Errorf("%s %s: %d %s", name, call.path, status, body)
			}
		}
	}
	owner := b.as(api.RoleOwner)
	for path, body := range map[string]string{
		api.PathConnectStart: `{"id":"nope"}`, api.PathConnectCode: `{"id":"nope","code":"x"}`,
		api.PathConnectLook: `{"id":"nope"}`, api.PathDisconnect: `{"id":"nope"}`,
	} {
		if status, answer := b.post(owner, path, body); status != http.StatusNotFound {
			t.Errorf("%s of none: %d %s", path, status, answer)
		}
	}
}

// Without an application-level grant a console works through its connections: a code is pasted, a shop is added
// through the connection, and access ends with it.
func TestConsoleWorksWithConnectionsOnly(t *testing.T) {
	t.Parallel()
	b := open(t, oneShopWithoutGrant)
	if got := b.ready(); got != "200 ok" {
		t.Errorf("ready: %s", got)
	}
	owner := b.as(api.RoleOwner)
	read := func(shop string) (int, string) {
		return b.post(owner, api.PlatformPrefix+platform.PathShopGet, `{"shopId":`+shop+`}`)
	}
	if status, body := read("100001"); status != http.StatusBadGateway || code(t, body) != api.CodeConnection {
		t.Errorf("before: %d %s", status, body)
	}
	if status, body := b.post(owner, api.PathConnectStart, "{}"); status != http.StatusNotFound {
		t.Errorf("no page is configured: %d %s", status, body)
	}
	b.consent(owner, 100001)
	b.consent(owner, 100002, 100003)
	if status, body := read("100001"); status != http.StatusOK {
		t.Errorf("connected: %d %s", status, body)
	}
	if status, body := b.post(owner, api.PathShops,
		`{"shopIds":[100002],"zone":"Asia/Hong_Kong"}`); status != http.StatusOK {
		t.Fatalf("add through a connection: %d %s", status, body)
	}
	if status, body := read("100002"); status != http.StatusOK {
		t.Errorf("added: %d %s", status, body)
	}
	if status, body := b.post(owner, api.PathShops,
		`{"shopIds":[100009],"zone":"Asia/Hong_Kong"}`); status != http.StatusUnprocessableEntity {
		t.Errorf("a shop that no consent reaches: %d %s", status, body)
	}
	for _, c := range b.connections(owner).Connections {
		if status, body := b.post(owner, api.PathDisconnect, api.ConnectionRef{ID: c.ID}); status != http.StatusOK {
			t.Errorf("%d %s", status, body)
		}
	}
	if status, body := read("100002"); status != http.StatusBadGateway || code(t, body) != api.CodeConnection {
		t.Errorf("after: %d %s", status, body)
	}
}

// Lists follow at once when shops are connected and disconnected. The bug: they followed with the sweep's next read, up
// to half an hour later. The clock stands still, so that no read is due by itself.
func TestListsFollowConnections(t *testing.T) {
	t.Parallel()
	start := time.Now()
	b := open(t, func(o *server.Options) {
		oneShopWithoutGrant(o)
		o.Roster = server.Roster{}
		o.Now = func() time.Time { return start }
	})
	owner := b.as(api.RoleOwner)
	shows := func(access bool) {
		t.Helper()
		b.eventually(fmt.Sprint("access ", access), func() bool {
			row := read[api.Roster](b, owner, api.PathRoster).Shops[0]
			needs := read[api.Today](b, owner, api.PathToday).Needs
			needed := slices.ContainsFunc(needs, func(n api.Need) bool { return n.Kind == api.NeedAccess })
			return needed == !access && (row.Failure == "") == access && (row.Standing == api.StandingNoAccess) == !access
		})
	}
	shows(false)
	b.consent(owner, shopID)
	shows(true)
	id := b.connections(owner).Connections[0].ID
	if status, body := b.post(owner, api.PathDisconnect, api.ConnectionRef{ID: id}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	shows(false)
}

// A shop that neither a connection nor the application's grant reaches is listed so. The bug: its access was listed as
// fine, so its board looked as usual while every press failed.
func TestShopWithoutAccessIsListedSo(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*server.Options)
		want   api.ConnectionState // without a connection
	}{
		"no grant":        {oneShopWithoutGrant, api.ConnectionSignIn},
		"a refused grant": {func(o *server.Options) { o.Platform.ClientSecret = "wrong" }, api.ConnectionMissing},
		"a grant":         {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, tt.change)
			owner := b.as(api.RoleOwner)
			shows := func(want api.ConnectionState) {
				t.Helper()
				b.eventually(fmt.Sprintf("access %q", want), func() bool {
					return slices.ContainsFunc(read[api.Shops](b, owner, api.PathShops).Shops, func(shop api.Shop) bool {
						return shop.ShopID == shopID && shop.Access == api.Access{State: want}
					})
				})
			}
			shows(tt.want)
			b.consent(owner, shopID)
			shows("")
			id := b.connections(owner).Connections[0].ID
			if status, body := b.post(owner, api.PathDisconnect, api.ConnectionRef{ID: id}); status != http.StatusOK {
				t.Fatalf("%d %s", status, body)
			}
			shows(tt.want)
		})
	}
}

// Each act on a connection is audited with the shops that it is about. The bug: an entry had only the connection's
// reference, and after a disconnection nobody could tell which shops it had been.
func TestConnectionsAreAuditedWithTheirShops(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner := b.as(api.RoleOwner)
	b.consent(owner, 100001, 100002)
	id := b.connections(owner).Connections[0].ID
	for _, path := range []string{api.PathConnectLook, api.PathDisconnect} {
		if status, body := b.post(owner, path, api.ConnectionRef{ID: id}); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	got := map[string]string{}
	for _, e := range b.activity(owner, "?kind=connections").Entries {
		got[e.Action] = string(e.Request) + " " + e.Detail
	}
	want := map[string]string{
		"connections.connect":    `{"by":"code","connection":""} ` + id + ": 100001, 100002",
		"connections.look":       `{"connection":"` + id + `"} 100001, 100002`,
		"connections.disconnect": `{"connection":"` + id + `"} 100001, 100002`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// consent connects shops by a pasted code.
func (b *bench) consent(owner *http.Client, shops ...int64) {
	b.t.Helper()
	text, err := b.box.Consent(shops...)
	if err != nil {
		b.t.Fatal(err)
	}
	if status, body := b.post(owner, api.PathConnectCode,
		api.ConnectCode{Code: " " + text + "\n"}); status != http.StatusOK {
		b.t.Fatalf("%d %s", status, body)
	}
}

// A code whose exchange got no answer may be used up: the audit says that the outcome is unknown. The bug: it said that
// the exchange was refused.
func TestLostCodeExchangeIsAuditedAsUnknown(t *testing.T) {
	t.Parallel()
	var lost atomic.Bool
	b := open(t, func(o *server.Options) {
		o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
	}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if lost.Load() && r.URL.Path == platform.PathToken {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	})
	owner := b.as(api.RoleOwner)
	outcomes := func() (found []string) {
		entries, err := b.store.Entries(t.Context(), store.EntryQuery{Limit: 99})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Action == "connections.connect" {
				found = append(found, e.Outcome)
			}
		}
		return found
	}
	b.post(owner, api.PathConnectCode, api.ConnectCode{Code: "no such code"})
	text, err := b.box.Consent(shopID)
	if err != nil {
		t.Fatal(err)
	}
	lost.Store(true)
	b.post(owner, api.PathConnectCode, api.ConnectCode{Code: text})
	if got := outcomes(); !slices.Equal(got, []string{store.OutcomeUnknown, store.OutcomeRefused}) {
		t.Errorf("outcomes %v", got)
	}
}

// oneShopWithoutGrant leaves a console one shop, and no access but by consent.
func oneShopWithoutGrant(o *server.Options) {
	o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
	o.Shops = o.Shops[:1]
}

// A look for an older consent's shops leaves those of a newer one (ADR 0010: the newest counts). The bug: it took all
// of them.
func TestLookLeavesShopsOfANewerConsent(t *testing.T) {
	t.Parallel()
	b := open(t, oneShopWithoutGrant)
	owner := b.as(api.RoleOwner)
	b.consent(owner, shopID)
	older := b.connections(owner).Connections[0].ID
	b.consent(owner, shopID)
	if status, body := b.post(owner, api.PathConnectLook, api.ConnectionRef{ID: older}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	for _, c := range b.connections(owner).Connections {
		if (c.ID == older) != (len(c.Shops) == 0) {
			t.Errorf("%+v", c)
		}
	}
}

// A shop that is added through a connection while the connection's shops are looked for stays with it. The bug: the
// look unbound it, because it wasn't among the shops that were read.
func TestLookKeepsAShopThatIsAddedMeanwhile(t *testing.T) {
	t.Parallel()
	var meanwhile atomic.Pointer[func()]
	b := open(t, func(o *server.Options) {
		o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
		o.Shops = o.Shops[:1]
	}, duringARead(&meanwhile))
	owner := b.as(api.RoleOwner)
	b.consent(owner, shopID, 100002)
	add := func() {
		if status, body := b.post(owner, api.PathShops,
			`{"shopIds":[100002],"zone":"Asia/Hong_Kong"}`); status != http.StatusOK {
			t.Errorf("%d %s", status, body)
		}
	}
	meanwhile.Store(&add)
	id := b.connections(owner).Connections[0].ID
	if status, body := b.post(owner, api.PathConnectLook, api.ConnectionRef{ID: id}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	want := []api.ConnectionShop{{ShopID: shopID}, {ShopID: 100002}}
	if got := b.connections(owner).Connections[0].Shops; !slices.Equal(got, want) {
		t.Errorf("reaches %+v", got)
	}
}

// A consent is looked for in all shops of a long list. The bug: after the first thousand shops none was looked at: the
// consent didn't reach the others, and lost those that it had reached before.
func TestConsentReachesShopsOfALongList(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) {
		o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
		o.Shops = nil
		for id := range int64(1000) {
			o.Shops = append(o.Shops, store.Shop{ShopID: id + 1, Name: "Elsewhere", Zone: "Asia/Hong_Kong"})
		}
		o.Shops = append(o.Shops, store.Shop{ShopID: shopID, Name: "Ours", Zone: "Asia/Hong_Kong"})
	})
	owner := b.as(api.RoleOwner)
	b.consent(owner, shopID)
	connections := b.connections(owner).Connections
	if len(connections) != 1 || !slices.Equal(connections[0].Shops, []api.ConnectionShop{{ShopID: shopID}}) {
		t.Errorf("the consent reaches %+v", connections)
	}
}

// A consent is looked for first in shops that no connection reaches. Bug: shops were asked by number. A platform that
// answers slowly was never asked for the last ones of some hundred within the time of a look.
func TestLookBeginsWithShopsThatNoConnectionReaches(t *testing.T) {
	t.Parallel()
	const unreached = 999_999
	var mu sync.Mutex
	var asked []int64
	looking, many := false, make(chan struct{})
	b := open(t, func(o *server.Options) {
		o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
		o.Shops = append(o.Shops, store.Shop{ShopID: unreached, Zone: "Asia/Hong_Kong"})
	}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			if looking && r.URL.Path == platform.PathShopGet {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				var ref platform.ShopRef
				_ = json.Unmarshal(body, &ref)
				if asked = append(asked, ref.ShopID); len(asked) == 8 { // as many as are asked at once
					close(many)
				}
				mu.Unlock()
				<-many
				mu.Lock()
			}
			mu.Unlock()
			next.ServeHTTP(w, r)
		})
	})
	owner := b.as(api.RoleOwner)
	var reached []int64
	for _, shop := range b.box.Directory() {
		reached = append(reached, shop.ShopID)
	}
	b.consent(owner, reached...)
	mu.Lock()
	looking = true
	mu.Unlock()
	b.consent(owner, reached[0])
	mu.Lock()
	defer mu.Unlock()
	if len(reached) < 8 || !slices.Contains(asked[:8], unreached) {
		t.Errorf("of %d and %d, first %d were asked", reached, unreached, asked[:8])
	}
}

// A shop is added through its connection, however many merchants have connected since. The bug: only the newest twenty
// connections were tried, and the shop was said to be unknown.
func TestShopIsAddedThroughAnOlderConnection(t *testing.T) {
	t.Parallel()
	b := open(t, oneShopWithoutGrant)
	owner := b.as(api.RoleOwner)
	b.consent(owner, 100002)
	for range 20 {
		b.consent(owner, 100001)
	}
	if status, body := b.post(owner, api.PathShops,
		`{"shopIds":[100002],"zone":"Asia/Hong_Kong"}`); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
}

// A platform that doesn't answer is asked once for a shop that is added. The bug: each of twenty connections was tried,
// ten seconds each, and the browser's request was cut off before there was an answer.
func TestShopIsNotLookedForWhileThePlatformIsAway(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	var asked atomic.Int64
	b := open(t, func(o *server.Options) {
		o.Platform.Grant, o.Platform.ClientSecret = server.GrantNone, ""
		o.Shops = o.Shops[:1]
	}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if away.Load() && r.URL.Path == platform.PathShopGet {
				asked.Add(1)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	})
	owner := b.as(api.RoleOwner)
	for range 3 {
		b.consent(owner, 100003)
	}
	away.Store(true)
	status, body := b.post(owner, api.PathShops, `{"shopIds":[100002],"zone":"Asia/Hong_Kong"}`)
	if status != http.StatusGatewayTimeout || code(t, body) != api.CodePlatformDown {
		t.Errorf("%d %s", status, body)
	}
	if n := asked.Load(); n != 2 { // a read is repeated once
		t.Errorf("the platform was asked %d times", n)
	}
}

// ear listens between the platform and the console, and notes every secret.
type ear struct {
	next http.Handler
	mu   sync.Mutex
	said map[string]bool
}

var computed = regexp.MustCompile(`computed signature is ([0-9a-f]{64})`)

func (e *ear) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec := httptest.NewRecorder()
	e.next.ServeHTTP(rec, r)
	var asked, answered map[string]any
	_ = json.Unmarshal(body, &asked)
	_ = json.Unmarshal(rec.Body.Bytes(), &answered)
	e.mu.Lock()
	for _, name := range []string{"client_secret", "code", "refresh_token", "access_token", "sig", "accessToken",
		"code_verifier"} {
		for _, from := range []map[string]any{asked, answered} {
			if text, ok := from[name].(string); ok && len(text) > 8 {
				e.said[text] = true
			}
		}
	}
	if found := computed.FindStringSubmatch(rec.Body.String()); found != nil {
		e.said[found[1]] = true
	}
	e.mu.Unlock()
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// No token, code, secret or signature is in any answer, log, metric, file of the database, spool or file of the
// browser program, in all cases of the test.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	for name, presentation := range map[string]platform.Presentation{"header": platform.BearerHeader,
		"signed body": platform.BodyFields} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			db, err := sqlite.Create(t.Context(), filepath.Join(dir, "own.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			var ahead atomic.Int64
			registry := prometheus.NewRegistry()
			heard := &ear{said: map[string]bool{}}
			b := open(t, func(o *server.Options) {
				o.Store, o.Spool, o.Metrics = db, filepath.Join(dir, "spool"), registry
				o.Platform.Profile.Presentation, o.Platform.Profile.PKCE = presentation, true
				o.Now = aheadBy(&ahead)
				withPage(o)
			}, func(next http.Handler) http.Handler {
				heard.next = next
				return heard
			})
			var out strings.Builder
			owner := b.as(api.RoleOwner)
			note := func(_ int, body string) {
				out.WriteString(body + "\n")
			}
			way := func(do string) {
				r := b.redirect(owner, "")
				out.WriteString(strings.ReplaceAll(r.page, "\n", "") + "\n")
				back := r.consents(do, "100001", "100002")
				if text := back.Query().Get("code"); text != "" {
					heard.mu.Lock()
					heard.said[text] = true
					heard.mu.Unlock()
				}
				out.WriteString(string(b.returns(b.console, back, r.lax...)) + "\n")
				out.WriteString(string(b.returns(b.console, back, r.lax...)) + "\n")
			}
			read := func() {
				note(b.post(owner, api.PlatformPrefix+platform.PathShopGet, `{"shopId":100001}`))
			}
			way("allow")
			way("refuse")
			read()
			pasted, err := b.box.Consent(100003)
			if err != nil {
				t.Fatal(err)
			}
			note(b.post(owner, api.PathConnectCode, api.ConnectCode{Code: pasted}))
			note(b.post(owner, api.PathConnectCode, api.ConnectCode{Code: pasted})) // the second use of the code
			for _, kind := range []sandbox.Kind{sandbox.FaultHTML, sandbox.FaultCode, sandbox.FaultTruncate} {
				if _, err := b.box.Inject(sandbox.Fault{Kind: kind, Path: platform.PathToken, Code: platform.CodeSignature,
					Message: "Invalid signature. The computed signature is " + strings.Repeat("deadbeef", 8)}); err != nil {
					t.Fatal(err)
				}
				note(b.post(owner, api.PathConnectCode, api.ConnectCode{Code: "some-code-or-other"}))
			}
			heard.mu.Lock()
			heard.said[strings.Repeat("deadbeef", 8)] = true
			heard.mu.Unlock()
			// The test renews a token, uses an invalid one, and has one refused for good.
			_ = b.box.Advance(70 * time.Minute)
			ahead.Store(int64(70 * time.Minute))
			b.eventually("a renewal", func() bool {
				note(b.do(owner, http.MethodGet, api.PathConnections, nil, nil))
				return slices.ContainsFunc(b.connections(owner).Connections, func(c api.Connection) bool {
					return c.RenewedAt > time.Now().Add(50*time.Minute).UnixMilli()
				})
			})
			_ = b.box.InvalidateTokens()
			read()
			_ = b.box.RefuseNextRefresh()
			_ = b.box.InvalidateTokens()
			read()
			note(b.do(owner, http.MethodGet, api.PathConnections, nil, nil))
			note(b.do(owner, http.MethodGet, api.PathShops, nil, nil))
			note(b.do(owner, http.MethodGet, api.PathSession, nil, nil))
			w := httptest.NewRecorder()
			promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w,
				httptest.NewRequest(http.MethodGet, "/metrics", nil))
			if !strings.Contains(w.Body.String(), `shopdesk_token_renewals_total{outcome="done"}`) ||
				!strings.Contains(w.Body.String(), "shopdesk_connection_expiry_seconds") {
				t.Errorf("metrics: %s", w.Body)
			}
			entries, err := db.Entries(t.Context(), store.EntryQuery{Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				out.WriteString(e.Detail + string(e.Request) + "\n")
			}
			places := map[string]string{"an answer or the audit": out.String(), "the log": b.log.String(),
				"a metric": w.Body.String()}
			for _, root := range []fs.FS{os.DirFS(dir), browserFiles()} {
				err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					text, err := fs.ReadFile(root, path)
					places["the file "+path] = string(text)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			heard.mu.Lock()
			defer heard.mu.Unlock()
			if len(heard.said) < 8 {
				t.Fatalf("only %d secrets were heard", len(heard.said))
			}
			for secret := range heard.said {
				for where, text := range places {
					if strings.Contains(text, secret) {
						t.Errorf("a secret of %d characters is in %s", len(secret), where)
					}
				}
			}
		})
	}
}

// browserFiles are the files of the browser program, unpacked. Of a file in two codings the test reads one, and once
// for all cases: unpacking takes long under the race detector.
var browserFiles = sync.OnceValue(func() fs.FS {
	packed, plain := web.Assets(), fstest.MapFS{}
	err := fs.WalkDir(packed, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(packed, path)
		if name, ok := strings.CutSuffix(path, ".gz"); ok && err == nil {
			if _, err := fs.Stat(packed, name+".br"); err == nil {
				return nil
			}
			var unpack *gzip.Reader
			if unpack, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, err = io.ReadAll(unpack)
			}
		}
		if strings.HasSuffix(path, ".br") {
			data, err = io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
		}
		plain[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		panic(err)
	}
	return plain
})

// FuzzForgedReturnConnectsNothing proves that only an address and a cookie of the same redirect connect, and that no
// other input breaks the server.
func FuzzForgedReturnConnectsNothing(f *testing.F) {
	b := open(f, withPage)
	f.Add("state=x&code=y", "shopdesk-flight-x=y")
	f.Add("state="+strings.Repeat("A", 43)+"&code=c", "shopdesk-flight-AAAAAAAA=MTc")
	f.Add("state=%zz;&&code", "")
	f.Fuzz(func(t *testing.T, query, cookie string) {
		req := httptest.NewRequest(http.MethodGet, mount+api.PathCallback, nil)
		req.URL.RawQuery = query
		req.Host = strings.TrimPrefix(b.web.URL, "http://")
		req.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		b.console.ServeHTTP(w, req)
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != mount+"/settings/connections#lost" {
			t.Errorf("%d %s", w.Code, got)
		}
	})
}

// Keys are rotated beside a running server: texts of the old key are sealed anew, and the old key can be removed.
func TestOldKeyCanBeRemovedAfterRewrap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := sqlite.Create(t.Context(), filepath.Join(dir, "own.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	oldKey, newKey := sealed.Generate(), sealed.Generate()
	ring := func(lines ...string) *sealed.Keyring {
		keys, err := sealed.Parse(strings.NewReader(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	b := open(t, func(o *server.Options) { o.Store, o.Keys = db, ring(oldKey) })
	b.looked("push.sweep") // it deletes a device without a session, as this test saves one
	text, err := b.box.Consent(100001)
	if err != nil {
		t.Fatal(err)
	}
	if status, body := b.post(b.as(api.RoleOwner), api.PathConnectCode,
		api.ConnectCode{Code: text}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	orders, err := ring(oldKey).Sub("orders")
	if err != nil {
		t.Fatal(err)
	}
	record, err := orders.Seal([]byte(`{}`), "orders/100001/9/record")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UnixMilli() // of an old order, the server deletes the record
	if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{Order: store.Order{ShopID: 100001, OrderID: 9,
		Stage: string(api.ColumnDone), PlacedAt: now, ChangedAt: now, Record: record}}}); err != nil {
		t.Fatal(err)
	}
	if err := db.SavePush(t.Context(), store.PushSubscription{ID: "p", Session: "s", Sealed: record}); err != nil {
		t.Fatal(err)
	}
	uses, err := server.KeyUses(t.Context(), ring(oldKey), db)
	if err != nil || uses[0].Texts != 4 || uses[0].Devices != 1 {
		t.Errorf("%+v, %v", uses, err)
	}
	if _, err := server.RewrapKeys(t.Context(), ring(newKey), db); err == nil {
		t.Error("rewrapped with keys that aren't the database's")
	}
	both := ring(newKey, oldKey)
	if n, err := server.RewrapKeys(t.Context(), both, db); err != nil || n != 3 {
		t.Errorf("%d connections and orders, %v", n, err)
	}
	uses, err = server.KeyUses(t.Context(), both, db)
	if err != nil || len(uses) != 2 || uses[0].Texts != 4 || !uses[0].Active || uses[1].Texts != 0 ||
		uses[1].Devices != 1 {
		t.Errorf("%+v, %v", uses, err)
	}
	if n, err := server.RewrapKeys(t.Context(), ring(newKey), db); err != nil || n != 0 {
		t.Errorf("with the new key alone: %d, %v", n, err)
	}

	// Bug: a connection whose key is gone kept all other texts from getting a new key.
	rows, err := db.Connections(t.Context())
	at := slices.IndexFunc(rows, func(c store.Connection) bool { return c.ID != store.AppConnection })
	if err != nil || at < 0 {
		t.Fatal(rows, err)
	}
	gone, err := ring(sealed.Generate()).Sub("tokens")
	if err != nil {
		t.Fatal(err)
	}
	if rows[at].SealedAccess, err = gone.Seal([]byte("a token"), "elsewhere"); err != nil {
		t.Fatal(err)
	}
	if err := db.SaveConnection(t.Context(), rows[at]); err != nil {
		t.Fatal(err)
	}
	third := sealed.Generate()
	if n, err := server.RewrapKeys(t.Context(), ring(third, newKey), db); err != nil || n != 2 {
		t.Errorf("beside a connection whose key is gone: %d, %v", n, err)
	}

	// Bug: so did a damaged text, each time anew, also where the old key had leaked.
	moved, err := ring(third).Sub("tokens")
	if err != nil {
		t.Fatal(err)
	}
	if rows, err = db.Connections(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows[at].SealedAccess, err = moved.Seal([]byte("a token"), "elsewhere"); err != nil {
		t.Fatal(err)
	}
	if err := db.SaveConnection(t.Context(), rows[at]); err != nil {
		t.Fatal(err)
	}
	other, err := db.Order(t.Context(), 100001, 9)
	if err != nil {
		t.Fatal(err)
	}
	other.OrderID, other.Version = 8, 0
	if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{Order: other}}); err != nil {
		t.Fatal(err)
	}
	n, err := server.RewrapKeys(t.Context(), ring(sealed.Generate(), third), db)
	if n != 2 || err == nil || !strings.Contains(err.Error(), rows[at].ID) ||
		!strings.Contains(err.Error(), "order 8 of shop 100001") {
		t.Errorf("beside damaged texts: %d, %v", n, err)
	}
}
