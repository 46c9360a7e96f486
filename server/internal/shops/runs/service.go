package runs

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser proves that an operator has a permission for a shop. Its errors are answers.
type Authoriser interface {
	auth.Authoriser
	// ActAs is the context of an operator whose request has ended.
	ActAs(ctx context.Context, operatorID int64, name, address string, vouched []byte) (context.Context, error)
}

// Pace delays calls to keep the rate limit; see [upstream.RateLimit].
type Pace interface {
	Wait(ctx context.Context) error
	Every() time.Duration
}

// Pauses pauses and resumes shops; see package pause.
type Pauses interface {
	ApplyFromRun(ctx context.Context, scope auth.ShopScope, order *api.PauseOrders, version int64) (store.Pause, error)
}

// Store is the part of the store that runs use.
type Store interface {
	store.Runs
	store.Leases
	store.Shops
	store.Dates
	store.Pauses
	store.Events
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser Authoriser
	Platform   *platform.Client
	RateLimit  Pace
	Pauses     Pauses
	Pictures   change.Pictures
	Store      Store
	Maker      change.Planner
	Directory  change.Directory
	Together   int           // shops worked on at once by this replica; default: by the rate limit
	Lease      time.Duration // on a shop, prolonged while it is worked on; default: 15 seconds
	background.Base
}

// Service makes runs.
type Service struct {
	*background.Job

	Prune    *background.Job // deletes old runs
	o        Options
	log      *slog.Logger
	holder   string      // this replica
	moved    atomic.Bool // look has run since due last found no shop
	pictures pictures
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Platform == nil || o.RateLimit == nil || o.Pauses == nil || o.Pictures == nil ||
		o.Store == nil || o.Directory == nil {
		return nil, errors.New("runs: Options.Authoriser, Platform, RateLimit, Pauses, Pictures, Store and Directory are " +
			"required")
	}
	if o.Together <= 0 {
		o.Together = together(o.RateLimit)
	}
	if o.Lease <= 0 {
		o.Lease = 15 * time.Second
	}
	o.Defaults()
	s := &Service{o: o, log: o.Logger, holder: newID()}
	s.Prune = background.Prune("runs.prune", cleanEvery, keepFor, o.Store.PruneRuns)
	s.Job = background.OfRows(background.Config{
		Name: "runs", Every: poll, Look: s.look,
	}, background.Rows[store.RunShop]{
		Hands: o.Together, Due: s.due, Do: s.workOn, Prolong: s.prolong, Hold: o.Lease / 3,
	})
	return s, nil
}

func newID() string { return strings.ToLower(rand.Text()) }

func (s *Service) millis() int64 { return s.o.Millis() }
