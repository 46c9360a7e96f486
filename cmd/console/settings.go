package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// settings are the settings for a real platform. Each is a flag and an environment variable.
type settings struct {
	Home   home           `embed:""`
	Bucket bucketSettings `embed:""`
	Mail   mailSettings   `embed:""`
	NATS   natsSettings   `embed:""`

	Create bool `env:"SHOPDESK_CREATE" help:"Begin a new installation where the database doesn't exist."`

	PlatformURL      string        `env:"SHOPDESK_PLATFORM_URL" help:"The platform's base address." placeholder:"URL"`
	ClientID         string        `env:"SHOPDESK_CLIENT_ID" help:"The application's client_id." placeholder:"ID"`
	ClientSecretFile string        `env:"SHOPDESK_CLIENT_SECRET_FILE" help:"File with the application's client_secret." placeholder:"FILE"`
	AppID            int64         `env:"SHOPDESK_APP_ID" help:"The application's appId, for --authorize-url and --token-in-body, and to register the webhook's address." placeholder:"N"`
	AuthorizeURL     string        `env:"SHOPDESK_AUTHORIZE_URL" help:"The platform's page on which merchants authorise the application." placeholder:"URL"`
	Grant            string        `env:"SHOPDESK_GRANT" enum:"app,legacy,none" default:"app" help:"Application-level grant for shops without a connection: ${enum}."`
	Spool            string        `env:"SHOPDESK_SPOOL" help:"Folder for new tokens until they are in the database, sealed." placeholder:"DIR"`
	CodeField        string        `env:"SHOPDESK_CODE_FIELD" help:"Member of a token request that carries a code; default code." placeholder:"NAME"`
	RefreshField     string        `env:"SHOPDESK_REFRESH_FIELD" help:"Member that carries a refresh token; default refresh_token." placeholder:"NAME"`
	ShopSecret       bool          `env:"SHOPDESK_SHOP_SECRET" help:"Send the client_secret with the shop-level grants as well."`
	PKCE             bool          `env:"SHOPDESK_PKCE" help:"Add a code challenge to the redirect."`
	TrustedProxies   []string      `env:"SHOPDESK_TRUSTED_PROXIES" help:"Networks whose X-Forwarded-For is believed." placeholder:"CIDR"`
	ImageHosts       []string      `env:"SHOPDESK_IMAGE_HOSTS" help:"Origins that the platform serves shops' pictures from, such as https://img.example or https://*.img.example. Default: the platform's own." placeholder:"URL"`
	CookieName       string        `env:"SHOPDESK_COOKIE_NAME" help:"Name of this console's cookies, where the host has other consoles too; default shopdesk." placeholder:"NAME"`
	TokenInBody      bool          `env:"SHOPDESK_TOKEN_IN_BODY" help:"Present the token as signed body fields, not as a bearer header."`
	CallSignature    string        `env:"SHOPDESK_CALL_SIGNATURE" enum:"suffix,header" default:"suffix" help:"How calls are signed: with the secret behind the members, in the body, or by HMAC in the header X-App-Signature: ${enum}."`
	TokenLifetime    time.Duration `env:"SHOPDESK_TOKEN_LIFETIME" help:"How long a token lasts whose answer doesn't say; 0, the default: 1h." placeholder:"TIME"`
	Heartbeats       string        `env:"SHOPDESK_HEARTBEATS" enum:"empty,any" default:"empty" help:"Which pushed packets are heartbeats: those without content, or any that names no message: ${enum}."`
	KeepAudit        time.Duration `env:"SHOPDESK_KEEP_AUDIT" help:"How long the audit is kept, such as 17520h for two years. 0, the default: for ever." placeholder:"TIME"`
	Anchor           string        `env:"SHOPDESK_ANCHOR" enum:"utc,shop" default:"utc" help:"Which midnight bounds a special date: ${enum}."`
	SpecialDates     string        `env:"SHOPDESK_SPECIAL_DATES" enum:"ahead,active" default:"ahead" help:"Which special dates the platform lists: those on or ahead, or the active ones alone: ${enum}."`
	Allow            []string      `env:"SHOPDESK_ALLOW" help:"Input that the platform is known to take, so that nobody is warned of it: equal-times, night-overlap, short-phones, phone-twice, picture-ending." placeholder:"NAME"`
	Refuse           []string      `env:"SHOPDESK_REFUSE" help:"Input that the platform is known to refuse, so that it isn't sent; the names are those of --allow." placeholder:"NAME"`
	RefundProduct    string        `env:"SHOPDESK_REFUND_PRODUCT" enum:"id,spu-id" default:"id" help:"Which number of a product names it in a refund: ${enum}."`
	CallbackURL      string        `env:"SHOPDESK_CALLBACK_URL" name:"callback-url" enum:"signed,unsigned" default:"signed" help:"Whether the registration of a webhook address is signed with the call's own address in front: ${enum}."`
	AuthCodes        string        `env:"SHOPDESK_AUTH_CODES" help:"The platform's codes of authentication errors, such as token-expired=4011,token-invalid=4012; the others are signature and no-merchant." placeholder:"NAME=CODE"`
	CallsPerSecond   float64       `env:"SHOPDESK_CALLS_PER_SECOND" default:"20" help:"Calls of the platform a second for runs and reading shops again, all replicas together."`
	PreviousSecrets  []string      `env:"SHOPDESK_PREVIOUS_SECRET_FILES" help:"Files with client secrets that pushed messages may be signed with too, old or new; read again when they change." placeholder:"FILE"`
	RosterEvery      time.Duration `env:"SHOPDESK_ROSTER_EVERY" default:"30m" help:"How long after a shop was read it is read again, for the list of all shops."`
	RosterRate       float64       `env:"SHOPDESK_ROSTER_RATE" default:"10" help:"Calls a second, at most, that this reading takes."`
	OIDCIssuer       string        `env:"SHOPDESK_OIDC_ISSUER" name:"oidc-issuer" help:"An OpenID provider that signs people in, beside passwords and passkeys." placeholder:"URL"`
	OIDCClientID     string        `env:"SHOPDESK_OIDC_CLIENT_ID" name:"oidc-client-id" help:"Our client_id there." placeholder:"ID"`
	OIDCSecretFile   string        `env:"SHOPDESK_OIDC_CLIENT_SECRET_FILE" name:"oidc-client-secret-file" help:"File with our client_secret there." placeholder:"FILE"`
	OIDCName         string        `env:"SHOPDESK_OIDC_NAME" name:"oidc-name" help:"The provider's name on the button. Default: its host." placeholder:"NAME"`
	HookMode         string        `env:"SHOPDESK_HOOK_MODE" enum:"enforce,observe" default:"enforce" help:"What happens to pushed messages with a wrong signature: ${enum}."`
	HookRule         string        `env:"SHOPDESK_HOOK_RULE" enum:"public_url+raw,public_url+compact,received_url+raw,received_url+compact,no_url+raw,no_url+compact" default:"public_url+raw" help:"What pushed messages are signed by: ${enum}."`
	TracePlatform    bool          `env:"SHOPDESK_TRACE_PLATFORM" help:"Tell the platform of our traces, by the header traceparent."`
	PushOff          bool          `env:"SHOPDESK_PUSH_OFF" help:"Send no notifications to browsers in the background."`
	PushServices     []string      `env:"SHOPDESK_PUSH_SERVICES" help:"Hosts of push services to send to beside those of the usual browsers, .example.com for a whole domain." placeholder:"HOST"`
	KeepReleases     int           `env:"SHOPDESK_KEEP_RELEASES" default:"3" help:"Of how many earlier releases the browser's files are kept, so that updates are sent as differences; 0: none."`
	KeepOrders       time.Duration `env:"SHOPDESK_KEEP_ORDERS" default:"17520h" help:"How long orders and messages that were given up are kept after their last change; default: two years." placeholder:"TIME"`
	KeepRecordsDays  int           `env:"SHOPDESK_KEEP_RECORDS_DAYS" default:"30" help:"How many days the customers' details of an order are kept."`
}

