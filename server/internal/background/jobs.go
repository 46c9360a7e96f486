package background

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// Jobs holds all jobs of a server, and reports them as metrics.
type Jobs struct {
	now     func() time.Time
	log     *slog.Logger
	tracer  *tracing.Tracer
	trusted func(ctx context.Context, most time.Duration) error
	all     []*Job
	stop    context.CancelFunc
	working sync.WaitGroup
}

var _ prometheus.Collector = (*Jobs)(nil)

// NewJobs makes an empty list.
func NewJobs(now func() time.Time, log *slog.Logger) *Jobs {
	return &Jobs{now: now, log: log, stop: func() {}}
}

// Trace has the jobs added later make a span of the work on each row.
func (s *Jobs) Trace(t *tracing.Tracer) { s.tracer = t }

// TrustClock has jobs added later do nothing while trusted returns an error for their [Config.Clock], with which they
// fail.
func (s *Jobs) TrustClock(trusted func(ctx context.Context, most time.Duration) error) {
	s.trusted = trusted
}

// Add adds jobs to the list. Call Add before Start.
func (s *Jobs) Add(jobs ...*Job) {
	for _, j := range jobs {
		j.now, j.log, j.tracer, j.trusted = s.now, s.log, s.tracer, s.trusted
	}
	s.all = append(s.all, jobs...)
}

// Start runs all jobs, each in a goroutine of its own, until Stop.
func (s *Jobs) Start(ctx context.Context) {
	ctx, s.stop = context.WithCancel(ctx)
	for _, j := range s.all {
		s.working.Go(func() { j.Run(ctx) })
	}
}

// Stop keeps the jobs from beginning new work. Wait waits for the work they have
// begun.
func (s *Jobs) Stop() { s.stop() }

// Wait returns when all jobs have ended.
func (s *Jobs) Wait() { s.working.Wait() }

// List reports the status of all jobs, in the order in which they were added.
func (s *Jobs) List() []api.Job {
	list := make([]api.Job, len(s.all))
	for i, j := range s.all {
		list[i] = j.status()
	}
	return list
}

// HandleList lists the jobs ([api.PathJobs]).
func (s *Jobs) HandleList(w http.ResponseWriter, _ *http.Request) error {
	return httpio.WriteJSON(w, api.Jobs{Jobs: s.List()})
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("shopdesk_job_"+name, help, append([]string{"job"}, labels...), nil)
}

var (
	healthDesc = describe("health", "1 with the word for how a job is: good, failing, stuck or off.", "health")
	lastDesc   = describe("last_run_timestamp_seconds", "When a job's last look ended, in Unix time.")
	busyDesc   = describe("busy", "Rows that a job works on.")
	doneDesc   = describe("done_total", "A job's looks and rows by outcome: done or failed.", "outcome")
)

// Describe implements prometheus.Collector.
func (s *Jobs) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{healthDesc, lastDesc, busyDesc, doneDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (s *Jobs) Collect(to chan<- prometheus.Metric) {
	for i, told := range s.List() {
		j := s.all[i]
		j.mu.Lock()
		done, failed := j.done, j.failed
		j.mu.Unlock()
		tell := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
			to <- prometheus.MustNewConstMetric(d, kind, value, append([]string{told.Name}, labels...)...)
		}
		tell(healthDesc, prometheus.GaugeValue, 1, string(told.Health))
		tell(lastDesc, prometheus.GaugeValue, float64(told.Last)/1000)
		tell(busyDesc, prometheus.GaugeValue, float64(j.hands.all-j.hands.left()))
		tell(doneDesc, prometheus.CounterValue, float64(done), "done")
		tell(doneDesc, prometheus.CounterValue, float64(failed), "failed")
	}
}

// Base is the clock and the log of a service.
type Base struct {
	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Defaults sets what is missing.
func (b *Base) Defaults() { Defaults(&b.Now, &b.Logger) }

// Millis is the present time.
func (b Base) Millis() int64 { return b.Now().UnixMilli() }

// Defaults sets a missing clock to the present time, and a missing logger to one that
// discards.
func Defaults(now *func() time.Time, log **slog.Logger) {
	if *now == nil {
		*now = time.Now
	}
	if *log == nil {
		*log = slog.New(slog.DiscardHandler)
	}
}
