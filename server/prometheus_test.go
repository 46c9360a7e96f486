package server_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// watcher is a real Prometheus with the rules of deploy. It scrapes all consoles that are added.
type watcher struct {
	url     string
	mu      sync.Mutex
	targets []target
}

// target is what Prometheus is told of a console.
type target struct {
	Targets []string          `json:"targets"`
	Labels  map[string]string `json:"labels"`
}

// newWatcher starts Prometheus. Minutes of the rules are seconds in its copy of them: the times of "for" and of
// ranges. Thresholds stay, because a console's clock can be put forward.
func newWatcher(t *testing.T) *watcher {
	t.Helper()
	rules, err := os.ReadFile("../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	rules = regexp.MustCompile(`(for: |\[)(\d+)m\b`).ReplaceAll(rules, []byte("${1}${2}s"))
	w := new(watcher)
	listed := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		out.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(out).Encode(w.targets)
	}))
	t.Cleanup(listed.Close)
	dir := t.TempDir()
	config := filepath.Join(dir, "prometheus.yml")
	for file, text := range map[string]string{filepath.Join(dir, "alerts.yml"): string(rules), config: fmt.Sprintf(`
global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 500ms}
rule_files: [alerts.yml]
scrape_configs: [{job_name: shopdesk, http_sd_configs: [{url: %q, refresh_interval: 500ms}]}]
`, listed.URL)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listens := regexp.MustCompile(`msg="Listening on" address=(127\.0\.0\.1:\d+)`)
	neighbour.Run(t, func(said string) bool {
		found := listens.FindStringSubmatch(said)
		if found == nil {
			return false
		}
		w.url = "http://" + found[1]
		res, err := http.Get(w.url + "/-/ready")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, "prometheus", "--config.file="+config, "--storage.tsdb.path="+dir, "--web.listen-address=127.0.0.1:0")
	return w
}

// ask calls Prometheus' API.
func ask[T any](t *testing.T, w *watcher, path string) T {
	t.Helper()
	res, err := http.Get(w.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct{ Data T }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
	}
	return answer.Data
}

// firing lists the alarms that fire, by case. ShopdeskDown counts only for its own case: on a machine that is too busy
// to answer a scrape, it fires for others too.
func (w *watcher) firing(t *testing.T) map[string][]string {
	t.Helper()
	type alerts struct {
		Alerts []struct {
			Labels map[string]string
			State  string
		}
	}
	all := map[string][]string{}
	for _, a := range ask[alerts](t, w, "/api/v1/alerts").Alerts {
		if name := a.Labels["alertname"]; a.State == "firing" && (name != down || a.Labels["case"] == down) {
			all[a.Labels["case"]] = append(all[a.Labels["case"]], a.Labels["alertname"])
		}
	}
	return all
}

// rules lists the names of all alarms.
func (w *watcher) rules(t *testing.T) (names []string) {
	t.Helper()
	type groups struct {
		Groups []struct{ Rules []struct{ Name string } }
	}
	for _, group := range ask[groups](t, w, "/api/v1/rules").Groups {
		for _, rule := range group.Rules {
			names = append(names, rule.Name)
		}
	}
	return names
}

// scrape has Prometheus scrape a console's metrics.
func (w *watcher) scrape(name, address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.targets = append(w.targets, target{[]string{address}, map[string]string{"case": name}})
}

// until waits for ok, and asks as often as Prometheus evaluates its rules.
func (w *watcher) until(t *testing.T, ok func() (missing []string)) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(500 * time.Millisecond) {
		missing := ok()
		if len(missing) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("Prometheus waits in vain for %q", missing)
		}
	}
}

// broken is a store of which some calls fail, and a console's metrics that a scraper gets only while the console is
// up.
type broken struct {
	*sqlstore.Store
	metrics http.Handler
	down    atomic.Bool
	mu      sync.Mutex
	call    string // the failing one
}

// givesUp in place of a call's name has messages given up.
const givesUp = "gives up"

func (b *broken) fail(call string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.call = call
}

func (b *broken) err(call string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.call == call {
		return errors.New("the database fails")
	}
	return nil
}

func (b *broken) SaveMessages(ctx context.Context, messages []store.Message) error {
	if err := b.err("SaveMessages"); err != nil {
		return err
	}
	if b.err(givesUp) != nil {
		messages = slices.Clone(messages)
		for i := range messages {
			messages[i].State, messages[i].Why = store.MessageDead, "the message can't be read"
		}
	}
	return b.Store.SaveMessages(ctx, messages)
}

