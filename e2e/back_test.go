package e2e

import (
	"sync/atomic"
	"testing"

	"github.com/shopdesk/shopdesk/internal/oidctest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// returnsTo opens a page that the browser keeps when it is left, and shows as it was after Back. It keeps no page that
// a service worker has taken over.
func (b *tab) returnsTo(url string) {
	b.t.Helper()
	b.open(url)
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.reload()
	b.until(`document.getElementById("page-title") && (window.kept = true)`, "the page")
}

// back goes back to a page that the browser has kept.
func (b *tab) back() {
	b.t.Helper()
	b.leave("history.back()")
	b.until("window.kept", "the page as it was left")
}

// After Back from the provider's page nobody could sign in any more, neither that way nor with a password: the form
// waited for the page to go.
func TestBackFromTheProvider(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	provider := oidctest.New(t)
	provider.Ask()
	d := start(t, byName(&ahead), func(o *server.Options) {
		o.OIDC = &identity.OIDC{Issuer: provider.URL, ClientID: oidctest.ClientID,
			ClientSecret: oidctest.ClientSecret, Name: "Acme"}
	})
	b := newWholeTab(t)
	d.firstOwner(b)
	b.signsOut()
	b.wait("#signin-provider")
	b.returnsTo(d.URL + "/signin")
	b.click("#signin-provider")
	b.wait("#yes")
	b.back()
	b.fill("#signin-login", "ada")
	b.fill("#signin-password", secret)
	b.click("form button[type=submit]")
	b.inside()
}

// Nor could a connection be changed after Back from the platform's page.
func TestBackFromThePlatform(t *testing.T) {
	t.Parallel()
	d := start(t, abroad)
	b := newWholeTab(t)
	d.signedIn(b, "owner")
	b.returnsTo(d.URL + "/settings/connections")
	b.click("#connections-connect")
	b.until(`location.hostname === "localhost"`, "the platform's page")
	b.back()
	b.click("#connections-connect")
	b.until(`location.hostname === "localhost"`, "the platform's page again")
}
