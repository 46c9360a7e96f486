package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// Options set up a [Doctor].
type Options struct {
	PlatformURL string             // base address; required
	ClientID    string             // required
	Presenter   platform.Presenter // how calls carry their token, by the settings; only NoGrant needs no Secret
	// Grant is the application-level grant: platform.GrantApp (the default),
	// platform.GrantLegacy, or [NoGrant], with which what can be read is read with
	// Token.
	Grant string
	// Token gives the access token of a shop that is connected by itself, for
	// [NoGrant]. Default: there is none, and nothing can be read.
	Token func(ctx context.Context, shopID int64) (string, error)
	// Shops are the shops to read, by number. Required unless Grant is [NoGrant]
	// without Token.
	Shops []int64
	// Orders are read too, beside those that webhooks name.
	Orders []platform.OrderRef
	// AuthorizeURL is the platform's page on which merchants authorise the
	// application. Default: none, and the page isn't looked at.
	AuthorizeURL string
	// PublicURL is the console's address in browsers; required.
	PublicURL string
	// ImageHosts are the origins that pages show pictures from, beside PublicURL's.
	// Default: PlatformURL's.
	ImageHosts []string
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

	Transport http.RoundTripper // default: one with timeouts, as the console has
	Now       func() time.Time  // default: time.Now
}

// Known is what the installation has noted of the platform.
type Known struct {
	Heartbeat  int64          // the last one, milliseconds of Unix time; 0 for none
	Registered map[int64]bool // by event: whether the present address is registered
	// Shown is what the console's own changes have shown, by check: whether the assumption held the last time. The
	// checks are CheckPhoneOnce, CheckPictureReview and CheckCallback.
	Shown map[string]bool
}

// NoGrant is the value of [Options.Grant] that asks for no token.
const NoGrant = "none"

// Doctor looks at a platform, once.
type Doctor struct {
	book

	o     Options
	wire  *wire
	calls []Call
	probe string // the name of the picture that is fetched

	hidden []string // origins of pictures that pages don't show
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
	if o.PlatformURL == "" || o.ClientID == "" || o.Presenter.Secret == "" && o.Grant != NoGrant || o.PublicURL == "" {
		return nil, errors.New("doctor: Options.PlatformURL, ClientID, Presenter.Secret and PublicURL are required")
	}
	if o.Grant == "" {
		o.Grant = platform.GrantApp
	}
	if len(o.Shops) == 0 && (o.Grant != NoGrant || o.Token != nil) {
		return nil, errors.New("doctor: Options.Shops is required")
	}
	if o.HookRule == "" {
		o.HookRule = platform.HookPublicRaw
	}
	if len(o.ImageHosts) == 0 {
		o.ImageHosts = []string{originOf(o.PlatformURL)}
	}
	if o.Transport == nil {
		o.Transport = upstream.NewTransport()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Doctor{
		o: o, wire: &wire{next: o.Transport, now: o.Now}, book: newBook(), refs: o.Orders,
		probe:  "doctor-" + strings.ToLower(rand.Text()) + ".png",
		listed: map[int64]map[int64]bool{}, told: map[int64][]any{}, bell: make(chan struct{}, 1),
	}, nil
}

// Run looks at everything, once, and reports.
func (d *Doctor) Run(ctx context.Context) Report {
	s, ok := d.access(ctx)
	if ok {
		d.wrongToken(ctx, s)
		d.grants(ctx)
		d.consent(ctx)
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
		At: d.o.Now().UTC().Truncate(time.Second), Platform: d.o.PlatformURL, Shops: d.o.Shops, Findings: d.list(),
		Calls: d.calls, Heard: events,
	}
}