func (b *broken) DuePauses(ctx context.Context, now int64, limit int) ([]store.Pause, error) {
	if err := b.err("DuePauses"); err != nil {
		return nil, err
	}
	return b.Store.DuePauses(ctx, now, limit)
}

func (b *broken) BeginRuns(ctx context.Context, now int64) ([]store.Run, error) {
	if err := b.err("BeginRuns"); err != nil {
		return nil, err
	}
	return b.Store.BeginRuns(ctx, now)
}

func (b *broken) SaveConnection(ctx context.Context, c store.Connection) error {
	if err := b.err("SaveConnection"); err != nil && c.LeaseOwner == "" { // new tokens, and no lease
		return err
	}
	return b.Store.SaveConnection(ctx, c)
}

func (b *broken) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if b.down.Load() {
		panic(http.ErrAbortHandler)
	}
	b.metrics.ServeHTTP(w, r)
}

// alarmed is a console that is scraped, and what can be broken of it.
type alarmed struct {
	*background
	broken *broken
}

// done fails the test unless a call of the console was done.
func (a *alarmed) done(c *http.Client, path string, body any) {
	a.t.Helper()
	if status, text := a.post(c, path, body); status != http.StatusOK {
		a.t.Fatalf("%s: %d %s", path, status, text)
	}
}

// inject makes calls of a path of the platform fail; an empty path is any.
func (a *alarmed) inject(f sandbox.Fault) {
	a.t.Helper()
	f.Rate = 1
	if _, err := a.box.Inject(f); err != nil {
		a.t.Fatal(err)
	}
}

// connect connects a merchant for the shop, and mends the connection of that id.
func (a *alarmed) connect(owner *http.Client, id string) {
	a.t.Helper()
	text, err := a.box.Consent(shopID)
	if err != nil {
		a.t.Fatal(err)
	}
	a.done(owner, api.PathConnectCode, api.ConnectCode{ID: id, Code: text})
}

// order has a customer place an order.
func (a *alarmed) order(id int64) {
	a.t.Helper()
	now := a.options.Now()
	a.far.Put(orderstest.NewOrder(shopID, id, now))
	a.push(platform.EventOrderPlaced, orderstest.Event(shopID, id, platform.OrderPlaced, now))
}

const (
	tokenLife = 2 * time.Hour   // of the sandbox's tokens
	renewed   = 6 * time.Minute // after which a renewal that failed has been tried again
)

// fault is how an alarm is driven.
type fault struct {
	begin  func()
	during func() // repeated until all alarms fire; default: nothing
	end    func() // default: nothing, the rule's range ends
}

