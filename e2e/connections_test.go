package e2e

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// abroad has the platform's page on another site than the console: localhost
// and 127.0.0.1 are two sites, as two domains are.
func abroad(o *server.Options) {
	o.Platform.AuthorizeURL = strings.Replace(o.Platform.URL, "127.0.0.1", "localhost", 1) + sandbox.PathAuthorise
}

// cookies notes which cookies come with which requests.
type cookies struct {
	mu   sync.Mutex
	seen map[string][]string // by path
}

func (c *cookies) watch(r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := []string{}
	for _, one := range r.Cookies() {
		name := one.Name
		if strings.Contains(name, "-flight-") {
			name = "redirect"
		}
		names = append(names, name)
	}
	c.seen[r.URL.Path] = append(c.seen[r.URL.Path], strings.Join(names, " "))
}

// A merchant is sent to a platform on another site and comes back. Browsers
// keep the Strict session cookie from the way back and the page it ends at, and
// send it again with the page's own calls: nobody has to sign in anew.
func TestConnectAcrossSites(t *testing.T) {
	t.Parallel()
	d := start(t, abroad)
	c := &cookies{seen: map[string][]string{}}
	watch := c.watch
	d.watch.Store(&watch)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/connections")
	b.sees("No connections yet")
	b.sees("The application's own access")
	b.shot("connections-empty")
	b.click("#connections-connect")
	b.until(`location.hostname === "localhost"`, "the platform's page")
	b.sees("Who are you?")
	b.shot("consent-who")
	b.click("[data-account^='brand:congee']")
	b.sees("act for you?")
	b.shot("consent-shops")
	b.click("#allow")
	b.until(`location.hostname === "127.0.0.1" && location.pathname.endsWith("/settings/connections")`, "the way back")
	b.sees("Connected.")
	b.sees("Connected by")
	b.until(`document.querySelector(".connections-row") && location.hash === ""`,
		"the list, and an address that says nothing any more")
	b.shot("connections-one")

	c.mu.Lock()
	defer c.mu.Unlock()
	if got := c.seen[api.PathCallback]; len(got) != 1 || got[0] != "redirect" {
		t.Errorf("cookies on the way back: %q, want the Lax one alone", got)
	}
	pages := c.seen["/settings/connections"]
	if len(pages) < 2 || strings.Contains(pages[len(pages)-1], "shopdesk") {
		t.Errorf("cookies with the page that the way ends at: %q, want no session", pages)
	}
	lists := c.seen[api.PathConnections]
	if len(lists) < 2 || !strings.Contains(lists[len(lists)-1], "shopdesk") {
		t.Errorf("cookies with the page's own calls: %q, want the session", lists)
	}
}

// A merchant who refuses, a code that was copied, a wrong one, and disconnecting.
// Whoever signed in a while ago proves who they are, and what they typed stays.
func TestPasteAndDisconnect(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, abroad, putForward(&ahead))
	later := func() {
		t.Helper()
		if err := d.box.Advance(10 * time.Minute); err != nil {
			t.Fatal(err)
		}
		ahead.Add(int64(10 * time.Minute))
	}
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/connections")
	b.click("#connections-connect")
	b.sees("Who are you?")
	b.click("[data-account='store:100001']")
	b.click("#refuse")
	b.sees("The merchant refused")
	b.shot("connections-denied")

	b.click("#connections-paste")
	b.until(`document.activeElement.id === "connections-code"`, "the field to have the keyboard")
	b.press("Enter")
	b.sees("Enter the code.")
	b.expect("422")
	b.fill("#connections-code", "not-a-code")
	b.click("#connections-code-card button[type=submit]")
	b.sees("doesn't take this code")
	if got := b.value("#connections-code"); got != "not-a-code" {
		t.Errorf("what was typed is gone: %q", got)
	}
	b.shot("connections-code-wrong")
	later()
	code, err := d.box.Consent(100001, 100002)
	if err != nil {
		t.Fatal(err)
	}
	b.fill("#connections-code", code)
	b.expect("403")
	b.click("#connections-code-card button[type=submit]")
	b.sees("Is it you?")
	if got := b.value("#connections-code"); got != code {
		t.Error("the code is gone after the question")
	}
	b.proveBy("#stepup-demo")
	b.sees("Connected.")
	b.sees("Harbour Noodle Sheung Wan")
	b.clickText("Look for its shops")
	b.sees("The shops were looked for again.")

	b.clickText("Disconnect")
	b.sees("We forget this access")
	b.shot("connections-end")
	later()
	b.expect("403")
	b.click("#connections-end-go")
	b.sees("Is it you?")
	b.proveBy("#stepup-demo")
	b.sees("Disconnected.")
	b.sees("No connections yet")

	b.open(d.URL + "/activity")
	b.choose("#activity-kind", "connections")
	b.sees("Disconnected shops")
	b.sees("Way: a pasted code")
	b.shot("activity-connections")
}

