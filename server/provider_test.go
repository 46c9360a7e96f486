//go:build neighbours

package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// Characters of a secret that a header needs escaped.
const awkwardSecret = "a secret+with/all%of&that=:~"

// certified starts npm's oidc-provider, which is certified, and returns its issuer. clock is how far its clock is ahead
// of ours.
func certified(t *testing.T, redirect string, clock, life time.Duration) (issuer string) {
	t.Helper()
	const folder = "../internal/oidctest/certified"
	if _, err := os.Stat(folder + "/node_modules"); err != nil {
		t.Fatal(`the provider isn't installed: "make neighbours" installs it, as does npm ci in internal/oidctest/certified`)
	}
	settings, err := json.Marshal(map[string]any{"client": "shopdesk", "secret": awkwardSecret, "redirect": redirect,
		"clock": clock.Milliseconds(), "life": int(life.Seconds())})
	if err != nil {
		t.Fatal(err)
	}
	printed := regexp.MustCompile(`(?m)^issuer=(\S+)$`)
	neighbour.Run(t, func(said string) bool {
		found := printed.FindStringSubmatch(said)
		if found != nil {
			issuer = found[1]
		}
		return found != nil
	}, "node", folder+"/provider.mjs", string(settings))
	return issuer
}

var (
	formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)
	formPrompt = regexp.MustCompile(`name="(prompt|xsrf)" value="([^"]+)"`)
	formCancel = regexp.MustCompile(`href="([^"]+/abort)"`)
)

// person walks through the provider's pages from an address until the provider has no more to ask, and returns where
// they were sent last, with the number of pages. A person who refuses cancels on the first page.
func (b *bench) person(c *http.Client, address string, refuses bool) (landed string, pages int) {
	b.t.Helper()
	once := *c
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, address, http.NoBody)
	for range 20 {
		if err != nil {
			b.t.Fatal(err)
		}
		res, failed := once.Do(request)
		if failed != nil {
			b.t.Fatal(failed)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		at := request.URL
		if to, none := res.Location(); none == nil {
			if strings.HasPrefix(to.String(), b.web.URL) {
				return to.String(), pages
			}
			request, err = http.NewRequestWithContext(b.t.Context(), http.MethodGet, to.String(), http.NoBody)
			continue
		}
		form, cancel := formAction.FindSubmatch(body), formCancel.FindSubmatch(body)
		if res.StatusCode != http.StatusOK {
			b.t.Fatalf("%s: %d %s", at, res.StatusCode, body)
		}
		if form == nil {
			return at.String(), pages
		}
		pages++
		if refuses {
			request, err = http.NewRequestWithContext(b.t.Context(), http.MethodGet, string(cancel[1]), http.NoBody)
			continue
		}
		fields := url.Values{"login": {"ada"}, "password": {"any"}, "logout": {"yes"}}
		for _, field := range formPrompt.FindAllSubmatch(body, -1) {
			fields.Set(string(field[1]), string(field[2]))
		}
		request, err = http.NewRequestWithContext(b.t.Context(), http.MethodPost, string(form[1]),
			strings.NewReader(fields.Encode()))
		if err == nil {
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
	}
	b.t.Fatalf("the provider doesn't come to an end after %s", address)
	return "", 0
}

// asks has a person begin at the console and go through the provider. It returns where the console sends them, and how
// many pages the provider showed.
func (b *bench) asks(c *http.Client, purpose string, refuses bool) (landed string, pages int) {
	b.t.Helper()
	status, body := b.post(c, api.PathOIDCStart, api.OIDCStart{Purpose: purpose})
	var to api.OIDCGo
	if err := json.Unmarshal([]byte(body), &to); err != nil || status != http.StatusOK {
		b.t.Fatalf("start: %d %s", status, body)
	}
	callback, pages := b.person(c, to.URL, refuses)
	return strings.TrimPrefix(b.hop(c, callback), b.web.URL+mount), pages
}

// A certified provider demands PKCE, takes the client's secret in a header alone, has names in UserInfo alone, and its
// clock is a minute off. People sign in, refuse, and sign out at either side.
func TestCertifiedProviderSignsPeopleIn(t *testing.T) {
	t.Parallel()
	for name, clock := range map[string]time.Duration{"our time": 0, "behind": -time.Minute, "ahead": time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var issuer string
			b := open(t, func(o *server.Options) {
				issuer = certified(t, o.PublicURL+api.PathOIDCCallback, clock, 30*time.Second)
				o.Demo, o.OIDC = false, &identity.OIDC{Issuer: issuer, ClientID: "shopdesk", ClientSecret: awkwardSecret}
			})
			ada := b.owner()
			lands := func(c *http.Client, purpose string, refuses bool, want string, wantPages int) {
				t.Helper()
				if got, pages := b.asks(c, purpose, refuses); got != want || pages != wantPages {
					t.Errorf("landed at %s after %d pages, want %s after %d\n%s", got, pages, want, wantPages, b.log)
				}
			}
			c := b.browser()
			lands(c, api.OIDCSignIn, true, "/signin#oidc="+api.OIDCCancelled, 1)
			lands(c, api.OIDCSignIn, false, "/signin#oidc="+api.OIDCUnknown, 2)
			lands(ada, api.OIDCLink, false, "/settings/account#oidc="+api.OIDCLinked, 2)
			if linked, err := b.store.Identity(t.Context(), issuer, "ada"); err != nil || linked.Label != "ada of Acme" {
				t.Errorf("%+v, %v", linked, err)
			}
			lands(c, api.OIDCSignIn, false, "/", 0) // the provider remembers who that is
			if who := b.who(c); who != "ada" {
				t.Errorf("signed in as %q", who)
			}
			// Signing out of the console leaves people signed in at the provider, and the other way round.
			if status, body := b.post(c, api.PathSignOut, "{}"); status != http.StatusOK {
				t.Fatalf("%d %s", status, body)
			}
			if who := b.who(c); who != "" {
				t.Errorf("signed out, and still %s", who)
			}
			lands(c, api.OIDCSignIn, false, "/", 0)
			b.person(c, issuer+"/session/end", false)
			if who := b.who(c); who != "ada" {
				t.Errorf("signed out of the provider, and %q at the console", who)
			}
			lands(c, api.OIDCSignIn, false, "/", 2)
			if strings.Contains(b.log.String(), awkwardSecret) {
				t.Error("the provider's secret is in the log")
			}
		})
	}
}
