package server_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// BenchmarkRun makes a run over 500 shops on a platform that takes 50 ms for each call and refuses more than 20 a
// second. The bound is the time of the calls at that rate alone: bound/x is the run's time divided by the bound.
func BenchmarkRun(b *testing.B) {
	const shops, rate = 500, 20
	for b.Loop() {
		var calls, refused atomic.Int64
		box := &sandbox.Sandbox{Shops: shops, Latency: 50 * time.Millisecond}
		if err := box.SetLimit(rate); err != nil {
			b.Fatal(err)
		}
		console := open(b, func(o *server.Options) {
			o.Logger = slog.New(slog.DiscardHandler)
			o.Platform.CallsPerSecond = rate
			o.Shops = nil
			for _, s := range box.Directory() {
				o.Shops = append(o.Shops, store.Shop{ShopID: s.ShopID, Name: s.Name, EnName: s.EnName, Zone: s.Zone})
			}
		}, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != platform.PathToken {
					calls.Add(1)
				}
				seen := &status{ResponseWriter: w}
				box.ServeHTTP(seen, r)
				if seen.code == http.StatusTooManyRequests {
					refused.Add(1)
				}
			})
		})
		owner := console.as(api.RoleOwner)
		request := api.StartRun{Key: "bench", Change: api.Change{Phones: []string{"852-25469999"}}}
		for _, s := range box.Directory() {
			request.Shops = append(request.Shops, strconv.FormatInt(s.ShopID, 10))
		}
		began := time.Now()
		code, body := console.post(owner, api.PathRuns, request)
		var run api.Run
		if err := json.Unmarshal([]byte(body), &run); err != nil || code != http.StatusOK {
			b.Fatalf("%d %s", code, body)
		}
		heard := make(chan struct{}, 1)
		stop := console.store.Watch(func() {
			select {
			case heard <- struct{}{}:
			default:
			}
		})
		for run.State != api.RunDone {
			<-heard
			run = read[api.RunDetail](console, owner, api.PathRun+"?run="+run.ID).Run
		}
		stop()
		took := time.Since(began)
		if run.Counts.Done != shops {
			b.Fatalf("%+v", run.Counts)
		}
		bound := time.Duration(calls.Load()) * time.Second / rate
		if took > bound*12/10 {
			b.Errorf("%v for calls that take %v", took, bound)
		}
		b.ReportMetric(took.Seconds()/bound.Seconds(), "bound/x")
		b.ReportMetric(float64(calls.Load()), "calls")
		b.ReportMetric(float64(refused.Load()), "refused")
	}
}

// status notes an answer's status.
type status struct {
	http.ResponseWriter
	code int
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}