// faults has for each alarm a function that prepares a console and returns the fault.
var faults = map[string]func(a *alarmed) fault{
	down: func(a *alarmed) fault {
		return fault{begin: func() { a.broken.down.Store(true) }, end: func() { a.broken.down.Store(false) }}
	},
	"ShopdeskJobFailing": func(a *alarmed) fault {
		return fault{begin: func() { a.broken.fail("DuePauses") }, end: func() { a.broken.fail("") }}
	},
	"ShopdeskConnectionLate": func(a *alarmed) fault { return a.unrenewed(tokenLife*80/100, "") },
	"ShopdeskConnectionEnds": func(a *alarmed) fault { return a.unrenewed(tokenLife*93/100, "") },
	"ShopdeskApplicationRefused": func(a *alarmed) fault {
		return a.unrenewed(tokenLife*70/100, "client_id is unknown")
	},
	"ShopdeskSignInNeeded": func(a *alarmed) fault {
		owner := a.as(api.RoleOwner)
		a.connect(owner, "")
		return fault{begin: func() {
			if err := a.box.RefuseNextRefresh(); err != nil {
				a.t.Fatal(err)
			}
			a.pass(tokenLife * 70 / 100)
		}, end: func() {
			a.done(owner, api.PathStepUp, api.StepUp{Demo: true})
			a.connect(owner, a.connections(owner).Connections[0].ID)
		}}
	},
	"ShopdeskTokensUnsaved": func(a *alarmed) fault {
		a.connect(a.as(api.RoleOwner), "")
		return fault{begin: func() {
			a.broken.fail("SaveConnection")
			a.pass(tokenLife * 70 / 100)
		}, end: func() {
			a.broken.fail("")
			a.pass(renewed)
		}}
	},
	"ShopdeskInboxWaits": func(a *alarmed) fault {
		return fault{begin: func() {
			a.broken.fail("SaveMessages")
			a.order(orderID)
			a.pass(2 * time.Minute)
		}, end: func() { a.broken.fail("") }}
	},
	"ShopdeskMessagesDead": func(a *alarmed) fault {
		return fault{begin: func() {
			a.broken.fail(givesUp)
			a.order(orderID)
		}, end: func() {
			a.broken.fail("")
			a.done(a.as(api.RoleOwner), api.PathHooksReplay, api.ReplayHooks{})
		}}
	},
	"ShopdeskDeliveriesRefused": func(a *alarmed) fault {
		return fault{begin: func() {
			if status, text := a.deliver([]byte(`{"eventId":1001}`)); status == http.StatusOK {
				a.t.Fatalf("an unsigned delivery was accepted: %s", text)
			}
		}}
	},
	"ShopdeskPlatformUnreachable": func(a *alarmed) fault {
		owner, read := a.as(api.RoleOwner), api.PlatformPrefix+platform.PathShopGet
		body := fmt.Sprintf(`{"shopId":%d}`, shopID)
		return fault{begin: func() { a.inject(sandbox.Fault{Kind: sandbox.FaultDrop}) },
			during: func() { a.post(owner, read, body) },
			end: func() {
				a.box.ClearFaults()
				a.done(owner, read, body)
			}}
	},
	"ShopdeskPausesLate": func(a *alarmed) fault {
		owner := a.as(api.RoleOwner)
		return fault{begin: func() {
			a.broken.fail("DuePauses")
			a.done(owner, api.PathPauses, api.PauseOrders{ShopID: shopID, End: api.EndMinutes, Minutes: 10})
			a.pass(15 * time.Minute)
		}, end: func() { a.broken.fail("") }}
	},
	"ShopdeskRunsLate": func(a *alarmed) fault {
		owner := a.as(api.RoleOwner)
		return fault{begin: func() {
			a.broken.fail("BeginRuns")
			a.done(owner, api.PathRuns, api.StartRun{Key: "k", Name: "Phones", Shops: []string{fmt.Sprint(shopID)},
				Change: api.Change{Phones: []string{"852-25469999"}}, At: time.Now().Add(10 * time.Minute).UnixMilli()})
			a.pass(15 * time.Minute)
		}, end: func() { a.broken.fail("") }}
	},
	"ShopdeskClockOff": func(a *alarmed) fault {
		return fault{begin: func() { a.pass(time.Minute) }, end: func() { a.pass(-time.Minute) }}
	},
	"ShopdeskStoreFails": func(a *alarmed) fault {
		room := func(pages int) {
			if _, err := a.broken.DB().Exec(fmt.Sprint(`PRAGMA max_page_count = `, pages)); err != nil {
				a.t.Fatal(err)
			}
		}
		return fault{begin: func() { room(1) }, // SQLite raises this to the present size
			during: func() {
				for range 10 {
					a.deliver(a.message())
				}
			},
			end: func() { room(1_000_000) }}
	},
	"ShopdeskStoreBusy": (*alarmed).busy,
	"ShopdeskNobodyListens": func(a *alarmed) fault {
		next := func() { a.order(orderID + int64(a.n)) }
		return fault{begin: next, during: next, end: func() { a.screen(a.as(api.RoleOwner), "") }}
	},
	"ShopdeskNotificationsFail": func(a *alarmed) fault {
		a.subscribe(a.as(api.RoleOwner))
		told := func(id int64) {
			a.background.order(id)
			a.pass(16 * time.Second)
		}
		return fault{begin: func() {
			a.service.Answer(nil, http.StatusForbidden)
			told(orderID)
		}, end: func() {
			told(orderID + 1)
			a.service.Wait(1)
		}}
	},
}

// unrenewed is a platform that answers no renewal until so much of the token's life has passed.
func (a *alarmed) unrenewed(used time.Duration, message string) fault {
	return fault{begin: func() {
		a.inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathToken, Message: message})
		a.pass(used)
	}, end: func() {
		a.box.ClearFaults()
		a.pass(renewed)
	}}
}

