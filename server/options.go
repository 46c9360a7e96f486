package server

import (
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Options says what a console is for and where. PublicURL, Platform, Store and
// Keys are required.
type Options struct {
	// PublicURL is the console's address in browsers, with the path it is
	// mounted under: "https://pos.example.com/admin/console". Requests for
	// other hosts are refused. Plain http is for loopback addresses only.
	PublicURL string
	// Hosts are further host names, with port if any, that reach the console.
	Hosts []string

	// Platform is the platform and the application to act as.
	Platform Platform

	// Store keeps everything; see packages sqlite and postgres. The caller
	// closes it after [Server.Close].
	Store store.Store
	// Photos keeps the bytes of uploaded pictures, such as a bucket of package
	// bucket. Default: Store.
	Photos store.Blobs
	// Keys seal the platform's tokens at rest.
	Keys *sealed.Keyring

	// Spool is a folder for the platform's new tokens, sealed, from the moment
	// they come until they are in the store: with it, a crash between the two
	// loses no connection. It is this replica's own. Default: none.
	Spool string

	// Replica names this replica among those that share the store. After a
	// restart under the same name it goes on at once with what it had begun.
	// Default: the machine's host name.
	Replica string

	// Metrics, when set, is where the console registers its metrics (see
	// docs/operations.md). It serves none of them itself.
	Metrics prometheus.Registerer

	// Identity, when set, says who asks: the embedding host signs people in
	// and out, and the console shows no sign-in of its own. It is called for
	// each request and must be quick. At each heartbeat of a stream it is called
	// again with the request that opened it, but without that request's context:
	// where it then says nobody, the stream ends and the browser opens another.
	Identity func(*http.Request) (*auth.HostIdentity, error)

	// OIDC, when set, lets operators sign in at an OpenID provider, beside their
	// passwords and passkeys. It redirects to PublicURL + "/api/oidc/callback".
	OIDC *auth.OIDC

	// Demo offers signing in with one click as one of three made-up people. It
	// is refused unless both PublicURL and Platform.URL are on loopback. It answers
	// loopback names alone, with any port, and nothing that a proxy forwarded.
	Demo bool

	// Shops are looked after from the start, beside those that owners add.
	Shops []store.Shop

	// Hooks says how the platform's pushes are received.
	Hooks Hooks
	// KeepRecords is how long after an order was placed the customer's details
	// are kept. Default: 30 days.
	KeepRecords time.Duration
	// Heartbeat is the time between two signs of life of a live stream.
	// Default: 15 seconds.
	Heartbeat time.Duration

	// Push says how people are told of orders while nobody looks at the console.
	Push Push

	// Roster says how our own picture of all shops is kept fresh.
	Roster Roster

	// Limits say how much of the server one person can take.
	Limits Limits

	// FrameAncestors are the origins that may show the console in a frame.
	// Default: none.
	FrameAncestors []string
	// ImageHosts are the origins that the platform serves shop pictures from.
	// Default: the platform's own.
	ImageHosts []string
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	// Default: none.
	TrustedProxies []netip.Prefix
	// CookieName tells several consoles on one host apart. Default: "shopdesk".
	CookieName string
	// KeepAudit is how long the audit keeps what was changed. Default: for ever.
	KeepAudit time.Duration
	// Assets are the browser's files: the folder that cmd/shopdesk-web writes, at the root or below one folder, as
	// //go:embed has it. Default: those in package web, which only our own checkout can build.
	Assets fs.FS
	// KeepReleases is of how many earlier releases the store keeps the browser's
	// files. A browser that has them is sent an update as the difference (RFC 9842).
	// Default: 3. Below zero: none, and every update is sent whole.
	KeepReleases int
	// Gallery shows the components in all their states under /gallery.
	Gallery bool

	Logger *slog.Logger     // default: discards
	Now    func() time.Time // default: time.Now
}

// Platform is where the platform is and the application to act as.
type Platform struct {
	URL          string // base address; https, or http on loopback
	ClientID     string
	ClientSecret string
	AppID        int64 // needed when tokens are presented in the body, with AuthorizeURL, and to register hooks
	Profile      platform.Profile

	// Grant is how tokens are got for shops without a connection of their own.
	Grant Grant
	// AuthorizeURL is the platform's page on which a merchant authorises the
	// application. Default: none, merchants paste the code they were given.
	AuthorizeURL string
	// CallsPerSecond bounds the background calls of all replicas together: runs,
	// and reading shops again. What operators do themselves isn't bounded, so
	// leave it room below the platform's own limit. Default: 20.
	CallsPerSecond float64
	// PreviousSecrets are client secrets that pushed messages may still be
	// signed with: keep the old one here for a day when it is replaced.
	PreviousSecrets []string
}

// Hooks says how the platform's pushes are received (interface 6).
type Hooks struct {
	// Mode is what happens to messages whose signature is wrong. Default:
	// api.HookEnforce, they are refused.
	Mode api.HookMode
	// Rule is what messages must be signed by. Nobody documents which URL the
	// platform puts in front; the diagnosis says which rule fits what comes.
	// Default: api.HookPublicRaw.
	Rule api.HookRule
	// Register has the server register its URL for every event at the start
	// (interface 4.5). Default: an owner does so, or the developer portal.
	Register bool
	// Test registers with the test flag.
	Test bool
	// Secrets are further secrets that messages may be signed with, beside
	// Platform.ClientSecret and PreviousSecrets: while one is replaced, without a
	// restart. It is called for each message, by many at once. Default: none.
	Secrets func() []string
}

// Push says how people are told of orders on devices where nobody looks at the
// console (Web Push). Each device asks for it by itself.
type Push struct {
	// Off has nobody told, and sends nothing to browsers' makers.
	Off bool
	// Services are push services to send to beside those of package push: a name,
	// or a domain with a dot in front.
	Services []string
	// Delay is how long an order may wait before it is told. Default: 15 seconds.
	Delay time.Duration
}

// Limits say how much of the server one person can take. A session has so much,
// and an operator, whom several tablets may share, several times as much. A host's
// people are counted by their ID alone, as operators.
type Limits struct {
	// Calls is how many calls a second a session may make, and four times as many
	// at once; an operator four times that. Default: 30. Below zero: no limit.
	Calls float64
	// Streams is how many live streams a session may have open, and an operator
	// sixteen times as many. Default: 16.
	Streams int
	// Sessions is how many an operator may have: one more ends the one that was
	// unused longest. Default: 100.
	Sessions int
}

// Roster says how often the platform is asked about every shop, whether or not
// anything is said to have changed there: three calls a shop.
type Roster struct {
	// Every is how long after a shop was read it is read again. Default: 30
	// minutes.
	Every time.Duration
	// Rate bounds these calls, a second, of this replica. Default: 10.
	Rate float64
	// Off asks nothing at all: what passes by on its way is all that is known.
	Off bool
}

// Grant is an application-level grant (interface 5).
type Grant int

// The grants.
const (
	GrantApp    Grant = iota // app_level_token
	GrantLegacy              // client_credentials, for integrations that already have it
	GrantNone                // none: each shop needs a connection of its own
)
