package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"regexp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// Store holds the rows of operators, sessions and the audit.
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
	Group(ctx context.Context, id string) (store.Group, error) // as of [store.Groups]
}

// Config sets a Service up. Only Store is required.
type Config struct {
	Store Store
	background.Base

	// CookieName distinguishes consoles on one host: cookies ignore ports and, with
	// the __Host- prefix, paths. Lower-case letters, digits and hyphens; default
	// "shopdesk".
	CookieName string
	// Insecure drops Secure and the __Host- prefix from the cookies. It is for
	// plain HTTP on a loopback address only, where some clients keep no Secure
	// cookie (Safari, Go's cookie jar); Chromium and Firefox keep them on 127.0.0.1
	// and localhost, and so don't need Insecure.
	Insecure bool

	// Sessions is the number of sessions an operator may have. One more ends the
	// session that was unused longest. Default 100.
	Sessions int

	// TrustedProxies are the networks whose X-Forwarded-For is believed. Default:
	// none; the client's address is the connection's.
	TrustedProxies []netip.Prefix

	// Demo offers signing in without a password as one of three made-up people. The
	// server allows Demo only on loopback and with the sandbox.
	Demo bool
	// Host, when set, identifies the asker instead of our own sessions; see
	// HostIdentity. Host is called for every request and must be quick.
	Host func(*http.Request) (*identity.Person, error)

	// OnEvent is called with the name of each event that is logged, such as
	// "authn_login_fail". Default: no call.
	OnEvent func(name string)
	// Access tells how shops are reached at the moment, for the list of shops. Default: the list
	// has no such field.
	Access func(ctx context.Context) func(shopID int64) api.Access
	// Legend lists the names of the platform's codes, for the session. Default: the
	// session has none.
	Legend func(ctx context.Context) (numbers, words []api.CodeName)
	// Standings gives the status of each of the shops that has a record of ours, for
	// the list of shops, without a call to the platform. Default: the list has no
	// status.
	Standings func(ctx context.Context, shops []api.Shop) (map[int64]api.Standing, error)
	// Public is the console's address in browsers, without a slash at its end.
	// One-time links and redirects lead to Public, and passkeys are bound to its
	// host. Default: none, and so no passkeys and no provider.
	Public string
	// OIDC, when set, lets operators sign in at an OpenID provider. It needs
	// Public and Redirects.
	OIDC *identity.OIDC
	// Redirects keeps the state of redirects under way in the browser.
	Redirects *Redirects

	Profile api.Profile // told to the browser
	Version string      // told to the browser
}

var cookieName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// Check returns all problems of CookieName, Demo, Host and OIDC, which need nothing that is opened.
func (c Config) Check() error {
	var problems []error
	if c.CookieName != "" && !cookieName.MatchString(c.CookieName) {
		problems = append(problems,
			fmt.Errorf("auth: cookie name %q (Options.CookieName, SHOPDESK_COOKIE_NAME): want lower-case letters, "+
				"digits and hyphens", c.CookieName))
	}
	if c.Demo && c.Host != nil {
		problems = append(problems, errors.New("auth: Options.Demo and Options.Identity exclude each other"))
	}
	if c.OIDC != nil {
		problems = append(problems, checkOIDC(*c.OIDC))
		if c.Host != nil {
			problems = append(problems, errors.New("auth: Options.OIDC and Options.Identity exclude each other"))
		}
	}
	return errors.Join(problems...)
}

// withDefaults sets defaults and checks the values.
func (c Config) withDefaults() (Config, error) {
	if c.Store == nil {
		return c, errors.New("auth: no store")
	}
	if err := c.Check(); err != nil {
		return c, err
	}
	if c.OIDC != nil && (c.Public == "" || c.Redirects == nil) {
		return c, errors.New("auth: a provider needs Public and Redirects")
	}
	c.Defaults()
	if c.Sessions <= 0 {
		c.Sessions = 100
	}
	c.CookieName = cmp.Or(c.CookieName, "shopdesk")
	return c, nil
}
