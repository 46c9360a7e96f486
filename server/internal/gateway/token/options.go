package token

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	random "math/rand/v2"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// Sealer encrypts stored texts. place binds a sealed text to its row and column: in
// another place the text doesn't open.
type Sealer interface {
	Seal(plaintext []byte, place string) (string, error)
	Open(sealed, place string) ([]byte, error)
}

// Options set up a [Vault].
type Options struct {
	BaseURL      string            // {base_url}, see baseurl.Parse; required
	ClientID     string            // required
	ClientSecret Secret            // required by the application-level grant (interface 4.1)
	Profile      platform.Profile  // TokenLifetime is for answers without expires_in
	App          bool              // also keep a token of the application-level grant
	Legacy       bool              // ask for that token with grant_type client_credentials (interface 5)
	Store        store.Connections // required
	Sealer       Sealer            // required
	Transport    http.RoundTripper // default: upstream.NewTransport
	background.Base
	Jitter func() float64 // in [0,1), spreads renewals; default: random
	// Spool is a folder for the platform's answers that aren't in the store yet,
	// sealed. Default: none; such answers are only in memory.
	Spool string
	// Count is called with the outcome of each try to renew a connection, the
	// application-level one included. Default: no call.
	Count func(Outcome)
}

// New checks the options. Only [Vault.Run] renews ahead of time.
func New(o Options) (*Vault, error) {
	base, err := baseurl.Parse(o.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("token: Options.BaseURL: %w", err)
	case o.ClientID == "" || o.App && o.ClientSecret == "":
		return nil, errors.New("token: Options.ClientID and ClientSecret are required")
	case o.Store == nil || o.Sealer == nil:
		return nil, errors.New("token: Options.Store and Sealer are required")
	}
	o.fill()
	v := &Vault{
		Options: o, grants: newGrants(base.String(), o), spool: spool{dir: o.Spool, sealer: o.Sealer},
		owner: rand.Text(), looks: rate.NewLimiter(1, 1),
	}
	if o.App {
		v.app = newLink(store.AppConnection)
		v.app.app = true
	}
	v.Job = background.OfRows(background.Config{
		Name: "connections", Every: poll, Next: v.wait, End: v.flush,
	}, background.Rows[*connectionState]{
		Hands: connectionsAtOnce, Due: v.due, Do: v.work,
	})
	v.seen.Store(&snapshot{byID: map[string]*connectionState{}})
	return v, v.spool.check()
}

// fill sets the defaults.
func (o *Options) fill() {
	o.Profile.TokenLifetime = cmp.Or(max(0, o.Profile.TokenLifetime), time.Hour)
	if o.Transport == nil {
		o.Transport = upstream.NewTransport()
	}
	o.Defaults()
	if o.Jitter == nil {
		o.Jitter = random.Float64
	}
	if o.Count == nil {
		o.Count = func(Outcome) {}
	}
}

// Secret is a text that logs, fmt and JSON show as "[secret]". Convert a Secret to
// string to use the text.
type Secret string

const redacted = "[secret]"

// String hides the secret.
func (Secret) String() string { return redacted }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return redacted }

// LogValue hides the secret from slog.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the secret from encoders.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
