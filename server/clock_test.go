package server_test

import (
	"math"
	"net/http"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// A replica whose clock is off says so: its job fails, the log names the distance, and a metric has it. It stays in
// service, because the database's clock may be the wrong one, of which all replicas would tell. The bug: such a replica
// served on, and nothing told of it.
func TestClockThatIsOffIsTold(t *testing.T) {
	t.Parallel()
	for engine, fresh := range map[string]func(testing.TB) *sqlstore.Store{
		"SQLite": sqlitetest.Open, "PostgreSQL": postgrestest.Open,
	} {
		for ahead, want := range map[time.Duration]struct {
			health api.JobHealth
			says   string // the question takes time, which counts in favour of the clock
		}{
			0:                {api.JobGood, ""},
			2 * time.Second:  {api.JobGood, ""},
			3 * time.Minute:  {api.JobFailing, `this machine's clock is (3m0|2m5\d)s ahead of the database's`},
			-3 * time.Minute: {api.JobFailing, `this machine's clock is (3m0|2m5\d)s behind the database's`},
		} {
			t.Run(engine+" "+ahead.String(), func(t *testing.T) {
				t.Parallel()
				by := new(atomic.Int64)
				by.Store(int64(ahead))
				registry := prometheus.NewPedanticRegistry()
				b := open(t, func(o *server.Options) {
					o.Now, o.Metrics, o.Store = aheadBy(by), registry, fresh(t)
				})
				health, owner := api.JobHealth(""), b.as(api.RoleOwner)
				b.eventually("the clocks are compared", func() bool {
					for _, j := range read[api.Jobs](b, owner, api.PathJobs).Jobs {
						if j.Name == "clock" && j.Last != 0 {
							health = j.Health
						}
					}
					return health != ""
				})
				if health != want.health || !regexp.MustCompile(want.says).MatchString(b.log.String()) {
					t.Errorf("%s, log: %s", health, b.log)
				}
				off := measured(t, registry)["shopdesk_clock_offset_seconds"]
				if math.Abs(off-ahead.Seconds()) > 10 {
					t.Errorf("measured %v, want %v", off, ahead.Seconds())
				}
				b.eventually("ready", func() bool { return b.ready() == "200 ok" })
			})
		}
	}
}

// Where the machine's clock isn't the platform's, a new order has the time that the platform gives it. The bug: six
// minutes ahead, it was too late for each order as it came, and no device rang; with a clock behind, people had minutes
// that weren't there. The clock's job says that it is off.
func TestOrderWaitsByThePlatformsClock(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{6 * time.Minute, -3 * time.Minute} {
		t.Run(ahead.String(), func(t *testing.T) {
			t.Parallel()
			theirs := clock(func() time.Time { return time.Now().Add(-ahead) })
			far := &orderstest.Platform{Now: theirs}
			k := &kitchen{far: far, bench: open(t, func(o *server.Options) { o.Platform.AppID = sandbox.DemoAppID },
				func(box http.Handler) http.Handler {
					box.(*sandbox.Sandbox).Clock, far.Rest = theirs, box
					return far
				})}
			owner, placed := k.as(api.RoleOwner), theirs()
			far.Put(orderstest.NewOrder(shopID, orderID, placed))
			k.accepted(orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, orderstest.ID(1),
				platform.EventOrderPlaced, shopID, orderstest.Event(shopID, orderID, platform.OrderPlaced, placed), placed))
			var o api.Order
			k.eventually("the order to be read", func() bool {
				for _, o = range read[api.Orders](k.bench, owner, api.PathOrders).Orders {
					return !o.Partial
				}
				return false
			})
			ends := time.UnixMilli(o.AcceptBy).Add(-ahead) // by the platform's clock
			if off := ends.Sub(placed) - 5*time.Minute; off.Abs() > 30*time.Second {
				t.Errorf("the order ends %v off", off)
			}
			told := regexp.MustCompile(`this machine's clock is \S+ (ahead of|behind) the platform's`)
			k.eventually("the clock's job to fail", func() bool { return told.MatchString(k.log.String()) })
		})
	}
}
