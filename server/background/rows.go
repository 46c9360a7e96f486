package background

import (
	"context"
	"sync"
	"time"
)

// Rows are a job's work where it is in rows, each of which one replica works on
// at a time. Those without a default are required.
type Rows[T any] struct {
	// Hands is how many rows are worked on at once.
	Hands int
	// Due lists rows that are due and free, the most urgent first. Free is how many
	// hands there are for them.
	Due func(ctx context.Context, free int) ([]T, error)
	// Claim takes rows that there are hands for, and gives those that it got: another
	// replica may be faster. Default: Due has claimed them.
	Claim func(ctx context.Context, due []T) ([]T, error)
	// Shop is whose a row is, where a shop may have many: it may use no more hands
	// than are still free for others. Default: no shop has more than one.
	Shop func(row T) int64
	// Do works on a row and ends its claim. An error is trouble of our own, not of one
	// shop: it counts as a failure of the job. Once ctx has ended nothing new is begun.
	Do func(ctx context.Context, row T) error
	// Prolong prolongs all claims of this process, each Hold while a row is worked
	// on. Default: a claim outlasts its work.
	Prolong func(ctx context.Context) error
	Hold    time.Duration
}

// OfRows makes a job that works on rows.
func OfRows[T any](c Config, r Rows[T]) *Job {
	j := New(c)
	j.hands = hands{all: r.Hands, busy: map[int64]int{}}
	j.rows = func(ctx context.Context) error {
		for ctx.Err() == nil {
			begun, err := r.begin(ctx, j)
			if err != nil || begun == 0 {
				return err
			}
		}
		return nil
	}
	if r.Prolong != nil {
		j.hold = func(ctx context.Context) func() {
			return hold(context.WithoutCancel(ctx), r.Hold, func(ctx context.Context) error {
				if j.hands.left() == r.Hands {
					return nil
				}
				return r.Prolong(ctx)
			}, func(err error) { j.log.WarnContext(ctx, "claims not prolonged", "job", c.Name, "err", err) })
		}
	}
	return j
}

// begin claims as many rows as there are hands for, and doesn't wait for what is
// done with them.
func (r Rows[T]) begin(ctx context.Context, j *Job) (begun int, err error) {
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
		j.working.Go(func() {
			err := r.Do(ctx, row)
			j.hands.give(shop)
			j.note(ctx, err)
			ring(j.freed)
		})
	}
	return len(rows), err
}

// claim claims those of the rows that there are hands for.
func (r Rows[T]) claim(ctx context.Context, j *Job, due []T) ([]T, error) {
	var chosen []T
	for _, row := range due {
		if j.hands.take(r.shop(row)) {
			chosen = append(chosen, row)
		}
	}
	for _, row := range chosen {
		j.hands.give(r.shop(row)) // until it is claimed; only this job's looks take hands
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

// hands are shared between shops: a shop may use no more than are still free for
// others. So one shop whose rows hang takes half of them, a second one half of the
// rest, and there is always a hand for one more. Shop 0 is each time another one.
type hands struct {
	all int

	mu   sync.Mutex
	used int
	busy map[int64]int // by shop
}

// take takes a hand for a shop, if there is one.
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

// left is how many are free.
func (h *hands) left() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all - h.used
}
