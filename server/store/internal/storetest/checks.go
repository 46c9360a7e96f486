package storetest

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/server/store"
)

// rivals is the number of concurrent callers.
const rivals = 16

// race runs do by all rivals at once and returns their errors.
func race(do func(i int) error) []error {
	var (
		ready sync.WaitGroup
		done  sync.WaitGroup
		start = make(chan struct{})
		errs  = make([]error, rivals)
	)
	for i := range rivals {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			errs[i] = do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	return errs
}

// oneWins checks that one rival succeeds and that the others get one of the allowed errors.
func oneWins(t testing.TB, do func(i int) error, allowed ...error) {
	t.Helper()
	won := 0
	for _, err := range race(do) {
		switch {
		case err == nil:
			won++
		case !slices.ContainsFunc(allowed, func(target error) bool { return errors.Is(err, target) }):
			t.Errorf("a loser got %v", err)
		}
	}
	if won != 1 {
		t.Errorf("%d won, want 1", won)
	}
}

// claimOnce checks that rivals who claim until nothing is left together claim n rows, each once.
func claimOnce(t testing.TB, n int, field string, claim func(i int) (rows any, err error)) {
	t.Helper()
	var mu sync.Mutex
	times := map[any]int{}
	allSucceed(t, func(i int) error {
		for range n { // a claim that fails to exclude others would never end
			rows, err := claim(i)
			if err != nil || reflect.ValueOf(rows).Len() == 0 {
				return err
			}
			mu.Lock()
			for _, row := range reflect.ValueOf(rows).Seq2() {
				times[row.FieldByName(field).Interface()]++
			}
			mu.Unlock()
		}
		return nil
	})
	same(t, n, len(times))
	for id, n := range times {
		if n != 1 {
			t.Errorf("%v was claimed %d times", id, n)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// allSucceed checks that each rival succeeds.
func allSucceed(t testing.TB, do func(i int) error) {
	t.Helper()
	for _, err := range race(do) {
		must(t, err)
	}
}

// fails checks the error of a call, which is the last of its results.
func (t test) fails(want error, results ...any) {
	t.Helper()
	if got, _ := results[len(results)-1].(error); !errors.Is(got, want) {
		t.Errorf("got error %v, want %v", got, want)
	}
}

// refused checks that a call fails.
func (t test) refused(otherwise string, err error) {
	t.Helper()
	if err == nil {
		t.Error(otherwise)
	}
}

func (t test) notFound(results ...any) {
	t.Helper()
	t.fails(store.ErrNotFound, results...)
}

func (t test) conflicts(results ...any) {
	t.Helper()
	t.fails(store.ErrConflict, results...)
}

// wholeBytes compares byte strings as a whole, because cmp takes seconds for megabytes.
var wholeBytes = cmp.FilterValues(
	func(a, b []byte) bool { return len(a)+len(b) > 0 }, // empty ones are left to EquateEmpty
	cmp.Comparer(bytes.Equal))

// same compares two values. nil and empty are equal.
func same(t testing.TB, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), wholeBytes); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// get returns what a call of the store returns.
func get[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

// returns checks what a call of the store returns.
func returns(t testing.TB, want any) func(got any, err error) {
	return func(got any, err error) {
		t.Helper()
		must(t, err)
		same(t, want, got)
	}
}

// lists checks a field of the rows that a call of the store returns.
func lists[T any](t testing.TB, field string, want ...T) func(rows any, err error) {
	return func(rows any, err error) {
		t.Helper()
		must(t, err)
		var got []T
		for _, row := range reflect.ValueOf(rows).Seq2() {
			got = append(got, row.FieldByName(field).Interface().(T))
		}
		same(t, want, got)
	}
}

// succeeds checks that a call of the store returns no error.
func succeeds(t testing.TB) func(_ any, err error) {
	return func(_ any, err error) {
		t.Helper()
		must(t, err)
	}
}

// counts checks how many rows a call of the store returns.
func counts(t testing.TB, want int) func(all any, err error) {
	return func(all any, err error) {
		t.Helper()
		must(t, err)
		same(t, want, reflect.ValueOf(all).Len())
	}
}
