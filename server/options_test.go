package server

import (
	"encoding/json"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/asset"
)

func TestOptionsAreCheckedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := Options{Assets: fstest.MapFS{}, FrameAncestors: []string{"portal"}}.check()
	for _, part := range []string{"PublicURL", "Platform.URL", "ClientID", "ClientSecret", "Store", "Keys",
		"no browser program: run go tool shopdesk-web", `frame ancestor "portal"`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s isn't reported: %v", part, err)
		}
	}
}

// A host that checks its options before it opens anything learns of everything else.
func TestCheckNeedsNothingOpened(t *testing.T) {
	t.Parallel()
	o := Options{PublicURL: "https://pos.example", Platform: Platform{URL: "https://platform.example", ClientID: "id",
		ClientSecret: "s"}}
	if err := o.Check(); err != nil {
		t.Error(err)
	}
	o.PublicURL = "https://pos.example/{tenant}"
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), `"/{tenant}", the public URL's path`) {
		t.Errorf("a path with braces: %v", err)
	}
	o.PublicURL, o.Gallery = "https://pos.example", true
	var built asset.Index
	for _, name := range asset.Required {
		built.Files = append(built.Files, asset.File{Name: name})
	}
	index, err := json.Marshal(built)
	if err != nil {
		t.Fatal(err)
	}
	o.Assets = fstest.MapFS{asset.IndexName: {Data: index}}
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), "build it with -gallery") {
		t.Errorf("a gallery that isn't built: %v", err)
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	t.Parallel()
	good := Options{PublicURL: "https://pos.example/admin/console/",
		Platform: Platform{URL: "https://platform.example/v1/"}}
	for _, tt := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"plain http", func(o *Options) { o.PublicURL = "http://pos.example" }, "PublicURL"},
		{"a query", func(o *Options) { o.PublicURL = "https://pos.example/?a=b" }, "PublicURL"},
		{"no scheme", func(o *Options) { o.PublicURL = "pos.example" }, "PublicURL"},
		{"a port alone", func(o *Options) { o.PublicURL = "https://:8443" }, "PublicURL"},
		{"credentials", func(o *Options) { o.Platform.URL = "https://a:b@platform.example" }, "Platform.URL"},
		{"demo on a public address", func(o *Options) { o.Demo = true }, "Demo"},
		// The bug: a demonstration that also answered a public name let everybody in there.
		{"demo with a public host", func(o *Options) {
			o.Demo, o.PublicURL, o.Platform.URL, o.Hosts = true, "http://127.0.0.1:8080", "http://127.0.0.1:8081",
				[]string{"pos.example:8080"}
		}, "Demo"},
		{"demo on a real platform", func(o *Options) { o.Demo = true; o.PublicURL = "http://127.0.0.1:8080" }, "Demo"},
		// The bug: a server that was tried on the own machine took the platform's messages from the real one.
		{"hooks on loopback of a real platform", func(o *Options) {
			o.PublicURL, o.Hooks.Register, o.Platform.AppID = "http://127.0.0.1:8080", true, 1
		}, "Hooks.Register"},
		// The bug: such a server signed its registrations with an empty secret, and accepted no message.
		{"hooks registered without a secret", func(o *Options) {
			o.Platform.Grant, o.Hooks.Register, o.Platform.AppID = GrantNone, true, 1
		}, "Platform.ClientSecret"},
		{"grants with a secret that isn't there", func(o *Options) {
			o.Platform.Grant, o.Platform.Profile.ShopSecret = GrantNone, true
		}, "Platform.ClientSecret"},
		{"an address for a push service", func(o *Options) {
			o.Push.Services = []string{".push.example", "https://push.example"}
		}, "Push.Services"},
		// The bug: such a time was taken for the default.
		{"details kept until before now", func(o *Options) { o.KeepRecords = -time.Hour }, "KeepRecords"},
		// The bugs: hours of such a shop went by UTC, and such a host was answered 421.
		{"a shop without a zone", func(o *Options) { o.Shops = []store.Shop{{ShopID: 1}} }, "Shops"},
		{"a shop in no zone", func(o *Options) { o.Shops = []store.Shop{{ShopID: 1, Zone: "Asia/Hongkong"}} }, "Shops"},
		{"a shop without a number", func(o *Options) { o.Shops = []store.Shop{{Zone: "Asia/Hong_Kong"}} }, "Shops"},
		// The bug: the last one counted.
		{"a shop in two zones", func(o *Options) {
			o.Shops = []store.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}, {ShopID: 1, Zone: "Asia/Dubai"}}
		}, "Asia/Hong_Kong and Asia/Dubai"},
		{"an address for a host", func(o *Options) { o.Hosts = []string{"https://pos.example/"} }, "Hosts"},
		// The bug: a pattern, or two hosts in one entry, matched no request.
		{"a pattern of hosts", func(o *Options) { o.Hosts = []string{"*.example"} }, "Hosts"},
		{"two hosts in one", func(o *Options) { o.Hosts = []string{"a.example,b.example"} }, "Hosts"},
		{"a pattern of push services", func(o *Options) { o.Push.Services = []string{"*.push.example"} }, "Push.Services"},
		{"a push service's port", func(o *Options) { o.Push.Services = []string{"push.example:443"} }, "Push.Services"},
		{"a host without a name", func(o *Options) { o.Hosts = []string{""} }, "Hosts"},
		{"body fields without appId", func(o *Options) { o.Platform.Profile.Presentation = platform.BodyFields }, "AppID"},
		// The bugs: such values were accepted with no word.
		{"an unknown grant", func(o *Options) { o.Platform.Grant = GrantNone + 1 }, "Platform.Grant"},
		{"a grant below the first", func(o *Options) { o.Platform.Grant = -1 }, "Platform.Grant"},
		{"a heartbeat before now", func(o *Options) { o.Heartbeat = -time.Second }, "Heartbeat"},
		{"notifications before the order", func(o *Options) { o.Push.Delay = -time.Second }, "Push.Delay"},
		{"tokens that have ended", func(o *Options) { o.Platform.Profile.TokenLifetime = -1 }, "TokenLifetime"},
		{"a negative application", func(o *Options) { o.Platform.AppID = -1 }, "Platform.AppID"},
		{"a roster at no rate", func(o *Options) { o.Roster.Rate = math.NaN() }, "Roster.Rate"},
		{"calls at no rate", func(o *Options) { o.Limits.Calls = math.NaN() }, "Limits.Calls"},
		// The bugs: such options were refused after the store had been changed.
		{"a cookie name with a space", func(o *Options) { o.CookieName = "my desk" }, "cookie name"},
		{"a provider over plain http", func(o *Options) {
			o.OIDC = &identity.OIDC{Issuer: "http://id.example", ClientID: "id", ClientSecret: "s"}
		}, "issuer"},
		{"a provider without a client", func(o *Options) {
			o.OIDC = &identity.OIDC{Issuer: "https://id.example"}
		}, "Options.OIDC needs"},
		{"a provider beside a host's people", func(o *Options) {
			o.Identity = func(*http.Request) (*identity.Person, error) { return nil, nil }
			o.OIDC = &identity.OIDC{Issuer: "https://id.example", ClientID: "id", ClientSecret: "s"}
		}, "Options.OIDC and Options.Identity exclude each other"},
		{"a demonstration beside a host's people", func(o *Options) {
			o.Identity = func(*http.Request) (*identity.Person, error) { return nil, nil }
			o.Demo = true
		}, "Options.Demo and Options.Identity exclude each other"},
	} {
		o := good
		tt.change(&o)
		_, err := o.check()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want a word on %s", tt.name, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "a:b@") {
			t.Errorf("%s: a password is in the error: %v", tt.name, err)
		}
	}
	good.Shops = []store.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}, {ShopID: 1, Zone: "Asia/Hong_Kong"}}
	c, err := good.check()
	if err != nil && strings.Contains(err.Error(), "Shops") {
		t.Errorf("a shop that is listed twice: %v", err)
	}
	if c.mount != "/admin/console" || c.platform != "https://platform.example/v1" ||
		c.public.String() != "https://pos.example" {
		t.Errorf("read as mount %q, platform %q, public %q", c.mount, c.platform, c.public)
	}
}

