package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
)

// Options set up a [Doctor].
type Options struct {
	PlatformURL string             // base address; required
	ClientID    string             // required
	Presenter   platform.Presenter // how calls carry their token, by the settings; its Secret is required
	// Grant is the application-level grant. Default: platform.GrantApp; "none"
	// asks for no token, and so nothing can be read.
	Grant string
	// Shops are read. Required, but for Grant "none".
	Shops []int64
	// Orders are read too, beside those that webhooks name.
	Orders []platform.OrderRef
	// PublicURL is the console's address in browsers; required.
	PublicURL string
	// Listening says that ServeHTTP is served at PublicURL. Otherwise a console is
	// expected there.
	Listening bool
	// HookRule is what webhooks are signed by, by the settings. Default:
	// platform.HookPublicRaw.
	HookRule platform.HookRule
	// Wait is how long a heartbeat and a message are waited for. Default: not at
	// all; what has come before counts.
	Wait time.Duration
	// Known is what the installation has noted, nil for none.
	Known *Known

	Transport http.RoundTripper // default: upstream.NewTransport
	Now       func() time.Time  // default: time.Now
}

// Known is what the installation has noted of the platform.
type Known struct {
	Heartbeat  int64          // the last one, milliseconds of Unix time; 0 for none
	Registered map[int64]bool // by event: whether the present address is registered
}

// NoGrant is the value of [Options.Grant] that asks for no token.
const NoGrant = "none"

// Doctor looks at a platform, once.
type Doctor struct {
	o     Options
	wire  *wire
	found book
	calls []Call
	probe string // the name of the picture that is fetched

	refs   []platform.OrderRef
	listed map[int64]map[int64]bool // by shop: startDate of the special dates that are listed
	told   map[int64][]any          // by shop: the special dates of event 1101

	bell  chan struct{}
	mu    sync.Mutex // guards the fields below
	beats []string
	heard []heard
}

var _ http.Handler = (*Doctor)(nil)

