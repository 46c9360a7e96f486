package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/internal/oidctest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// cookiesSent follows which of our cookies the tab sends, by path.
type cookiesSent struct {
	mu    sync.Mutex
	paths map[network.RequestID]string
	sent  []string // "/path name"
}

func (b *tab) followCookies() *cookiesSent {
	b.t.Helper()
	c := &cookiesSent{paths: map[network.RequestID]string{}}
	note := map[network.RequestID][]string{}
	chromedp.ListenTarget(b.ctx, func(event any) {
		c.mu.Lock()
		defer c.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			_, path, _ := strings.Cut(strings.TrimPrefix(e.Request.URL, "http://"), "/")
			path, _, _ = strings.Cut("/"+path, "?")
			c.paths[e.RequestID] = path
			for _, name := range note[e.RequestID] {
				c.sent = append(c.sent, path+" "+name)
			}
			delete(note, e.RequestID)
		case *network.EventRequestWillBeSentExtraInfo:
			for _, cookie := range e.AssociatedCookies {
				if len(cookie.BlockedReasons) > 0 {
					continue
				}
				if path, known := c.paths[e.RequestID]; known {
					c.sent = append(c.sent, path+" "+cookie.Cookie.Name)
				} else {
					note[e.RequestID] = append(note[e.RequestID], cookie.Cookie.Name)
				}
			}
		}
	})
	return c
}

// has tells whether the session cookie was sent with a request to path.
func (c *cookiesSent) has(path string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.sent {
		if s == path+" shopdesk" {
			return true
		}
	}
	return false
}

func (c *cookiesSent) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = nil
}

// Another site's page can't act as whoever is signed in here, nor show the
// console in a frame; its link leads in, though.
func TestAnotherSite(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `<!doctype html><title>evil</title><a id=in href="%[1]s/shops">in</a>
			<iframe name=sink></iframe><iframe src="%[1]s/"></iframe>
			<form id=out method=post target=sink enctype=text/plain action="%[1]s/api/signout"><input name='{"a' value='b"}'></form>`, d.URL)
	})) // on 127.0.0.1, which is another site than localhost
	t.Cleanup(evil.Close)
	b := newTab(t)
	d.firstOwner(b)
	cookies := b.followCookies()
	for _, complaint := range []string{"frame-ancestors", "refused to connect", "403", "401", "404", "blocked",
		"Failed to load"} {
		b.expect(complaint)
	}
	b.open(evil.URL)
	b.leave(`document.querySelector("#out").submit()`)
	b.eval(fmt.Sprintf(`Promise.allSettled([
		fetch("%[1]s/api/session", {credentials: "include", mode: "no-cors"}),
		fetch("%[1]s/api/signout", {method: "POST", body: "{}", credentials: "include", mode: "no-cors"}),
		fetch("%[1]s/api/devices/revoke-others", {method: "POST", body: "{}", credentials: "include", headers: {"X-Console": "1"}}),
	]).then(() => null)`, d.URL), nil)
	for _, path := range []string{"/api/session", "/api/signout", "/"} {
		if cookies.has(path) {
			t.Errorf("the session's cookie went to %s from another site", path)
		}
	}
	cookies.forget()
	b.click("#in")
	b.sees("Ada Wong") // still signed in
	b.sees("All shops")
	eventually(t, func() error { // the page may show what it remembers before it has asked
		if !cookies.has("/api/session") {
			return errors.New("the page's own calls have no cookie")
		}
		return nil
	})
	if cookies.has("/shops") {
		t.Error("the session's cookie came with another site's link")
	}
}

// The way to the provider and back crosses sites: the redirect's cookie comes
// along, the session's doesn't, and it works all the same.
func TestProviderInBrowser(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	provider := oidctest.New(t)
	provider.Set(oidctest.Person{Subject: "42", Name: "Ada W."})
	provider.Ask()
	d := start(t, byName(&ahead), func(o *server.Options) {
		o.OIDC = &identity.OIDC{Issuer: provider.URL, ClientID: oidctest.ClientID,
			ClientSecret: oidctest.ClientSecret, Name: "Acme"}
	})
	b := newTab(t)
	d.firstOwner(b)
	cookies := b.followCookies()
	b.open(d.URL + "/settings/account")
	b.click("#account-link")
	b.click("#yes")
	b.sees("Connected. You can sign in that way from now on.")
	b.sees("Connected as Ada W.")
	b.shot("account-linked")
	if cookies.has("/api/oidc/callback") {
		t.Error("the session's cookie came with another site's redirect")
	}
	b.signsOut()
	b.shot("signin-provider")
	b.click("#signin-provider")
	b.click("#yes")
	b.inside()
	b.sees("Ada Wong")

	b.signsOut()
	provider.Set(oidctest.Person{Subject: "7"})
	b.click("#signin-provider")
	b.click("#yes")
	b.sees("Nobody here is connected with that identity")
	b.until(`location.hash === ""`, "the outcome to leave the address")
}
