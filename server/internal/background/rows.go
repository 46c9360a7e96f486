package background

import (
	"context"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// Rows describes the rows that a job works on. Only one replica at a time works on
// a row. Fields without a default are required.
type Rows[T any] struct {
	// Hands is the number of rows that the job works on at once.
	Hands int
	// Due lists rows that are due and unclaimed, the most urgent first. free is the
	// number of free hands.
	Due func(ctx context.Context, free int) ([]T, error)
	// Claim claims the given rows and returns the rows it got: another replica may
	// be faster. Default: Due has claimed the rows.
	Claim func(ctx context.Context, due []T) ([]T, error)
	// Shop gives the shop of a row, where a shop may have many rows: a shop may use
	// no more hands than are still free for others. Default: no shop has more than
	// one row.
	Shop func(row T) int64
	// Do works on a row and ends its claim. An error means that our own server
	// failed, not one shop, and counts as a failure of the job, so the job waits
	// before it looks again. After ctx has ended, Do begins nothing new.
	Do func(ctx context.Context, row T) error
	// Prolong prolongs the claims of the rows in work, and of no others: the claim of
	// a row that failed ends by itself, so that the row is claimed again. The job
	// calls Prolong every Hold while any row is in work. Default: a claim outlasts
	// its work.
	Prolong func(ctx context.Context, rows []T) error
	Hold    time.Duration
}

// OfRows makes a job that works on rows.
func OfRows[T any](c Config, r Rows[T]) *Job {
	j := New(c)
	var now inWork[T]
	j.hands = hands{all: r.Hands, busy: map[int64]int{}}
	j.rows = func(ctx context.Context) (none bool, err error) {
		for none = j.hands.left() > 0; ctx.Err() == nil; none = false {
			begun, err := r.begin(ctx, j, &now)
			if err != nil || begun == 0 {
				return none, err
			}
		}
		return none, nil
	}
	if r.Prolong != nil {
		j.hold = func(ctx context.Context) func() {
			return hold(context.WithoutCancel(ctx), r.Hold, func(ctx context.Context) error {
				rows := now.list()
				if len(rows) == 0 {
					return nil
				}
				return r.Prolong(ctx, rows)
			}, func(err error) { j.log.WarnContext(ctx, "claims not prolonged", "job", c.Name, "err", err) })
		}
	}
	return j
}

// begin claims a row for each free hand and starts the work on the rows, without
// waiting for its end.
func (r Rows[T]) begin(ctx context.Context, j *Job, now *inWork[T]) (begun int, err error) {
	free := j.hands.left()
	if free == 0 {
		return 0, nil
	}
	rows, err := r.Due(ctx, free)
	if r.Claim != nil && err == nil {
		rows, err = r.claim(ctx, j, rows)
	}
	for _, row := range rows {
		shop := r.shop(row)
		j.hands.take(shop)
		j.begun.Add(1)
		end := now.add(row)
		j.working.Go(func() {
			defer end()
			turn, span := j.tracer.Start(ctx, tracing.Turn, tracing.Job(j.c.Name))
			err := Try(func() error { return r.Do(turn, row) })
			span.End(err != nil)
			j.note(ctx, err, true)
			j.hands.give(shop)
			Ring(j.freed)
		})
	}
	return len(rows), err
}

// claim claims as many of the due rows as there are free hands for their shops.
func (r Rows[T]) claim(ctx context.Context, j *Job, due []T) ([]T, error) {
	var chosen []T
	for _, row := range due {
		if j.hands.take(r.shop(row)) {
			chosen = append(chosen, row)
		}
	}
	for _, row := range chosen {
		j.hands.give(r.shop(row)) // begin takes the hand again after the claim; no other code takes hands meanwhile
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	return r.Claim(ctx, chosen)
}

func (r Rows[T]) shop(row T) int64 {
	if r.Shop == nil {
		return 0
	}
	return r.Shop(row)
}

// inWork lists the rows in work.
type inWork[T any] struct {
	mu   sync.Mutex
	rows map[*T]bool
}

// add adds a row, until end is called.
func (w *inWork[T]) add(row T) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.rows == nil {
		w.rows = map[*T]bool{}
	}
	w.rows[&row] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.rows, &row)
	}
}

func (w *inWork[T]) list() (rows []T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for row := range w.rows {
		rows = append(rows, *row)
	}
	return rows
}

// hands are shared between shops: a shop may use no more hands than are still free
// for others. So a shop whose rows hang takes half of the hands, a second such shop
// half of the rest, and a hand stays free for one more. Rows of shop 0 each count
// as a shop of their own.
type hands struct {
	all int

	mu   sync.Mutex
	used int
	busy map[int64]int // by shop
}

// take takes a hand for a shop. It reports false if the shop may have no more
// hands.
func (h *hands) take(shop int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	free := h.all - h.used
	if free == 0 || shop != 0 && h.busy[shop] >= free {
		return false
	}
	h.used++
	h.busy[shop]++
	return true
}

// give gives a shop's hand back.
func (h *hands) give(shop int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.used--
	if h.busy[shop]--; h.busy[shop] == 0 {
		delete(h.busy, shop)
	}
}

// left counts the free hands.
func (h *hands) left() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all - h.used
}