// options reads the settings, which were checked before, and the files that they name. All problems of the files are
// reported at once.
func (s settings) options(log *slog.Logger) (server.Options, error) {
	o := s.plain()
	var wrong []error
	read := func(err error) { wrong = append(wrong, err) } // nil is no problem
	var err error
	o.Platform.ClientSecret, err = s.clientSecret()
	read(err)
	o.Keys, err = s.Home.keys()
	read(err)
	read(s.Mail.open(&o))
	if s.Spool != "" {
		if err := disk.Writable(nearest(s.Spool)); err != nil {
			read(fmt.Errorf("SHOPDESK_SPOOL (--spool): %w", err))
		}
	}
	if len(s.PreviousSecrets) > 0 {
		// The client secret's own file is for a change of the secret, of which this process may know the old one. It
		// is read last: while the secrets change places, first there and then in another file, both are found.
		files := &secretFiles{paths: append(slices.Clone(s.PreviousSecrets), s.ClientSecretFile), every: lookAgain, log: log}
		if err := files.look(); err != nil {
			read(fmt.Errorf("SHOPDESK_PREVIOUS_SECRET_FILES: %w", err))
		}
		o.Hooks.Secrets = files.secrets
	}
	if o.OIDC != nil {
		o.OIDC.ClientSecret, err = readSecret("SHOPDESK_OIDC_CLIENT_SECRET_FILE", s.OIDCSecretFile)
		read(err)
	}
	return o, errors.Join(wrong...)
}

