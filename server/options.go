package server

import (
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Options describe a console. PublicURL, Platform, Store and Keys are required.
type Options struct {
	// PublicURL is the console's address in browsers, with the path that it is mounted under:
	// "https://pos.example.com/admin/console". Requests for other hosts are refused. Plain http is only allowed for
	// loopback addresses.
	PublicURL string
	// Hosts are further host names that reach the console, with the port that browsers show if any: "pos.example.net",
	// "10.0.0.5:8443". Each is written out; there are no patterns.
	Hosts []string

	// Platform is the platform and the application to act as.
	Platform Platform

	// Store keeps everything; see packages sqlite and postgres. The caller closes the store after [Server.Close].
	Store store.Store
	// Doorbell tells replicas that share the store of each other's events, such as a NATS server by package nats. The
	// caller closes the doorbell after the store. Default: the store's own, which is LISTEN and NOTIFY with PostgreSQL.
	Doorbell store.Doorbell
	// Photos keeps the bytes of uploaded photos, such as a bucket of package s3. Default: Store.
	Photos store.Blobs
	// Keys seal the platform's tokens at rest.
	Keys *sealed.Keyring

	// Spool is a folder for the platform's new tokens, sealed, until they are in the store: with a spool, a crash in
	// between loses no connection. Each replica has its own spool. Default: none.
	Spool string

	// Replica names this replica among those that share the store. After a restart under the same name the replica
	// continues its work at once. Default: the machine's host name.
	Replica string

	// Metrics, when set, is the registry of the console's metrics (docs/operations/watching.md). The console doesn't serve
	// them itself. Several consoles on one registry need a label each: prometheus.WrapRegistererWith.
	Metrics prometheus.Registerer

	// TracerProvider, when set, is told in spans what requests, orders and jobs do (docs/operations/watching.md).
	// The spans hold nothing about a customer. Default: no spans.
	TracerProvider trace.TracerProvider
	// TracePlatform adds the header traceparent to calls of the platform. Default: the platform sees no trace.
	TracePlatform bool

	// Identity, when set, identifies the operator: the embedding host signs people in and out, and the console shows no
	// sign-in of its own. Identity is called for each request, concurrently, and must be quick. Nil without an error is
	// nobody, who is asked to sign in at the host; an error answers 503. At each heartbeat of a stream Identity
	// is called again with the request that opened the stream, but without that request's context: if it then returns
	// no identity, the stream ends and the browser opens another.
	Identity func(*http.Request) (*identity.Person, error)

	// OIDC, when set, lets operators sign in at an OpenID provider, beside their passwords and passkeys. The provider
	// must allow the redirect address PublicURL + "/api/oidc/callback".
	OIDC *identity.OIDC

	// Demo offers signing in with one click as one of three made-up people. Demo is refused unless both PublicURL and
	// Platform.URL are on loopback. A demonstration answers only loopback names, with any port, and no request that a
	// proxy forwarded.
	Demo bool

	// Shops are looked after from the start, beside those that owners add. Each has the platform's number and an IANA
	// name as its zone, which counts at each start over what an owner has corrected; the activity tells of that. Its
	// names are those that people see; without any it has those of the platform's record.
	Shops []store.Shop

	// Hooks sets how the platform's pushes are received.
	Hooks Hooks
	// KeepRecords is how long after an order was placed the customer's details are kept. Default: 30 days.
	KeepRecords time.Duration
	// KeepOrders is how long orders are kept after their last change, with what happened to them, and webhook messages
	// that were given up. Not shorter than KeepRecords. Default: two years.
	KeepOrders time.Duration
	// Heartbeat is the time between two signs of life of a live stream.
	// Default: 15 seconds.
	Heartbeat time.Duration

	// Push sets how people are notified of orders while the console isn't in view.
	Push Push

	// Mail, when set, sends the console's e-mail: the daily summaries of people who chose them, and the codes that prove
	// their addresses; not of people of Identity, who can't choose one (ADR 0056). Package server/mail/smtp has one that
	// sends by SMTP. Default: the console sends no e-mail.
	Mail mail.Mailer

	// Roster sets how the shop directory is kept fresh.
	Roster Roster

	// Limits bound the load that one person can cause.
	Limits Limits

	// FrameAncestors are the origins that may show the console in a frame. Browsers send the cookie of the console's own
	// sign-in in no frame of another site: there people come by Identity, whose cookie is the host's. Default: none.
	FrameAncestors []string
	// ImageHosts are the origins that the platform serves shops' photos and logos from: "https://img.example", or
	// "https://*.img.example" for a domain. Default: the platform's own.
	ImageHosts []string
	// TrustedProxies are the networks whose X-Forwarded-For is believed. A proxy at a Unix socket counts as 127.0.0.1.
	// Default: none.
	TrustedProxies []netip.Prefix
	// CookieName tells several consoles on one host apart, whatever their paths and ports: lower-case letters, digits
	// and hyphens. Default: "shopdesk".
	CookieName string
	// KeepAudit is how long the audit is kept. Default: for ever.
	KeepAudit time.Duration
	// Assets are the browser's files: the folder that cmd/shopdesk-web writes, at the root or below one folder, as
	// //go:embed has it. Default: those in package web, which can be built only in our own checkout.
	Assets fs.FS
	// KeepReleases is the number of earlier releases whose browser files the store keeps. A browser with one of these
	// releases gets an update as the difference (RFC 9842). Default: 3. Below zero: none, and every update is sent
	// whole.
	KeepReleases int
	// Gallery shows the components in all their states under /gallery.
	Gallery bool

	Logger *slog.Logger     // default: discards
	Now    func() time.Time // default: time.Now
}

// Platform is the address of the platform and the application to act as.
type Platform struct {
	URL          string           // base address; https, or http on loopback. Called directly, by no proxy
	ClientID     string           // the application's client_id
	ClientSecret string           // its client_secret; without it (GrantNone) pushed messages are refused
	AppID        int64            // needed with platform.BodyFields and AuthorizeURL, and to register hooks
	Profile      platform.Profile // how this platform does what the interface leaves open

	// Grant is the grant for shops without a connection of their own.
	Grant Grant
	// AuthorizeURL is the platform's page on which a merchant authorises the application. Default: none, and merchants
	// paste the code that they were given.
	AuthorizeURL string
	// CallsPerSecond is the rate limit of the background calls of all replicas together: runs, reading shops again, and
	// reading orders in the minute after the platform has taken no more calls.
	// Calls of operators aren't limited, so keep the rate below the platform's own limit. Default: 20.
	CallsPerSecond float64
	// PreviousSecrets are client secrets that pushed messages may still be signed with: keep the old secret here for a
	// day after a replacement.
	PreviousSecrets []string
}

// HookMode is what happens to messages whose signature is wrong.
type HookMode = api.HookMode

// The modes.
const (
	HookEnforce = api.HookEnforce // refused; a copy is kept for the diagnosis
	HookObserve = api.HookObserve // accepted and kept for the diagnosis, never acted on
)

// Hooks sets how the platform's pushes are received (interface 6).
type Hooks struct {
	// Mode decides about messages with a wrong signature. Default: [HookEnforce].
	Mode HookMode
	// Rule is the rule that messages must be signed by. It isn't documented which URL the platform puts in front; the
	// diagnosis names the rule that fits the messages. Default: platform.HookPublicRaw.
	Rule platform.HookRule
	// Register has the server register its URL for every event at the start (interface 4.5), in the place of the one
	// that is registered. Default: an owner registers it, or the developer portal.
	Register bool
	// Test registers with the test flag.
	Test bool
	// Secrets are further secrets that messages may be signed with, beside Platform.ClientSecret and PreviousSecrets,
	// for replacing a secret without a restart. Secrets is called for each message, concurrently. Default: none.
	Secrets func() []string
}

// Push sets how people are notified of orders on devices where the console isn't in view (Web Push). Notifications
// are switched on per device.
type Push struct {
	// Off sends no notifications, and nothing to browsers' makers.
	Off bool
	// Services are further push services, beside those of package push: a name, or a domain with a dot in front.
	Services []string
	// Delay is how long an order may wait before a notification. Default: 15 seconds.
	Delay time.Duration
}

// Limits bound the load that one person can cause. A session has one share, and an operator, whom several tablets may
// share, several shares. A host's people are counted by their ID alone, as operators.
type Limits struct {
	// Calls is how many calls a second a session may make, and four times as many
	// at once; an operator four times that. Default: 30. Below zero: no limit.
	Calls float64
	// Streams is how many live streams a session may have open; an operator may have sixteen times as many. Default:
	// 16.
	Streams int
	// Sessions is how many sessions an operator may have: one more ends the session that was unused longest. Default:
	// 100.
	Sessions int
}

// Roster sets how often the platform is asked about every shop, changed or not: three calls a shop.
type Roster struct {
	// Every is the time between two reads of a shop. Default: 30 minutes.
	Every time.Duration
	// Rate is the rate limit of these calls, a second, for this replica. Default: 10.
	Rate float64
	// Off makes no such calls: only other traffic with the platform is known.
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
