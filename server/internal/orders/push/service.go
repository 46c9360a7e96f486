package push

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Hosts are the push services of today's browsers: a name, or a domain with a leading dot. All
// browsers based on Chromium use Google's service.
var Hosts = []string{"fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"}

const (
	poll       = time.Second      // between looks at the log and at due notices
	sweepEvery = 10 * time.Minute // interval of deleting subscriptions whose session has ended
	keepClaims = 24 * time.Hour   // far longer than a notice can be due
	atOnce     = 16               // limit of posts at once to one push service
	most       = 2000             // limit of notifications under way to one push service, waiting ones included
)

// Authoriser identifies operators and checks their permissions. Its errors are HTTP answers.
type Authoriser interface {
	auth.Authoriser
	PrincipalOfSession(ctx context.Context, session string) (*auth.Principal, error)
}

// Store holds the subscriptions, the event log, the keys and the shops.
type Store interface {
	store.Push
	store.Events
	store.Meta
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
}

// Sender posts to an untrusted address; see package fetch.
type Sender interface {
	Post(request *http.Request) (*http.Response, error)
}

var _ Sender = (*fetch.Fetcher)(nil)

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser Authoriser
	Store      Store
	Sealer     *sealed.Keyring
	Sender     Sender
	// Contact is how push services reach the operator of this server (RFC 8292): an https URL, or an
	// e-mail address without "mailto:".
	Contact string
	// Off switches notifications off: none is sent, and no subscription is taken.
	Off bool
	// More lists push services in addition to [Hosts], in the form of Hosts.
	More []string
	// Loopback allows push services on this machine, for tests and demonstrations.
	Loopback bool

	// Reached is called with what became of each notification. OrderID is 0 for one that tells of a silent device.
	// Default: not called.
	Reached func(reach store.OrderReach)

	Delay time.Duration // how long an order waits before it is notified; default: 15 seconds
	Pause time.Duration // delay before a second try, doubled with each further try; default: a second
	background.Base
}

// Service keeps subscriptions and sends notifications.
type Service struct {
	*background.Job // sends notifications

	Sweep *background.Job // deletes subscriptions whose session has ended, and old claims

	Options

	keys  keys
	words words.Spoken
	lanes sync.Map // *lane by push service
	tests *rate.Limiter

	// The job's goroutine alone uses these fields.
	events  background.Follower
	waiting map[orderKey]*waitingOrder
	news    []notification
}

// New checks the options, and reads or makes this installation's keys.
func New(ctx context.Context, o Options) (*Service, error) {
	if o.Authoriser == nil || o.Store == nil || o.Sealer == nil || o.Sender == nil || o.Contact == "" {
		return nil, errors.New("push: Options.Authoriser, Store, Sealer, Sender and Contact are required")
	}
	if o.Delay <= 0 {
		o.Delay = 15 * time.Second
	}
	if o.Pause <= 0 {
		o.Pause = time.Second
	}
	if o.Reached == nil {
		o.Reached = func(store.OrderReach) {}
	}
	o.Defaults()
	s := &Service{
		Options: o, tests: rate.NewLimiter(1, 10), waiting: map[orderKey]*waitingOrder{},
	}
	s.events = background.Follower{Log: o.Store, Begin: begin, Take: s.take}
	s.Job = background.New(background.Config{Name: "push", Every: poll, Look: s.work, Watch: o.Store.Watch, Off: o.Off})
	s.Sweep = background.New(background.Config{
		Name: "push.sweep", Every: sweepEvery, Off: o.Off, Clock: background.Deletes, Look: func(ctx context.Context) error {
			now := o.Now()
			return o.Store.SweepPush(ctx, now.UnixMilli(), now.Add(-keepClaims).UnixMilli())
		},
	})
	var err error
	if s.words, err = words.Everywhere(words.PushFile); err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	if o.Off {
		return s, nil
	}
	s.keys, err = loadKeys(ctx, o.Store, o.Sealer)
	return s, err
}

// work reads the new events of the log and sends due notices.
func (s *Service) work(ctx context.Context) error {
	return errors.Join(s.events.Look(ctx), s.due(ctx))
}
