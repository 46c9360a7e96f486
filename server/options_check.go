package server

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
)

// checkedOptions is Options with the defaults filled in and the addresses parsed.
type checkedOptions struct {
	Options
	public   *url.URL // without a path
	mount    string   // "" or "/admin/console"
	platform string   // base address without a slash at its end
	hosts    map[string]bool
}

// problems are what is wrong with options.
type problems []error

func (p *problems) add(format string, args ...any) {
	*p = append(*p, fmt.Errorf("server: "+format, args...))
}

// Check returns all problems of the options at once, as [New] does, and opens nothing. The things that a host opens may
// still be missing: Store, Doorbell and Keys.
func (o Options) Check() error {
	_, wrong := o.checkClosed()
	return errors.Join(wrong...)
}

// check reports all problems of o at once.
func (o Options) check() (checkedOptions, error) {
	c, wrong := o.checkClosed()
	return c, errors.Join(append(wrong, o.checkOpened()...)...)
}

// checkClosed checks all options but those of checkOpened.
func (o Options) checkClosed() (checkedOptions, problems) {
	c, wrong := o.checkHome()
	fail := wrong.add

	base, err := baseurl.Parse(o.Platform.URL)
	if err != nil {
		fail("Platform.URL: %w", err)
	} else {
		c.platform = base.String()
		if len(o.ImageHosts) == 0 {
			c.ImageHosts = []string{base.Scheme + "://" + base.Host}
		}
	}
	if grant := o.Platform.Grant; grant < GrantApp || grant > GrantNone {
		fail("Platform.Grant %d: want GrantApp, GrantLegacy or GrantNone", grant)
	}
	if o.Platform.AppID < 0 || o.Platform.Profile.TokenLifetime < 0 {
		fail("Platform.AppID and Platform.Profile.TokenLifetime are not negative")
	}
	if o.Platform.ClientID == "" {
		fail("Platform.ClientID is missing")
	}
	if o.Platform.ClientSecret == "" && (o.Platform.Grant != GrantNone || o.Hooks.Register ||
		o.Platform.Profile.ShopSecret || o.Platform.Profile.Presentation == platform.BodyFields) {
		fail("Platform.ClientSecret is missing")
	}
	if o.Hooks.Register && o.Platform.AppID == 0 {
		fail("Platform.AppID is missing: registering hooks needs it")
	}
	switch o.Hooks.Mode {
	case "", api.HookEnforce, api.HookObserve:
	default:
		fail("Hooks.Mode %q: want %q or %q", o.Hooks.Mode, api.HookEnforce, api.HookObserve)
	}
	if o.Hooks.Rule != "" && !slices.Contains(platform.HookRules(), o.Hooks.Rule) {
		fail("Hooks.Rule %q: want one of %q", o.Hooks.Rule, platform.HookRules())
	}
	c.Push.Services = nil
	for _, name := range o.Push.Services {
		domain, err := baseurl.Domain(name)
		if err != nil {
			fail("Push.Services: %w", err)
		}
		c.Push.Services = append(c.Push.Services, domain)
	}
	zones := map[int64]string{}
	for _, shop := range o.Shops {
		if other := cmp.Or(zones[shop.ShopID], shop.Zone); other != shop.Zone {
			fail("Shops: shop %d is in the zones %s and %s", shop.ShopID, other, shop.Zone)
		}
		zones[shop.ShopID] = shop.Zone
		if _, known := rules.LoadLocation(shop.Zone); !known || shop.ShopID < 1 {
			fail("Shops: shop %d in zone %q: want the platform's number, and a name such as Asia/Hong_Kong", shop.ShopID,
				shop.Zone)
		}
	}
	if o.Platform.AuthorizeURL != "" {
		if _, err := baseurl.Parse(o.Platform.AuthorizeURL); err != nil {
			fail("Platform.AuthorizeURL: %w", err)
		}
		if o.Platform.AppID == 0 {
			fail("Platform.AppID is missing: the platform's page for merchants needs it")
		}
	}
	if o.Platform.Profile.Presentation == platform.BodyFields && o.Platform.AppID == 0 {
		fail("Platform.AppID is missing: tokens presented in the body need it")
	}
	signIn := auth.Config{CookieName: o.CookieName, Demo: o.Demo, Host: o.Identity, OIDC: o.OIDC}
	if err := signIn.Check(); err != nil {
		wrong = append(wrong, err) // its lines name their package
	}
	if err := o.Platform.Profile.AuthCodes.Valid(); err != nil {
		fail("Platform.Profile.AuthCodes: %w", err)
	}
	c.checkPage(&wrong)
	if o.Demo && c.public != nil && base != nil && (!loopback.Is(base.Hostname()) || !c.onLoopback()) {
		fail("Demo is for a console and a sandbox on this machine's loopback addresses")
	}
	if o.Hooks.Register && c.public != nil && base != nil && c.secluded() {
		fail("Hooks.Register: the platform can't reach PublicURL, a loopback address")
	}
	return c, wrong
}