// Each problem is a line that begins with one package. The bug: the first problem of the sign-in began with two.
func TestEachProblemNamesOnePackage(t *testing.T) {
	t.Parallel()
	o := Options{PublicURL: "https://pos.example/a b", CookieName: "A B", Demo: true}
	o.Identity = func(*http.Request) (*identity.Person, error) { return nil, nil }
	prefix := regexp.MustCompile(`^(server: [A-Z]|auth: ([a-z]|Options\.)|page: [a-z])`)
	for line := range strings.Lines(o.Check().Error()) {
		if !prefix.MatchString(line) {
			t.Error(line)
		}
	}
}

// Browsers send hosts in lower case and ASCII, and leave out the scheme's own port. The bugs: a PublicURL written
// otherwise answered 421 to every request, and so did further hosts; a platform beyond ASCII was refused as a host of
// pictures.
func TestHostsAreNormalisedLikeBrowsers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ public, host string }{
		{"https://POS.Example", "pos.example"},
		{"https://pos.example:443/console", "pos.example"},
		{"https://pos.example:8443", "pos.example:8443"},
		{"http://127.0.0.1:80", "127.0.0.1"},
		{"https://[::1]:443", "[::1]"},
		{"https://Café.example", "xn--caf-dma.example"},
	} {
		c, _ := Options{PublicURL: tt.public, Hosts: []string{"Other.Example:8443", "Bücher.example"}}.check()
		if !c.hosts[tt.host] || c.public.Host != tt.host || !c.hosts["other.example:8443"] ||
			!c.hosts["xn--bcher-kva.example"] {
			t.Errorf("%s: answers %v, origin %s", tt.public, c.hosts, c.public)
		}
	}
	o := Options{PublicURL: "https://pos.example", Hosts: []string{"other.example:443"},
		Platform: Platform{URL: "https://Café.example/v1"}, Push: Push{Services: []string{".Bücher.example", "push.example"}}}
	c, err := o.check()
	if !c.hosts["other.example"] || c.platform != "https://xn--caf-dma.example/v1" ||
		!slices.Equal(c.Push.Services, []string{".xn--bcher-kva.example", "push.example"}) {
		t.Errorf("answers %v, calls %s, notifies by %q", c.hosts, c.platform, c.Push.Services)
	}
	if err == nil || strings.Contains(err.Error(), "host") {
		t.Errorf("got %v", err)
	}
}

// A folder that //go:embed has below its own name is found, and a wrong frame is reported with the other problems.
func TestAssetsBelowAFolderAreFound(t *testing.T) {
	t.Parallel()
	below := fstest.MapFS{"dist/" + asset.IndexName: {Data: []byte(`{}`)}}
	for _, tt := range []struct {
		name   string
		assets fstest.MapFS
		want   string
	}{
		{"an index that lists nothing", below, "doesn't list"},
		{"two builds", fstest.MapFS{"dist/" + asset.IndexName: {}, "old/" + asset.IndexName: {}}, "two builds"},
	} {
		_, err := Options{Assets: tt.assets, FrameAncestors: []string{"portal"}}.check()
		for _, part := range []string{tt.want, "PublicURL", "frame ancestor"} {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %s isn't reported: %v", tt.name, part, err)
			}
		}
	}
}