// open opens the bucket, if there is one, and the database last. The caller closes the store.
func (s settings) open(ctx context.Context, log *slog.Logger, o *server.Options) error {
	if err := s.Bucket.open(ctx, log, o); err != nil {
		return err
	}
	return s.Home.openOr(ctx, log, o, s.Create)
}

// plain are the options that the settings say by themselves, without what files hold.
func (s settings) plain() server.Options {
	o := server.Options{PublicURL: s.Home.PublicURL, Spool: s.Spool, Platform: server.Platform{
		URL: s.PlatformURL, ClientID: s.ClientID, AppID: s.AppID, AuthorizeURL: s.AuthorizeURL,
		CallsPerSecond: s.CallsPerSecond,
		Grant:          map[string]server.Grant{"legacy": server.GrantLegacy, "none": server.GrantNone}[s.Grant],
		Profile:        s.profile(),
	}}
	o.KeepAudit = s.KeepAudit
	o.Roster = server.Roster{Every: s.RosterEvery, Rate: s.RosterRate}
	o.Hooks.Mode, o.Hooks.Rule = api.HookMode(s.HookMode), platform.HookRule(s.HookRule)
	o.Push.Off, o.Push.Services = s.PushOff, s.PushServices
	if o.KeepReleases = s.KeepReleases; o.KeepReleases == 0 {
		o.KeepReleases = -1 // 0 means the default in the options
	}
	o.KeepOrders = s.KeepOrders
	o.KeepRecords = time.Duration(s.KeepRecordsDays) * 24 * time.Hour
	o.ImageHosts, o.CookieName, o.TracePlatform = s.ImageHosts, s.CookieName, s.TracePlatform
	if s.OIDCIssuer != "" {
		o.OIDC = &identity.OIDC{Issuer: s.OIDCIssuer, ClientID: s.OIDCClientID, Name: s.OIDCName}
	}
	for _, text := range s.TrustedProxies {
		o.TrustedProxies = append(o.TrustedProxies, netip.MustParsePrefix(text)) // checked before
	}
	return o
}

// profile is the behaviour of the platform where the interface leaves it open.
func (s settings) profile() platform.Profile {
	p := platform.Profile{
		CodeField: s.CodeField, RefreshField: s.RefreshField, ShopSecret: s.ShopSecret, PKCE: s.PKCE,
		Listing: listing(s.SpecialDates), TokenLifetime: s.TokenLifetime,
		AuthCodes: platform.AuthCodes(s.AuthCodes),
	}
	if s.CallSignature == "header" {
		p.Signature = platform.HMACHeader
	}
	if s.Heartbeats == "any" {
		p.Heartbeats = platform.HeartbeatsAny
	}
	if s.TokenInBody {
		p.Presentation = platform.BodyFields
	}
	if s.Anchor == "shop" {
		p.Anchor = platform.AnchorShop
	}
	if s.RefundProduct == "spu-id" {
		p.RefundProduct = platform.RefundBySpu
	}
	if s.CallbackURL == "unsigned" {
		p.CallbackSigning = platform.CallbackWithoutURL
	}
	for _, name := range s.Allow {
		*p.Leave(name) = platform.LeaveAllowed // names are checked before
	}
	for _, name := range s.Refuse {
		*p.Leave(name) = platform.LeaveRefused
	}
	return p
}

// clientSecret reads the file with the application's client_secret.
func (s settings) clientSecret() (string, error) {
	return readSecret("SHOPDESK_CLIENT_SECRET_FILE", s.ClientSecretFile)
}

// listing reads SHOPDESK_SPECIAL_DATES and SANDBOX_SPECIAL_DATES.
func listing(name string) platform.Listing {
	if name == "active" {
		return platform.ListActive
	}
	return platform.ListAhead
}

