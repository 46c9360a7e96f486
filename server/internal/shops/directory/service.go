package directory

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// Store is the part of the store that this package uses.
type Store interface {
	store.Directory
	store.Groups
	store.Views
	store.Shops
	store.Audit
	store.Events
	Operator(ctx context.Context, id int64) (store.Operator, error)
	GroupRoles(ctx context.Context, groupID string) ([]store.Membership, error) // as of [store.People]
	DateNamesFrom(ctx context.Context, day string) (map[int64][]store.DateName, error)
}

// Roles knows what people may do by a group. Its errors are answers to the request.
type Roles interface {
	// CheckRegroup proves that the asker may give or take the roles in shops that join or leave a group.
	CheckRegroup(ctx context.Context, shops []int64, roles []store.Membership) error
	// OperatorChanged makes an operator's changed roles count at once.
	OperatorChanged(operatorID int64)
	// ShopsChanged makes changed names of shops count at once.
	ShopsChanged()
}

var _ Roles = (*auth.Service)(nil)

// Limiter delays a call of the platform until the rate limit allows it.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Drifts tells how shops differ from the templates assigned to them or to their groups, by shop, and names those
// templates.
type Drifts interface {
	Drifts(ctx context.Context, facts []change.ShopFacts,
		groups []store.Group) (map[int64][]api.Drift, []api.TemplateID, error)
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser auth.Authoriser
	Roles      Roles
	Platform   *platform.Client // every answer must reach [Service.Observe]
	Store      Store
	Limiter    Limiter         // of the sweep's calls
	Anchor     platform.Anchor // of the profile
	Listing    platform.Listing

	// Named reports whether a host has named the shop. Others follow the names of their records. Default: none is named.
	Named func(shopID int64) bool
	// Pauses lists the pauses that haven't ended. Default: none.
	Pauses func(ctx context.Context) ([]api.Pause, error)
	// Access tells how shops are reached at the moment. Default: no trouble.
	Access func(ctx context.Context) func(shopID int64) api.Access
	// Every is the time between a successful read of a shop and the next read. Default: 30 minutes.
	Every time.Duration
	Off   bool // makes no calls to the platform
	background.Base
}

// Service keeps the known facts of all shops.
type Service struct {
	*background.Job // reads shops that are due

	Jobs []*background.Job // the other background jobs
	Options

	drifts Drifts

	memory  memory
	write   writer
	breaker circuitBreaker
	reading sync.Map // numbers of the shops that the sweep reads now
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Roles == nil || o.Platform == nil || o.Store == nil || o.Limiter == nil {
		return nil, errors.New("directory: Options.Authoriser, Roles, Platform, Store and Limiter are required")
	}
	if o.Named == nil {
		o.Named = func(int64) bool { return false }
	}
	if o.Pauses == nil {
		o.Pauses = func(context.Context) ([]api.Pause, error) { return nil, nil }
	}
	if o.Access == nil {
		o.Access = func(context.Context) func(int64) api.Access { return func(int64) api.Access { return api.Access{} } }
	}
	if o.Every <= 0 {
		o.Every = 30 * time.Minute
	}
	o.Defaults()
	s := &Service{Options: o}
	s.memory.shops = map[int64]*knownShop{}
	s.write.parts = map[[2]any]store.SnapshotPart{}
	s.write.news, s.write.asked = map[int64]bool{}, map[int64]bool{}
	s.write.turn = make(chan struct{}, 1)
	s.write.job = background.New(background.Config{
		Name: "directory.save", Every: time.Minute, Retry: saveAgain, Look: s.Flush,
	})
	s.Job = background.OfRows(background.Config{
		Name: "directory", Every: pollEvery, Look: s.meet,
	}, background.Rows[store.ShopSnapshot]{
		Hands: atOnce, Due: s.due, Do: s.read,
	})
	s.Jobs = []*background.Job{s.write.job, background.Prune("groups.prune", time.Hour, keepGone, o.Store.PurgeGroups)}
	return s, nil
}

// SetDriftSource sets the source of differences from templates. Call it before any other method.
func (s *Service) SetDriftSource(d Drifts) { s.drifts = d }
