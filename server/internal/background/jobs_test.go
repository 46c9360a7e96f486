package background

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
)

// looks is a job that records its looks, and fails while err is set.
type looks struct {
	*Job

	mu  sync.Mutex
	at  []time.Time
	err error
}

// times gives the times of the looks so far.
func (l *looks) times() []time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.at)
}

func (l *looks) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

func newLooks(c Config) *looks {
	l := new(looks)
	c.Look = func(context.Context) error {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.at = append(l.at, time.Now())
		return l.err
	}
	l.Job = New(c)
	return l
}

// running starts jobs, and returns the function that stops them.
func running(t *testing.T, list ...*Job) (*Jobs, func()) {
	t.Helper()
	all := NewJobs(time.Now, slog.New(slog.DiscardHandler))
	all.Add(list...)
	all.Start(t.Context())
	synctest.Wait()
	return all, func() { all.Stop(); all.Wait() }
}

// A job looks at the start, at its interval, and when its bell rings.
func TestJobLooksAtItsIntervalAndWhenRung(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLooks(Config{Name: "a", Every: time.Minute})
		_, stop := running(t, l.Job)
		time.Sleep(150 * time.Second)
		l.Ring()
		synctest.Wait()
		stop()
		if at := l.times(); len(at) != 4 {
			t.Errorf("looked at %v", at)
		}
	})
}

// A job that fails is tried again at doubling distances, even when its bell rings
// often, and reports itself as failing. After a success the job reports itself as
// good.
func TestFailedJobIsTriedAgainAtDoublingDistances(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLooks(Config{Name: "a", Every: time.Minute, Retry: time.Second})
		l.fail(errors.New("the store is gone"))
		begun := time.Now()
		all, stop := running(t, l.Job)
		defer stop()
		for range 16 {
			l.Ring()
			time.Sleep(time.Second)
		}
		synctest.Wait()
		at := l.times()
		if len(at) != 5 { // after 0, 1, 3, 7 and 15 seconds
			t.Fatalf("looked at %v", at)
		}
		s := all.List()[0]
		if s.Health != api.JobFailing || s.Since != begun.UnixMilli() || s.Last != at[4].UnixMilli() {
			t.Errorf("%+v", s)
		}
		l.fail(nil)
		time.Sleep(16 * time.Second)
		if s := all.List()[0]; s.Health != api.JobGood || s.Since != begun.Add(31*time.Second).UnixMilli() {
			t.Errorf("%+v", s)
		}
	})
}

// A panic fails its job, is logged with its place, and stops neither that job nor
// another one. The bug: a panic ended the process.
func TestPanicFailsOnlyItsJob(t *testing.T) {
	t.Parallel()
	broken := func(context.Context) error { panic("a wrong index") }
	one := func(context.Context, int) ([]int, error) { return []int{1}, nil }
	type rows = Rows[int]
	for name, tt := range map[string]struct {
		look, start func(context.Context) error
		rows        rows
	}{
		"look":  {look: broken},
		"start": {start: broken, look: func(context.Context) error { return errors.New("no space left") }},
		"due":   {rows: rows{Due: func(ctx context.Context, _ int) ([]int, error) { return nil, broken(ctx) }}},
		"row":   {rows: rows{Due: one, Do: func(ctx context.Context, _ int) error { return broken(ctx) }}},
		"prolong": {rows: rows{Due: one, Hold: time.Second,
			Do:      func(context.Context, int) error { time.Sleep(time.Minute); return errors.New("no space left") },
			Prolong: func(ctx context.Context, _ []int) error { return broken(ctx) }}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := Config{Name: name, Every: time.Minute, Look: tt.look, Start: tt.start}
				j := New(c)
				if tt.rows.Due != nil {
					tt.rows.Hands = 1
					j = OfRows(c, tt.rows)
				}
				var written strings.Builder
				other := newLooks(Config{Name: "other", Every: time.Minute})
				all := NewJobs(time.Now, slog.New(slog.NewTextHandler(&written, nil)))
				all.Add(j, other.Job)
				all.Start(t.Context())
				time.Sleep(150 * time.Second)
				synctest.Wait()
				if s := all.List()[0]; s.Health != api.JobFailing || len(other.times()) != 3 {
					t.Errorf("%+v, and the other job looked at %v", s, other.times())
				}
				all.Stop()
				all.Wait()
				if log := written.String(); !strings.Contains(log, "panic: a wrong index") ||
					!strings.Contains(log, "jobs_test.go") {
					t.Errorf("the log: %s", log)
				}
			})
		})
	}
}

// A job without an interval ends after one look, and a job that is off never
// begins. A job that hangs reports itself as stuck, and delays no other job.
func TestHungJobDelaysNoOtherJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hangs := make(chan struct{})
		hung := New(Config{Name: "hung", Every: time.Second, Look: func(context.Context) error { <-hangs; return nil }})
		once, off := newLooks(Config{Name: "once"}), newLooks(Config{Name: "off", Every: time.Second, Off: true})
		other := newLooks(Config{Name: "other", Every: time.Second})
		all, stop := running(t, hung, once.Job, off.Job, other.Job)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if a, b, c := len(once.times()), len(off.times()), len(other.times()); a != 1 || b != 0 || c != 601 {
			t.Errorf("looked %d, %d and %d times", a, b, c)
		}
		var words []string
		for _, j := range all.List() {
			words = append(words, j.Name+" "+string(j.Health))
		}
		if got := strings.Join(words, ", "); got != "hung stuck, once good, off off, other good" {
			t.Error(got)
		}
		if got := healths(t, all); got != "good once, good other, off off, stuck hung" {
			t.Error(got)
		}
		close(hangs)
		stop()
	})
}

// healths gives the health of each job as Prometheus collects it.
func healths(t *testing.T, all *Jobs) string {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(all)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "shopdesk_job_health" && m.GetGauge().GetValue() == 1 {
				words = append(words, m.GetLabel()[0].GetValue()+" "+m.GetLabel()[1].GetValue())
			}
		}
	}
	return strings.Join(words, ", ")
}

// Prune deletes entries older than the given time, by the clock of the jobs.
func TestPruneDeletesOldEntries(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_790_000_000_000)
	var before int64
	j := Prune("old", time.Hour, 24*time.Hour, func(_ context.Context, at int64) error { before = at; return nil })
	NewJobs(func() time.Time { return now }, slog.New(slog.DiscardHandler)).Add(j)
	if err := j.Work(t.Context()); err != nil || before != now.Add(-24*time.Hour).UnixMilli() {
		t.Errorf("deleted what is before %d, %v", before, err)
	}
}
