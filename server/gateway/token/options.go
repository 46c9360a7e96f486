package token

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// Sealer encrypts what is stored. Place binds the text to where it is kept:
// moved elsewhere it doesn't open.
type Sealer interface {
	Seal(plaintext []byte, place string) (string, error)
	Open(sealed, place string) ([]byte, error)
}

// Connections is what a [Keeper] keeps its token in.
type Connections interface {
	Connection(ctx context.Context, id string) (store.Connection, error)
	SaveConnection(ctx context.Context, c store.Connection) error
}

// Options set up a [Keeper].
type Options struct {
	BaseURL      string            // {base_url}, see upstream.ParseBase; required
	ClientID     string            // required
	ClientSecret Secret            // required by this grant (interface 4.1)
	Profile      platform.Profile  // its TokenLifetime is for answers without expires_in
	Legacy       bool              // ask with grant_type client_credentials (interface 5)
	Store        Connections       // required
	Sealer       Sealer            // required
	Transport    http.RoundTripper // default: upstream.NewTransport
	Now          func() time.Time  // default: time.Now
	Jitter       func() float64    // in [0,1), spreads renewals; default: random
	Logger       *slog.Logger      // default: discards
}

// New checks the options. The keeper works at once, but only [Keeper.Run]
// renews ahead of time.
func New(o Options) (*Keeper, error) {
	base, err := upstream.ParseBase(o.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("token: Options.BaseURL: %w", err)
	case o.ClientID == "" || o.ClientSecret == "":
		return nil, errors.New("token: Options.ClientID and ClientSecret are required")
	case o.Store == nil || o.Sealer == nil:
		return nil, errors.New("token: Options.Store and Sealer are required")
	}
	o.fill()
	return &Keeper{
		grant:  newGrants(base.String(), o),
		store:  o.Store,
		sealer: o.Sealer,
		now:    o.Now,
		jitter: o.Jitter,
		log:    o.Logger,
		forced: rate.NewLimiter(rate.Every(minBackoff), maxForced),
		wake:   make(chan struct{}, 1),
	}, nil
}

// fill sets the defaults.
func (o *Options) fill() {
	o.Profile.TokenLifetime = lifetimeOr(o.Profile.TokenLifetime)
	if o.Transport == nil {
		o.Transport = upstream.NewTransport()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}