// New checks the options.
func New(o Options) (*Doctor, error) {
	if o.PlatformURL == "" || o.ClientID == "" || o.Presenter.Secret == "" || o.PublicURL == "" {
		return nil, errors.New("doctor: Options.PlatformURL, ClientID, Presenter.Secret and PublicURL are required")
	}
	if o.Grant == "" {
		o.Grant = platform.GrantApp
	}
	if len(o.Shops) == 0 && o.Grant != NoGrant {
		return nil, errors.New("doctor: Options.Shops is required")
	}
	if o.HookRule == "" {
		o.HookRule = platform.HookPublicRaw
	}
	if o.Transport == nil {
		o.Transport = upstream.NewTransport()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Doctor{
		o: o, wire: &wire{next: o.Transport, now: o.Now}, found: newBook(), refs: o.Orders,
		probe:  "doctor-" + strings.ToLower(rand.Text()) + ".png",
		listed: map[int64]map[int64]bool{}, told: map[int64][]any{}, bell: make(chan struct{}, 1),
	}, nil
}

// Run looks at everything, once, and reports.
func (d *Doctor) Run(ctx context.Context) Report {
	s, ok := d.access(ctx)
	if ok {
		d.wrongToken(ctx, s)
		for _, shop := range d.o.Shops {
			d.shop(ctx, s, shop)
		}
	}
	d.listen(ctx)
	events := d.webhooks()
	if ok {
		for _, ref := range d.refs {
			d.order(ctx, s, ref)
		}
		d.compareDates(ctx, s)
	}
	d.connection()
	d.publicAddress(ctx)
	d.known()
	return Report{
		At: d.o.Now().UTC().Truncate(time.Second), Platform: d.o.PlatformURL, Shops: d.o.Shops, Findings: d.found.list(),
		Calls: d.calls, Heard: events,
	}
}

// access finds out how calls are made: as the settings say, or else as the
// platform wants them.
func (d *Doctor) access(ctx context.Context) (s session, ok bool) {
	if d.o.Grant == NoGrant {
		return s, false
	}
	token, problem := d.exchange(ctx, d.o.Grant)
	if token != "" {
		d.found.holds("app-grant", d.o.Grant)
	} else {
		other := map[string]string{platform.GrantApp: platform.GrantLegacy,
			platform.GrantLegacy: platform.GrantApp}[d.o.Grant]
		setting := map[string]string{platform.GrantApp: "SHOPDESK_GRANT=app",
			platform.GrantLegacy: "SHOPDESK_GRANT=legacy"}[other]
		d.found.differs("app-grant", d.o.Grant+": "+problem, "")
		if token, _ = d.exchange(ctx, other); token == "" {
			return s, false
		}
		d.found.differs("app-grant", other+" gives a token", setting)
	}
	for _, way := range d.ways() {
		s = session{d: d, presenter: way, token: token}
		a, err := s.call(ctx, platform.PathShopGet, platform.ShopRef{ShopID: d.o.Shops[0]})
		if err != nil {
			d.found.differs("access", d.scrub(err.Error(), token), "")
			return s, false
		}
		if a.refusedUs(platform.PathShopGet) || !a.json {
			continue
		}
		if a.succeeded() {
			d.found.holds("access", "")
		} else {
			d.found.differs("access", fmt.Sprintf("shop %d: code %s: %s", d.o.Shops[0], a.code, d.scrub(a.message, token)), "")
		}
		d.presented(way.Profile)
		return s, true
	}
	d.found.differs("access", "every way of presenting the token is refused", "")
	return s, false
}

// ways are the ways of presenting a token, the configured one first.
func (d *Doctor) ways() []platform.Presenter {
	ways := []platform.Presenter{d.o.Presenter}
	for _, presentation := range []platform.Presentation{platform.BearerHeader, platform.BodyFields} {
		for _, signature := range []platform.Scheme{platform.SHA256Suffix, platform.HMACHeader} {
			way := d.o.Presenter
			way.Profile.Presentation, way.Profile.Signature = presentation, signature
			if presentation == platform.BearerHeader || way.AppID != 0 {
				ways = append(ways, way)
			}
		}
	}
	return ways
}

// presented compares the way that worked with the settings.
func (d *Doctor) presented(p platform.Profile) {
	configured := d.o.Presenter.Profile
	words := map[platform.Presentation]string{platform.BearerHeader: "a bearer header is taken",
		platform.BodyFields: "the token is taken in the body"}
	settings := map[platform.Presentation]string{platform.BearerHeader: "SHOPDESK_TOKEN_IN_BODY=false",
		platform.BodyFields: "SHOPDESK_TOKEN_IN_BODY=true"}
	if p.Presentation == configured.Presentation {
		d.found.holds("token-presentation", words[p.Presentation])
	} else {
		d.found.differs("token-presentation", words[p.Presentation], settings[p.Presentation])
	}
	signed := map[platform.Scheme]string{platform.SHA256Suffix: "without X-App-Signature",
		platform.HMACHeader: "with X-App-Signature"}
	if p.Signature == configured.Signature {
		d.found.holds("call-signature", signed[p.Signature])
	} else {
		d.found.differs("call-signature", "calls are taken "+signed[p.Signature], "Profile.Signature")
	}
}

// wrongToken learns how a token is refused.
func (d *Doctor) wrongToken(ctx context.Context, s session) {
	s.token = "not-a-token"
	a, err := s.call(ctx, platform.PathShopGet, platform.ShopRef{ShopID: d.o.Shops[0]})
	switch {
	case err != nil:
		return
	case a.succeeded():
		d.found.differs("auth-codes", "a wrong token is taken", "")
		return
	case a.code == fmt.Sprint(platform.CodeTokenInvalid):
		d.found.holds("auth-codes", "")
	default:
		read := "which we don't understand"
		if a.refusedUs(platform.PathShopGet) {
			read = "which we understand all the same"
		}
		d.found.differs("auth-codes", fmt.Sprintf("code %s, %s", either(a.code, "none"), read), "")
	}
	if a.status == http.StatusOK {
		d.found.holds("auth-status", "")
	} else {
		d.found.differs("auth-status", fmt.Sprintf("status %d", a.status), "none needed")
	}
}

// listen waits until a heartbeat and a message came, or the time is over.
func (d *Doctor) listen(ctx context.Context) {
	if d.o.Wait <= 0 {
		return
	}
	over := time.NewTimer(d.o.Wait)
	defer over.Stop()
	for {
		d.mu.Lock()
		both := len(d.beats) > 0 && len(d.heard) > 0
		d.mu.Unlock()
		if both {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-over.C:
			return
		case <-d.bell:
		}
	}
}

// publicAddress fetches from our public address as the platform would: by name,
// over the internet's own addresses, through no proxy.
func (d *Doctor) publicAddress(ctx context.Context) {
	base, path, want := strings.TrimRight(d.o.PublicURL, "/"), api.PathHealth, "ok"
	if d.o.Listening {
		path, want = "/photos/"+d.probe, d.probe
	}
	public, _ := url.Parse(base)
	body, err := fetch.New(fetch.Options{Loopback: isLoopback(d.o.PlatformURL)}).Get(ctx, base+path, 1<<10)
	switch {
	case errors.Is(err, fetch.ErrPrivate):
		d.found.differs("public-address", public.Host+" isn't a host on the public internet, or its port isn't 80 or 443",
			"SHOPDESK_PUBLIC_URL")
	case err != nil:
		d.found.differs("public-address", public.Host+": "+d.scrub(err.Error()), "")
	case strings.TrimSpace(string(body)) != want:
		d.found.differs("public-address", public.Host+" answers, but it is somebody else", "SHOPDESK_PUBLIC_URL")
	default:
		d.found.holds("public-address", public.Host)
	}
}

// isLoopback reports whether a platform is on this machine, as a sandbox is.
func isLoopback(address string) bool {
	u, err := baseurl.Parse(address)
	return err == nil && u.Scheme == "http" // ParseBase takes http on loopback alone
}

// recently is how old the last heartbeat may be.
const recently = 5 * time.Minute

// known looks at what the installation has noted.
func (d *Doctor) known() {
	if d.o.Known == nil {
		return
	}
	if at := d.o.Known.Heartbeat; at != 0 {
		age := d.o.Now().Sub(time.UnixMilli(at)).Round(time.Second)
		if age <= recently {
			d.found.holds("last-heartbeat", fmt.Sprintf("%v ago", age))
		} else if d.found["last-heartbeat"].State != Holds {
			d.found.differs("last-heartbeat", fmt.Sprintf("%v ago", age), "")
		}
	}
	var lacking []int
	for _, event := range platform.Events() {
		if !d.o.Known.Registered[int64(event)] {
			lacking = append(lacking, int(event))
		}
	}
	switch {
	case len(lacking) == 0:
		d.found.holds("hook-registered", "")
	case len(lacking) < len(platform.Events()):
		d.found.differs("hook-registered", fmt.Sprintf("not for %v", lacking), "Settings → Webhooks registers it")
	}
}