// busy is a store whose one connection for writing is held by slow transactions, while calls wait.
func (a *alarmed) busy() fault {
	ctx, stop := context.WithCancel(context.WithoutCancel(a.t.Context()))
	var waiting sync.WaitGroup
	var slow *sql.Tx
	release := func() {
		if slow != nil {
			_ = slow.Rollback()
		}
	}
	hold := func() {
		release()
		var err error
		if slow, err = a.broken.DB().Begin(); err != nil {
			a.t.Fatal(err)
		}
	}
	end := func() {
		stop()
		release()
		waiting.Wait()
	}
	a.t.Cleanup(end)
	return fault{begin: func() {
		hold()
		for range 8 {
			waiting.Go(func() {
				for ctx.Err() == nil {
					_ = a.broken.AddEvents(ctx, []store.Event{{ShopID: shopID, Kind: "k", Data: []byte("{}")}})
				}
			})
		}
	}, during: hold, end: end}
}

// newAlarmed is a console whose metrics Prometheus scrapes.
func newAlarmed(t *testing.T, w *watcher, name string) *alarmed {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	b := &broken{Store: sqlitetest.Open(t), metrics: promhttp.HandlerFor(registry, promhttp.HandlerOpts{})}
	served := httptest.NewServer(b)
	t.Cleanup(served.Close)
	a := &alarmed{broken: b, background: newBackground(t, func(o *server.Options) {
		o.Store, o.Metrics, o.Shops = b, registry, o.Shops[:1]
	})}
	a.eventually("ready", func() bool { return a.ready() == "200 ok" })
	w.scrape(name, host(t, served.URL))
	return a
}

// sampled are an alarm by a failed scrape, one by a gauge and one by a counter, the quickest of each.
var sampled = []string{down, "ShopdeskInboxWaits", "ShopdeskStoreFails"}

// Each alarm of deploy fires in a real Prometheus while its fault lasts, and ends when the fault is over. A console
// without a fault raises none. SHOPDESK_WHOLE drives all alarms, and else some.
func TestAlarmsFireAndEnd(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	names := slices.Sorted(maps.Keys(faults))
	if diff := cmp.Diff(slices.Sorted(slices.Values(w.rules(t))), names); diff != "" {
		t.Fatalf("alarms without a fault here, and faults without an alarm:\n%s", diff)
	}
	if os.Getenv("SHOPDESK_WHOLE") == "" {
		names = sampled
	}
	driven := map[string]fault{}
	for _, name := range names {
		driven[name] = faults[name](newAlarmed(t, w, name))
	}
	driven[calm] = fault{}
	newAlarmed(t, w, calm)
	// What a counter has counted before the first scrape isn't seen.
	w.until(t, func() (missing []string) {
		type found struct {
			Result []struct{ Metric map[string]string }
		}
		query := "/api/v1/query?query=" + url.QueryEscape(`sum_over_time(up[1m]) >= 2`)
		scraped := ask[found](t, w, query).Result
		return slices.DeleteFunc(slices.Sorted(maps.Keys(driven)), func(name string) bool {
			return slices.ContainsFunc(scraped, func(r struct{ Metric map[string]string }) bool {
				return r.Metric["case"] == name
			})
		})
	})
	w.until(t, func() []string { // a machine that stood still didn't answer scrapes
		early := w.firing(t)
		unanswered := early[down]
		delete(early, down)
		if len(early) > 0 {
			t.Fatalf("before any fault: %v", early)
		}
		return unanswered
	})
	for _, name := range names {
		driven[name].begin()
	}
	waiting := slices.Clone(names)
	w.until(t, func() []string {
		firing := w.firing(t)
		if len(firing[calm]) > 0 {
			t.Fatalf("without a fault: %v, while waiting for %q", firing[calm], waiting)
		}
		waiting = slices.DeleteFunc(waiting, func(name string) bool { return slices.Contains(firing[name], name) })
		for _, f := range driven {
			if f.during != nil {
				f.during()
			}
		}
		return waiting
	})
	for _, name := range names {
		if driven[name].end != nil {
			driven[name].end()
		}
	}
	w.until(t, func() []string {
		firing := w.firing(t)
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return !slices.Contains(firing[name], name)
		})
	})
}

const (
	down = "ShopdeskDown"
	calm = "calm" // the case without a fault
)
