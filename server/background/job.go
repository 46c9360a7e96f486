package background

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/api"
)

// Config describes a [Job]. Those without a default are required.
type Config struct {
	// Name is the job's on pages, in metrics and in logs: "orders.read".
	Name string
	// Look does what is due. An error is logged and counts as a failure of the job.
	// A job of rows needs none; it comes before each look for rows, but for those
	// because a hand has become free.
	Look func(ctx context.Context) error
	// Every is the time between two looks when nothing rings. 0: the job ends with
	// the first look that succeeds.
	Every time.Duration
	// Next is that time where it changes. Default: Every.
	Next func() time.Duration
	// Retry is the time after a first failure; it doubles with each further one up
	// to Every, or a minute where that is 0. Default: 250 ms.
	Retry time.Duration
	// Start is called once before the first look. An error is only logged.
	Start func(ctx context.Context) error
	// End is called when the job has stopped and none of its rows is worked on.
	End func(ctx context.Context)
	// Watch connects the doorbell, until stop is called. Default: only [Job.Ring]
	// rings.
	Watch func(ring func()) (stop func())
	// Off has the job listed and never run.
	Off bool
}

// Job is one piece of background work. Make it with [New] or [OfRows].
type Job struct {
	c       Config
	bell    chan struct{}
	freed   chan struct{} // a hand is free again
	hands   hands
	rows    func(ctx context.Context) error
	hold    func(ctx context.Context) (stop func())
	working sync.WaitGroup
	begun   atomic.Int64 // rows
	one     sync.Mutex   // of those who call Work
	now     func() time.Time
	log     *slog.Logger

	mu       sync.Mutex
	looking  time.Time // since when a look is under way; the zero time: none is
	ran      time.Time // when the last look ended
	since    time.Time // since when the job has been failing, or well
	failures int       // in a row
	failure  error     // the last one
	done     int       // looks and rows that went well
	failed   int       // those that failed
}

// New makes a job without rows.
func New(c Config) *Job {
	if c.Retry <= 0 {
		c.Retry = 250 * time.Millisecond
	}
	return &Job{
		c: c, bell: make(chan struct{}, 1), freed: make(chan struct{}, 1),
		rows: func(context.Context) error { return nil }, hold: func(context.Context) func() { return func() {} },
		now: time.Now, log: slog.New(slog.DiscardHandler),
	}
}

// Prune makes a job that deletes what is older than keep.
func Prune(name string, every, keep time.Duration, prune func(ctx context.Context, before int64) error) *Job {
	j := New(Config{Name: name, Every: every})
	j.c.Look = func(ctx context.Context) error { return prune(ctx, j.now().Add(-keep).UnixMilli()) }
	return j
}

// Ring has the job look soon, though it may be looking just now.
func (j *Job) Ring() { ring(j.bell) }

func ring(bell chan<- struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// Go does something until ctx ends, beside the job's looks: Run waits for it.
func (j *Job) Go(do func()) { j.working.Go(do) }

// Run works until ctx ends, and returns when nothing is worked on any more.
func (j *Job) Run(ctx context.Context) {
	if j.c.Off {
		return
	}
	if j.c.End != nil {
		defer j.c.End(context.WithoutCancel(ctx))
	}
	defer j.hold(ctx)()
	defer j.working.Wait()
	if j.c.Watch != nil {
		defer j.c.Watch(j.Ring)()
	}
	if j.c.Start != nil {
		j.note(ctx, j.c.Start(ctx))
	}
	whole := true // and not only for rows, because a hand has become free
	for ctx.Err() == nil {
		if err := j.look(ctx, whole); err == nil && j.c.Every == 0 {
			return
		}
		wait, bell, freed := j.wait()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
			whole = true
		case <-bell:
			whole = true
		case <-freed:
			whole = false
		}
		timer.Stop()
	}
}

// Work does all that is due, and what becomes due by it, and returns.
func (j *Job) Work(ctx context.Context) error {
	j.one.Lock()
	defer j.one.Unlock()
	defer j.hold(ctx)()
	for {
		j.mu.Lock()
		j.failure = nil
		j.mu.Unlock()
		before := j.begun.Load()
		err := j.look(ctx, true)
		j.working.Wait()
		j.mu.Lock()
		if err == nil {
			err = j.failure
		}
		j.mu.Unlock()
		if err != nil || j.begun.Load() == before {
			return err
		}
	}
}

func (j *Job) look(ctx context.Context, whole bool) (err error) {
	j.mu.Lock()
	j.looking = j.now()
	j.mu.Unlock()
	if whole && j.c.Look != nil {
		err = j.c.Look(ctx)
	}
	if err == nil {
		err = j.rows(ctx)
	}
	j.mu.Lock()
	j.looking, j.ran = time.Time{}, j.now()
	j.mu.Unlock()
	j.note(ctx, err)
	return err
}

// note counts how a look or a row went. What fails because the job stops is no
// failure.
func (j *Job) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() != nil {
		return
	}
	j.mu.Lock()
	if (err == nil) == (j.failures > 0) || j.since.IsZero() {
		j.since = j.now()
	}
	if err == nil {
		j.failures = 0
		j.done++
	} else {
		j.failures++
		j.failed++
		j.failure = err
	}
	j.mu.Unlock()
	if err != nil {
		j.log.WarnContext(ctx, "job failed", "job", j.c.Name, "err", err)
	}
}

// wait is how long the job waits for one of the bells. After a failure they
// aren't heard: whatever failed is left alone for a moment.
func (j *Job) wait() (next time.Duration, bell, freed <-chan struct{}) {
	next = j.c.Every
	if j.c.Next != nil {
		next = j.c.Next()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failures == 0 {
		return next, j.bell, j.freed
	}
	if next == 0 {
		next = time.Minute
	}
	return min(next, j.c.Retry<<min(j.failures-1, 20)), nil, nil
}

// stuckAfter is how long a look may take.
const stuckAfter = 5 * time.Minute

// status is how the job is.
func (j *Job) status() api.Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := api.Job{Name: j.c.Name, Health: api.JobGood, Since: millis(j.since), Last: millis(j.ran)}
	switch {
	case j.c.Off:
		s.Health = api.JobOff
	case !j.looking.IsZero() && j.now().Sub(j.looking) > stuckAfter:
		s.Health, s.Since = api.JobStuck, millis(j.looking)
	case j.failures > 0:
		s.Health = api.JobFailing
	}
	return s
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
