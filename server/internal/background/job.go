package background

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// Config describes a [Job]. Fields without a default are required.
type Config struct {
	// Name names the job on pages, in metrics and in logs: "orders.read".
	Name string
	// Look does the due work. An error is logged and counts as a failure of the
	// job. A job of rows needs no Look. Look runs before each search for rows,
	// except a search because a hand has become free.
	Look func(ctx context.Context) error
	// Every is the time between two looks when the bell doesn't ring. 0: the job
	// ends with the first look that succeeds.
	Every time.Duration
	// Next gives the time between two looks where the time changes. Default: Every.
	Next func() time.Duration
	// Retry is the wait after a first failure. The wait doubles with each further
	// failure, up to Every, or up to a minute where Every is 0. Default: 250 ms.
	Retry time.Duration
	// Start is called once before the first look. An error is only logged.
	Start func(ctx context.Context) error
	// End is called when the job has stopped and the work on all its rows has
	// ended.
	End func(ctx context.Context)
	// Watch connects the doorbell, until stop is called. Default: only [Job.Ring]
	// rings.
	Watch func(ring func()) (stop func())
	// Clock is how far this process's clock may be off for Look, which goes by the age of what is stored; see
	// [Jobs.TrustClock]. Default: as far as it is.
	Clock time.Duration
	// Off lists the job and never runs it.
	Off bool
}

// Job is one piece of background work. Make a Job with [New] or [OfRows].
type Job struct {
	c       Config
	bell    chan struct{}
	freed   chan struct{} // the work on a row has ended
	hands   hands
	rows    func(ctx context.Context) (none bool, err error) // none: a hand is free, and no row is due
	hold    func(ctx context.Context) (stop func())
	working sync.WaitGroup
	begun   atomic.Int64 // rows
	one     sync.Mutex   // lets one caller of Work in at a time
	now     func() time.Time
	log     *slog.Logger
	tracer  *tracing.Tracer
	trusted func(ctx context.Context, most time.Duration) error // whether the clock is so right; nil: it is

	mu       sync.Mutex
	looking  time.Time // start of the look under way; the zero time: no look is under way
	ran      time.Time // when the last look ended
	since    time.Time // start of the present row of failures, or of successes
	failures int       // in a row
	backoff  bool      // the job hasn't waited since its last failure
	failure  error     // the last failure
	done     int       // looks and rows that succeeded
	failed   int       // looks and rows that failed
}

// New makes a job without rows.
func New(c Config) *Job {
	if c.Retry <= 0 {
		c.Retry = 250 * time.Millisecond
	}
	return &Job{
		c: c, bell: make(chan struct{}, 1), freed: make(chan struct{}, 1),
		rows: func(context.Context) (bool, error) { return true, nil },
		hold: func(context.Context) func() { return func() {} },
		now:  time.Now, log: slog.New(slog.DiscardHandler),
	}
}

// Deletes is the [Config.Clock] of what deletes for ever.
const Deletes = time.Hour

// Prune makes a job that deletes entries older than keep.
func Prune(name string, every, keep time.Duration, prune func(ctx context.Context, before int64) error) *Job {
	j := New(Config{Name: name, Every: every, Clock: Deletes})
	j.c.Look = func(ctx context.Context) error { return prune(ctx, j.now().Add(-keep).UnixMilli()) }
	return j
}

// Ring makes the job look soon, and look again if a look is under way.
func (j *Job) Ring() { Ring(j.bell) }

// Ring leaves a ring in a bell, unless the bell holds one already.
func Ring(bell chan<- struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// Go runs do beside the job's looks. Run waits until do returns. A panic of do ends the
// process: others would wait for its work.
func (j *Job) Go(do func()) { j.working.Go(do) }

// Run works until ctx ends, and returns when all begun work has ended.
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
		j.note(ctx, Try(func() error { return j.c.Start(ctx) }), true)
	}
	whole := true // false: a hand has become free, so the job only searches for rows
	var looked time.Time
	for ctx.Err() == nil {
		if err := j.look(ctx, whole); err == nil && j.c.Every == 0 {
			return
		}
		if whole {
			looked = time.Now()
		}
		whole = j.rest(ctx, looked)
	}
}

// rest waits until the next look. whole is false if a hand has become free; searches
// for rows don't put off the next whole look, which is due a time after looked. A row
// that fails during the wait delays the next look, as a look that fails does.
func (j *Job) rest(ctx context.Context, looked time.Time) (whole bool) {
	for {
		wait, bell, freed := j.wait()
		if bell != nil {
			wait -= time.Since(looked)
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(wait):
			return true
		case <-bell:
			whole = true
		case <-freed:
		}
		j.mu.Lock()
		failed := j.backoff
		j.mu.Unlock()
		if !failed {
			return whole
		}
	}
}

// Work does all due work, and all work that becomes due by it, and returns.
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
	none := false
	err = Try(func() (err error) {
		if j.c.Clock != 0 && j.trusted != nil {
			err = j.trusted(ctx, j.c.Clock)
		}
		if whole && j.c.Look != nil && err == nil {
			err = j.c.Look(ctx)
		}
		if err == nil {
			none, err = j.rows(ctx)
		}
		return err
	})
	j.mu.Lock()
	j.looking, j.ran = time.Time{}, j.now()
	j.mu.Unlock()
	j.note(ctx, err, none)
	return err
}

// note counts a look or a row as a success or a failure. A success ends a row of
// failures only if it heals: a look that has only begun the work on rows doesn't show
// that rows don't fail any more. An error after ctx has ended is no failure.
func (j *Job) note(ctx context.Context, err error, heals bool) {
	if err != nil && ctx.Err() != nil {
		return
	}
	j.mu.Lock()
	if err != nil && j.failures == 0 || err == nil && heals && j.failures > 0 || j.since.IsZero() {
		j.since = j.now()
	}
	if err != nil {
		j.failures++
		j.failed++
		j.failure, j.backoff = err, true
	} else {
		j.done++
		if heals {
			j.failures, j.backoff = 0, false
		}
	}
	j.mu.Unlock()
	if err != nil {
		j.log.WarnContext(ctx, "job failed", "job", j.c.Name, "err", err)
	}
}

// wait gives the time until the next look, and the bells that may end it earlier.
// After a failure the bells are nil, so that the job waits its whole time.
func (j *Job) wait() (next time.Duration, bell, freed <-chan struct{}) {
	next = j.c.Every
	if j.c.Next != nil {
		next = j.c.Next()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.backoff {
		return next, j.bell, j.freed
	}
	j.backoff = false
	if next == 0 {
		next = time.Minute
	}
	return Backoff(j.c.Retry, next, j.failures), nil, nil
}

// stuckAfter is the time after which a look under way counts as stuck.
const stuckAfter = 5 * time.Minute

// status reports the job's health.
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

// Backoff gives the wait after a number of failures in a row: first after one failure,
// doubled by each further failure, and at most most.
func Backoff[N int | int64](first, most time.Duration, failures N) time.Duration {
	return min(most, first<<min(max(failures-1, 0), 20))
}