// badGuesses lists what SHOPDESK_ALLOW and SHOPDESK_REFUSE name that is no input, or both, and wrong codes.
func (s settings) badGuesses() (wrong []error) {
	if err := platform.AuthCodes(s.AuthCodes).Valid(); err != nil {
		wrong = append(wrong, fmt.Errorf("SHOPDESK_AUTH_CODES: %w", err))
	}
	for _, name := range slices.Concat(s.Allow, s.Refuse) {
		if new(platform.Profile).Leave(name) == nil {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_ALLOW, SHOPDESK_REFUSE: %q is none of %s", name,
				strings.Join(platform.LeaveNames(), ", ")))
		}
	}
	for _, name := range s.Allow {
		if slices.Contains(s.Refuse, name) {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_ALLOW, SHOPDESK_REFUSE: %s is in both", name))
		}
	}
	return wrong
}

// missing lists the required settings that are missing.
func (s settings) missing() []error {
	return append(missing(
		setting{s.PlatformURL, "SHOPDESK_PLATFORM_URL", "--platform-url"},
		setting{s.ClientID, "SHOPDESK_CLIENT_ID", "--client-id"},
		setting{s.ClientSecretFile, "SHOPDESK_CLIENT_SECRET_FILE", "--client-secret-file"},
	), s.Home.missing()...)
}

// bad lists wrong and contradictory settings.
func (s settings) bad() []error {
	wrong := badAddress("SHOPDESK_PLATFORM_URL", s.PlatformURL)
	wrong = append(wrong, badAddress("SHOPDESK_AUTHORIZE_URL", s.AuthorizeURL)...)
	wrong = append(wrong, badAddress("SHOPDESK_OIDC_ISSUER", s.OIDCIssuer)...)
	if s.AuthorizeURL != "" && s.AppID == 0 {
		wrong = append(wrong, errors.New("SHOPDESK_APP_ID (--app-id) is missing: SHOPDESK_AUTHORIZE_URL needs it"))
	}
	wrong = append(wrong, s.Home.bad()...)
	wrong = append(wrong, s.badGuesses()...)
	wrong = append(wrong, s.Bucket.bad()...)
	wrong = append(wrong, s.Mail.bad()...)
	wrong = append(wrong, s.NATS.bad(s.Home.Database)...)
	if s.TokenInBody && s.AppID == 0 {
		wrong = append(wrong, errors.New("SHOPDESK_APP_ID (--app-id) is missing: SHOPDESK_TOKEN_IN_BODY needs it"))
	}
	if !(s.CallsPerSecond >= 0.1) {
		wrong = append(wrong, errors.New("SHOPDESK_CALLS_PER_SECOND: want at least 0.1"))
	}
	if s.KeepReleases < 0 {
		wrong = append(wrong, errors.New("SHOPDESK_KEEP_RELEASES: want 0 or more"))
	}
	if s.KeepRecordsDays < 1 {
		wrong = append(wrong, errors.New("SHOPDESK_KEEP_RECORDS_DAYS: want at least 1"))
	}
	if s.KeepAudit < 0 {
		wrong = append(wrong, errors.New("SHOPDESK_KEEP_AUDIT: want 0 or more"))
	}
	if s.AppID < 0 {
		wrong = append(wrong, errors.New("SHOPDESK_APP_ID: want the application's number"))
	}
	if s.TokenLifetime < 0 {
		wrong = append(wrong, errors.New("SHOPDESK_TOKEN_LIFETIME: want 0 or more"))
	}
	if s.RosterEvery <= 0 || !(s.RosterRate > 0) { // 0 is the default in the options
		wrong = append(wrong, errors.New("SHOPDESK_ROSTER_EVERY, SHOPDESK_ROSTER_RATE: want more than 0"))
	}
	if s.KeepOrders/(24*time.Hour) < time.Duration(s.KeepRecordsDays) {
		wrong = append(wrong, errors.New("SHOPDESK_KEEP_ORDERS: want at least SHOPDESK_KEEP_RECORDS_DAYS"))
	}
	if s.OIDCIssuer+s.OIDCClientID+s.OIDCSecretFile+s.OIDCName != "" {
		wrong = append(wrong, missing(
			setting{s.OIDCIssuer, "SHOPDESK_OIDC_ISSUER", "--oidc-issuer"},
			setting{s.OIDCClientID, "SHOPDESK_OIDC_CLIENT_ID", "--oidc-client-id"},
			setting{s.OIDCSecretFile, "SHOPDESK_OIDC_CLIENT_SECRET_FILE", "--oidc-client-secret-file"},
		)...)
	}
	for _, name := range s.PushServices {
		if _, err := baseurl.Domain(name); err != nil {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_PUSH_SERVICES: %w", err))
		}
	}
	for _, text := range s.TrustedProxies {
		if _, err := netip.ParsePrefix(text); err != nil {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_TRUSTED_PROXIES: %q is not a network like 10.0.0.0/8", text))
		}
	}
	return wrong
}

// newLog makes the program's log.
func newLog(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