// checkOpened checks what a host opens before a console.
func (o Options) checkOpened() (wrong problems) {
	if o.Store == nil {
		wrong.add("Store is missing")
	}
	if _, ok := o.Store.(store.Replicated); o.Doorbell != nil && o.Store != nil && !ok {
		wrong.add("Doorbell: the store has no replicas")
	}
	if o.Keys == nil {
		wrong.add("Keys are missing")
	}
	return wrong
}

// checkHome checks the options that don't concern the platform, such as the console's address in browsers.
func (o Options) checkHome() (c checkedOptions, wrong problems) {
	c = checkedOptions{Options: o, hosts: map[string]bool{}}
	public, err := baseurl.Parse(o.PublicURL)
	if err != nil {
		wrong.add("PublicURL: %w", err)
	} else {
		c.mount = strings.TrimSuffix(path.Clean("/"+public.Path), "/")
		c.public = &url.URL{Scheme: public.Scheme, Host: public.Host}
		c.hosts[public.Host] = true
	}
	for _, further := range o.Hosts {
		host, err := baseurl.Host(cmp.Or(public, new(url.URL)).Scheme, further)
		if err != nil {
			wrong.add("Hosts: %w", err)
		}
		c.hosts[host] = true
	}
	if o.Roster.Every < 0 || !(o.Roster.Rate >= 0) {
		wrong.add("Roster.Every and Roster.Rate are not negative")
	}
	c.Roster.Every, c.Roster.Rate = cmp.Or(o.Roster.Every, 30*time.Minute), cmp.Or(o.Roster.Rate, 10)
	if rate := o.Platform.CallsPerSecond; rate != 0 && !(rate >= 0.1) {
		wrong.add("Platform.CallsPerSecond is below 0.1")
	}
	if o.KeepAudit < 0 || o.KeepRecords < 0 {
		wrong.add("KeepAudit and KeepRecords are not negative")
	}
	c.KeepRecords = cmp.Or(o.KeepRecords, orders.KeepRecords)
	if c.KeepOrders = cmp.Or(o.KeepOrders, orders.KeepOrders); c.KeepOrders < c.KeepRecords {
		wrong.add("KeepOrders is shorter than KeepRecords")
	}
	if math.IsNaN(o.Limits.Calls) {
		wrong.add("Limits.Calls is not a number")
	}
	if o.Heartbeat < 0 || o.Push.Delay < 0 {
		wrong.add("Heartbeat and Push.Delay are not negative")
	}
	if o.Limits.Streams < 0 || o.Limits.Sessions < 0 {
		wrong.add("Limits.Streams and Limits.Sessions are not negative")
	}
	c.Limits.Calls = cmp.Or(o.Limits.Calls, 30)
	if c.Replica == "" {
		c.Replica, _ = os.Hostname() // without a name, interrupted work waits for its lease
	}
	if c.Photos == nil {
		c.Photos = o.Store
	}
	c.KeepReleases = cmp.Or(o.KeepReleases, 3)
	c.Platform.CallsPerSecond = cmp.Or(o.Platform.CallsPerSecond, 20)
	background.Defaults(&c.Now, &c.Logger)
	c.Logger = slog.New(background.NewCalm(c.Logger.Handler()))
	return c, wrong
}

// base is the clock and the log of each service.
func (c *checkedOptions) base() background.Base { return background.Base{Now: c.Now, Logger: c.Logger} }

// checkPage checks the options for the browser's files and page.
func (c *checkedOptions) checkPage(wrong *problems) {
	if c.Assets == nil {
		c.Assets = web.Assets()
	}
	folder, err := asset.Locate(c.Assets)
	switch {
	case errors.Is(err, asset.ErrNotBuilt):
		wrong.add("Assets have no browser program: run go tool shopdesk-web -o dist, embed that folder " +
			"and hand it in as Options.Assets (in Shopdesk's own checkout: make build)")
	case err != nil:
		wrong.add("Assets: %w", err)
	}
	c.Assets = folder
	if err := c.page().Check(); err != nil {
		*wrong = append(*wrong, err) // its lines name their package
	}
}

// onLoopback reports whether every answered host is this machine's own.
func (c checkedOptions) onLoopback() bool {
	for host := range c.hosts {
		if u := (url.URL{Host: host}); !loopback.Is(u.Hostname()) {
			return false
		}
	}
	return true
}

// secluded reports whether the platform can't reach this console, judged by the addresses: the console is on
// loopback, and the platform isn't.
func (c checkedOptions) secluded() bool {
	base, err := url.Parse(c.platform)
	return err == nil && loopback.Is(c.public.Hostname()) && !loopback.Is(base.Hostname())
}