// connects has an owner, signed in, connect shops by a pasted code.
func (d *desk) connects(b *tab, shops ...int64) {
	b.t.Helper()
	code, err := d.box.Consent(shops...)
	if err != nil {
		b.t.Fatal(err)
	}
	b.open(d.URL + "/settings/connections")
	b.click("#connections-paste")
	b.fill("#connections-code", code)
	b.click("#connections-code-card button[type=submit]")
	b.sees("Connected.")
}

// startRefused is a desk whose owner, signed in, connected some shops by a pasted
// code: an access that the platform has refused to renew since.
func startRefused(t *testing.T, shops ...int64) (*desk, *tab) {
	t.Helper()
	var ahead atomic.Int64
	d := start(t, abroad, putForward(&ahead))
	b := newTab(t)
	d.signedIn(b, "owner")
	d.connects(b, shops...)
	if err := d.box.RefuseNextRefresh(); err != nil {
		t.Fatal(err)
	}
	if err := d.box.Advance(70 * time.Minute); err != nil {
		t.Fatal(err)
	}
	ahead.Store(int64(70 * time.Minute))
	b.until(`fetch("/api/connections").then(r => r.text()).then(t => t.includes('"sign_in"'))`, "the platform's refusal")
	return d, b
}

// A connection that the platform no longer renews: the shop's pages say so in a
// line, and the list has the one button that mends it.
func TestSignInAgain(t *testing.T) {
	t.Parallel()
	d, b := startRefused(t, 100001)
	b.open(d.URL + "/shops/100001")
	b.sees("needs signing in again")
	b.shot("shop-sign-in-again")
	b.clickText("Go to connections")
	b.sees("no longer renews this access")
	b.onEveryScreen("connections-sign-in", func() {}, nil)
	b.expect("403")
	b.clickText("Sign in again")
	b.sees("Is it you?")
	b.shot("connections-stepup")
	b.proveBy("#stepup-demo")
	b.sees("Who are you?")
	b.click("[data-account='store:100001']")
	b.click("#allow")
	b.sees("Connected.")
	b.sees("Connected by") // the list is there
	b.seesNot("no longer renews this access")
	b.open(d.URL + "/shops/100001")
	b.sees("Harbour Noodle Central")
	b.seesNot("needs signing in again")
}

// An operator who may not connect shops sees no way to it and is told why.
func TestConnectionsAreForOwners(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/settings")
	b.sees("My account")
	b.seesNot("Connections")
	b.expect("403")
	b.open(d.URL + "/settings/connections")
	b.sees("couldn't be read")
	b.shot("connections-forbidden")
	var n int
	b.do(chromedp.Evaluate(`document.querySelectorAll("#connections-connect, #connections-paste").length`, &n))
	if n != 0 {
		t.Error("a manager is offered to connect shops")
	}
}

// A shop that was disconnected, and that no grant of the application reaches, says so on its board and in Today. The
// bug: its board looked as usual, with orders that nobody could accept.
func TestDisconnectedShopSaysSo(t *testing.T) {
	t.Parallel()
	d := start(t, abroad, func(o *server.Options) { o.Platform.Grant = server.GrantNone })
	b := newTab(t)
	d.signedIn(b, "owner")
	d.connects(b, 100001)
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.seesNot("needs signing in again")
	b.open(d.URL + "/settings/connections")
	b.clickText("Disconnect")
	b.click("#connections-end-go")
	b.sees("Disconnected.")
	b.open(d.URL + "/shops/100001/orders")
	b.sees("needs signing in again")
	b.shot("orders-disconnected")
	b.open(d.URL + "/today")
	b.sees("Access has ended. The merchant must sign in again.")
	b.shot("today-disconnected")
}
