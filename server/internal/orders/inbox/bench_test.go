//go:build unix

package inbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// senders is how many deliveries are under way at once.
const senders = 64

const hookURL = "https://console.example/hooks/x"

// nothing implements the receiver's dependencies and does nothing, so that only the receiver is
// measured.
type nothing struct{ auth.Authoriser }

func (nothing) ApplyEvents(context.Context, []orders.PushedEvent) error { return nil }
func (nothing) RequireStepUp(context.Context) error                     { return nil }
func (nothing) SetCallback(context.Context, platform.CallbackSet) error { return nil }
func (nothing) Require(context.Context, platform.Permission) (*auth.Principal, error) {
	return nil, nil
}

// BenchmarkReceive measures deliveries over HTTP. Each is answered after a commit that is on disk
// (synchronous=FULL). It compares the whole receiver; a bare loop that adds unread bodies in
// groups; and a bare loop with one transaction for each body.
func BenchmarkReceive(b *testing.B) {
	for _, kind := range []string{"receiver", "bare_grouped", "one_by_one"} {
		b.Run(kind, func(b *testing.B) {
			db, err := sqlite.Create(b.Context(), filepath.Join(b.TempDir(), "shopdesk.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			took, used := deliver(b, kind, db, b.N)
			slices.Sort(took)
			b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkIngest compares the receiver with the bare loop that adds unread bodies in groups, in turn, each time on a
// new database. It fails if the median of the rounds' ratios is under the bound. b.N is the number of deliveries of
// each side in a round.
func BenchmarkIngest(b *testing.B) {
	const rounds = 5
	for _, engine := range []struct {
		name  string
		bound float64
		open  func(b *testing.B) (db store.Store, end func())
	}{
		{"sqlite", 0.90, func(b *testing.B) (store.Store, func()) {
			db, err := sqlite.Create(b.Context(), filepath.Join(b.TempDir(), "shopdesk.db"))
			if err != nil {
				b.Fatal(err)
			}
			return db, func() { _ = db.Close() } // an open one grows its log five seconds later, in another round
		}},
		{"postgres", 0.75, func(b *testing.B) (store.Store, func()) { return postgrestest.Open(b), func() {} }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			if b.N == 1 {
				return // the testing package's trial run
			}
			b.ResetTimer()
			var ratios []float64
			for range rounds {
				var rate [2]float64
				for i, kind := range []string{"bare_grouped", "receiver"} {
					db, end := engine.open(b)
					before := b.Elapsed()
					_, _ = deliver(b, kind, db, b.N)
					end()
					rate[i] = float64(b.N) / (b.Elapsed() - before).Seconds()
				}
				ratios = append(ratios, rate[1]/rate[0])
				b.Logf("bare %.0f/s, receiver %.0f/s: %.2f", rate[0], rate[1], rate[1]/rate[0])
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[rounds/2], "of-bare")
			if ratios[rounds/2] < engine.bound {
				b.Errorf("%.2f of the bare loop, want at least %.2f", ratios[rounds/2], engine.bound)
			}
		})
	}
}

// deliver sends n deliveries, while the benchmark's timer runs. It returns the time of each, and the processor time of
// this process, senders included: on a busy machine that is meaningful, unlike the elapsed time.
func deliver(b *testing.B, kind string, db store.Store, n int) (took []time.Duration, used time.Duration) {
	b.StopTimer()
	handler, stop := handlerOf(b, kind, db)
	defer stop()
	web := httptest.NewServer(handler)
	defer web.Close()
	bodies := make([][]byte, n)
	for i := range bodies {
		now := time.Now()
		bodies[i] = orderstest.Message(hookURL, "secret", fmt.Sprint("m-", i), platform.EventOrderPlaced, 100001,
			orderstest.Event(100001, 1<<53+int64(i), 10, now), now)
	}
	took = make([]time.Duration, n)
	transport := &http.Transport{MaxIdleConnsPerHost: senders}
	defer transport.CloseIdleConnections()
	var next atomic.Int64
	var sending sync.WaitGroup
	before := cpu()
	b.StartTimer()
	for range senders {
		sending.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				start := time.Now()
				r, _ := http.NewRequest(http.MethodPost, web.URL, bytes.NewReader(bodies[i]))
				res, err := transport.RoundTrip(r)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				if res.StatusCode != http.StatusOK {
					b.Error(res.Status)
					return
				}
				took[i] = time.Since(start)
			}
		})
	}
	sending.Wait()
	b.StopTimer()
	return took, cpu() - before
}

// cpu returns the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func handlerOf(b *testing.B, kind string, db store.Store) (http.Handler, func()) {
	if kind == "receiver" {
		if err := db.PutShops(b.Context(), []store.Shop{{ShopID: 100001}}); err != nil {
			b.Fatal(err)
		}
		s, err := inbox.New(inbox.Options{URL: hookURL, Secrets: []string{"secret"}, Store: db, Audit: db, Orders: nothing{},
			Authoriser: nothing{}, Platform: nothing{}})
		if err != nil {
			b.Fatal(err)
		}
		ctx, stop := context.WithCancel(b.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Jobs[0].Run(ctx) })
		return http.HandlerFunc(s.Receive), func() { stop(); running.Wait() }
	}
	var one sync.Mutex
	type job struct {
		m    store.Message
		done chan error
	}
	queue := make(chan job, 1024)
	ctx, stop := context.WithCancel(context.Background())
	var writing sync.WaitGroup
	writing.Go(func() {
		for {
			var jobs []job
			select {
			case <-ctx.Done():
				return
			case j := <-queue:
				jobs = append(jobs, j)
			}
			for more := true; more && len(jobs) < 256; {
				select {
				case j := <-queue:
					jobs = append(jobs, j)
				default:
					more = false
				}
			}
			messages := make([]store.Message, len(jobs))
			for i, j := range jobs {
				messages[i] = j.m
			}
			_, err := db.AddMessages(ctx, messages)
			for _, j := range jobs {
				j.done <- err
			}
		}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var name struct {
			MessageID string `json:"messageId"`
		}
		_ = json.Unmarshal(body, &name)
		m := store.Message{MessageID: name.MessageID, Body: body, EventID: 1001, ReceivedAt: 1}
		var err error
		if kind == "one_by_one" {
			one.Lock()
			_, err = db.AddMessages(r.Context(), []store.Message{m})
			one.Unlock()
		} else {
			j := job{m, make(chan error, 1)}
			queue <- j
			err = <-j.done
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, `{"code":0}`)
	}), func() { stop(); writing.Wait() }
}
