package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// Store is what the operators' side keeps.
type Store interface {
	store.Operators
	store.Setup
	store.Sessions
	store.Shops
	store.Meta
	store.People
	store.PreferencesStore
	store.Favourites
	store.Invitations
	store.Passkeys
	store.Identities
	store.Proofs
	store.Audit
}

// Standings tells how shops stand, from our own records: nothing is asked of the
// platform.
type Standings interface {
	// Standings gives the standing of each of those shops that something is
	// known of.
	Standings(ctx context.Context, shops []int64) (map[int64]api.Standing, error)
}

// Config sets a Service up. Only Store is required.
type Config struct {
	Store  Store
	Logger *slog.Logger     // default: discards
	Now    func() time.Time // default: time.Now
	Random io.Reader        // for one-time links and device cookies; default: crypto/rand

	// CookieName tells consoles on one host apart; cookies know neither ports
	// nor, with the __Host- prefix, paths. Lower-case letters, digits and
	// hyphens; default "shopdesk".
	CookieName string
	// Insecure drops Secure and the __Host- prefix from the cookies. It is for
	// plain HTTP on a loopback address only, where some clients keep no Secure
	// cookie (Safari, Go's cookie jar); Chromium and Firefox keep them on
	// 127.0.0.1 and localhost, so it isn't needed for those.
	Insecure bool

	Idle         time.Duration // a session ends after so long without a request; default 12 hours
	Lifetime     time.Duration // and after so long at the latest; default 24 hours
	RememberIdle time.Duration // the same two for "remember this device"; default 7 days
	Remember     time.Duration // default 30 days

	// Sessions is how many an operator may have; one more ends the one that was
	// unused longest. Default 100.
	Sessions int

	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	// Default: none, the client is who connects.
	TrustedProxies []netip.Prefix

	// Demo offers signing in without a password as one of three made-up
	// people. The server allows it only on loopback and with the sandbox.
	Demo bool
	// Host, when set, says who asks instead of our own sessions; see
	// HostIdentity. It is called for every request and must be quick.
	Host func(*http.Request) (*HostIdentity, error)

	// Access tells how a shop is reached, for the list of shops. Default:
	// nothing is said.
	Access func(shopID int64) api.Access
	// Moved hears that a session goes on under another name ([Principal.Session]).
	// Default: nobody.
	Moved func(ctx context.Context, from, to string)
	// Standings tells how shops stand, for the list of shops. Default: nothing
	// is said.
	Standings Standings
	// Public is where the console is in browsers, without a slash at its end:
	// one-time links and redirects lead there, and its host is what passkeys are
	// bound to. Default: none, and so no passkeys and no provider.
	Public string
	// OIDC, when set, lets operators sign in at an OpenID provider. It needs
	// Public and Redirects.
	OIDC *OIDC
	// Redirects keeps what a redirect under way needs in the browser.
	Redirects *Redirects

	Profile api.Profile // told to the browser
	Version string      // told to the browser
}

var cookieName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// withDefaults fills in what is missing and checks the rest.
func (c Config) withDefaults() (Config, error) {
	if c.Store == nil {
		return c, errors.New("auth: no store")
	}
	if c.Demo && c.Host != nil {
		return c, errors.New("auth: a demonstration can't be combined with a host's identities")
	}
	if c.OIDC != nil {
		if err := c.OIDC.check(); err != nil {
			return c, err
		}
		if c.Public == "" || c.Redirects == nil || c.Host != nil {
			return c, errors.New("auth: a provider needs Public and Redirects, and no host's identities")
		}
	}
	if c.Moved == nil {
		c.Moved = func(context.Context, string, string) {}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Sessions <= 0 {
		c.Sessions = 100
	}
	if c.CookieName == "" {
		c.CookieName = "shopdesk"
	}
	if !cookieName.MatchString(c.CookieName) {
		return c, fmt.Errorf("auth: cookie name %q: want lower-case letters, digits and hyphens", c.CookieName)
	}
	for _, d := range []struct {
		name string
		of   *time.Duration
		def  time.Duration
	}{
		{"idle", &c.Idle, 12 * time.Hour},
		{"lifetime", &c.Lifetime, 24 * time.Hour},
		{"remembered idle", &c.RememberIdle, 7 * 24 * time.Hour},
		{"remembered lifetime", &c.Remember, 30 * 24 * time.Hour},
	} {
		if *d.of == 0 {
			*d.of = d.def
		}
		if *d.of < 2*touchEvery {
			return c, fmt.Errorf("auth: %s time %v is too short: at least %v", d.name, *d.of, 2*touchEvery)
		}
	}
	return c, nil
}
