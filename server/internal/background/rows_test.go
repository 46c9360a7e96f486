package background

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// A shop whose rows hang takes half of the hands, and each next shop half of the
// rest: 128 hands last for seven hung shops. When the rows of the first shop end,
// their hands are free again.
func TestHungShopLeavesHandsToOthers(t *testing.T) {
	t.Parallel()
	const all = 128
	h := hands{all: all, busy: map[int64]int{}}
	take := func(shop int64) (n int) {
		for h.take(shop) {
			n++
		}
		return n
	}
	for shop := int64(1); shop <= 7; shop++ {
		if got, want := take(shop), all>>shop; got != want {
			t.Errorf("shop %d has %d hands, want %d", shop, got, want)
		}
	}
	for range all / 2 {
		h.give(1)
	}
	if take(8) == 0 {
		t.Error("no hand is free after a shop's rows have ended")
	}
}

// table is a table of rows. Each row is its shop's number.
type table struct {
	mu        sync.Mutex
	due       []int64
	prolonged int
	done      []int64
	hangs     chan struct{}
}

func (w *table) job(hands int) *Job {
	return OfRows(Config{Name: "table", Every: time.Second}, Rows[int64]{
		Hands: hands,
		Due: func(context.Context, int) ([]int64, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return slices.Clone(w.due), nil
		},
		Claim: func(_ context.Context, rows []int64) ([]int64, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			for _, row := range rows {
				i := slices.Index(w.due, row)
				w.due = slices.Delete(w.due, i, i+1)
			}
			return rows, nil
		},
		Shop: func(row int64) int64 { return row },
		Do: func(_ context.Context, row int64) error {
			if row == 1 {
				<-w.hangs
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			w.done = append(w.done, row)
			return nil
		},
		Prolong: func(_ context.Context, rows []int64) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if slices.Equal(rows, []int64{1, 1, 1, 1}) { // the rows in work, and no others
				w.prolonged++
			}
			return nil
		},
		Hold: time.Second,
	})
}

// soFar gives the rows done, and the number of times that claims were prolonged.
func (w *table) soFar() (done []int64, prolonged int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.done), w.prolonged
}

func (w *table) add(rows ...int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.due = append(w.due, rows...)
}

// The claims of a shop whose rows hang are prolonged, and other shops' rows are not
// delayed. The job ends only after its begun rows.
func TestHungRowsDelayNoOtherShop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &table{hangs: make(chan struct{})}
		w.add(1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
		j := w.job(8)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { j.Run(ctx); close(ended) }()
		time.Sleep(3500 * time.Millisecond)
		w.add(3, 4, 5)
		j.Ring()
		synctest.Wait()
		done, prolonged := w.soFar()
		if slices.Sort(done); !slices.Equal(done, []int64{2, 3, 4, 5}) || prolonged != 3 {
			t.Errorf("done are %v, prolonged %d times in 3.5 seconds", done, prolonged)
		}
		stop()
		time.Sleep(time.Second)
		select {
		case <-ended:
			t.Error("the job ended before its rows")
		default:
		}
		close(w.hangs)
		<-ended
		if done, prolonged := w.soFar(); len(done) != 8 || prolonged != 4 {
			t.Errorf("done are %v, prolonged %d times", done, prolonged)
		}
	})
}

// Work also does the rows for which no hand was free at first.
func TestWorkDoesAllDueRows(t *testing.T) {
	t.Parallel()
	w := &table{}
	for row := range int64(20) {
		w.add(row + 2)
	}
	if err := w.job(4).Work(t.Context()); err != nil || len(w.done) != 20 {
		t.Errorf("%d rows are done, %v", len(w.done), err)
	}
}

// A row's error counts as the job's error, and Work returns it.
func TestWorkReturnsRowErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("no space left")
	due := []int64{1}
	j := OfRows(Config{Name: "broken", Every: time.Second}, Rows[int64]{
		Hands: 1,
		Due:   func(context.Context, int) (rows []int64, _ error) { rows, due = due, nil; return rows, nil },
		Do:    func(context.Context, int64) error { return broken },
	})
	if err := j.Work(t.Context()); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// A row that fails and is due again at once is tried at doubling distances, even when
// the bell rings often, and the job reports itself as failing until a look finds no row.
// The end of a failed row once woke the job, and the look that found the row again
// counted as a success: the job tried the row in a tight loop.
func TestFailedRowIsTriedAgainAtDoublingDistances(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tries []time.Duration // Do runs alone: Hands is 1
		var healed atomic.Bool
		begun := time.Now()
		j := OfRows(Config{Name: "broken", Every: time.Minute, Retry: time.Second}, Rows[int]{
			Hands: 1,
			Due: func(context.Context, int) (due []int, _ error) {
				if len(tries) < 40 && !healed.Load() {
					due = []int{1}
				}
				return due, nil
			},
			Do: func(context.Context, int) error {
				tries = append(tries, time.Since(begun))
				return errors.New("no space left")
			},
		})
		all, stop := running(t, j)
		for range 16 {
			j.Ring()
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if s := all.List()[0]; s.Health != api.JobFailing || s.Since != begun.UnixMilli() {
			t.Errorf("%+v", s)
		}
		want := []time.Duration{0, time.Second, 3 * time.Second, 7 * time.Second, 15 * time.Second}
		if !slices.Equal(tries, want) {
			t.Errorf("tried after %v, want %v", tries, want)
		}
		healed.Store(true)
		time.Sleep(16 * time.Second)
		if s := all.List()[0]; s.Health != api.JobGood {
			t.Errorf("%+v", s)
		}
		stop()
	})
}

// The job looks at its interval, also while its rows end faster than that. The bug: each
// row that ended began the interval anew, so that runs scheduled for now waited until
// another run had changed all its shops.
func TestEndingRowsDoNotPutOffLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var looked []time.Duration
		begun := time.Now()
		j := OfRows(Config{Name: "busy", Every: time.Second, Look: func(context.Context) error {
			looked = append(looked, time.Since(begun))
			return nil
		}}, Rows[int]{
			Hands: 2,
			Due:   func(_ context.Context, free int) ([]int, error) { return make([]int, free), nil },
			Do: func(context.Context, int) error {
				time.Sleep(300 * time.Millisecond)
				return nil
			},
		})
		_, stop := running(t, j)
		time.Sleep(3500 * time.Millisecond)
		synctest.Wait()
		stop()
		if want := []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}; !slices.Equal(looked, want) {
			t.Errorf("looked after %v, want %v", looked, want)
		}
	})
}
