package background

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

func TestBackoffDoublesUpToTheMost(t *testing.T) {
	t.Parallel()
	want := []time.Duration{time.Second, time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second}
	for failures, want := range want {
		if got := Backoff(time.Second, 5*time.Second, failures); got != want {
			t.Errorf("%d failures: %v, want %v", failures, got, want)
		}
	}
	if got := Backoff(30*time.Second, time.Hour, int64(1)<<40); got != time.Hour {
		t.Errorf("very many failures: %v", got)
	}
}

// eventLog has an event for each number after kept, up to head.
type eventLog struct {
	store.Store
	head, kept int64
}

func (l *eventLog) Events(_ context.Context, after int64, limit int) (store.EventPage, error) {
	page := store.EventPage{Head: l.head, Kept: l.kept}
	for seq := max(after, l.kept) + 1; seq <= l.head && len(page.Events) < limit; seq++ {
		page.Events = append(page.Events, store.Event{Seq: seq})
	}
	return page, nil
}

// A follower takes each event once, over several pages, and begins again after a gap.
func TestFollowerTakesEachEventOnce(t *testing.T) {
	t.Parallel()
	log := &eventLog{head: 10}
	var taken []int64
	var begun int
	var broken bool
	f := Follower{
		Log:   log,
		Begin: func(log store.EventPage) int64 { begun++; return max(log.Kept, log.Head-2) },
		Take: func(events []store.Event) {
			if broken {
				panic("a wrong index")
			}
			for _, e := range events {
				taken = append(taken, e.Seq)
			}
		},
	}
	look := func(head, kept int64, starts int, first, last int64) {
		t.Helper()
		log.head, log.kept, taken = head, kept, nil
		if err := f.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
		var want []int64
		for seq := first; seq <= last; seq++ {
			want = append(want, seq)
		}
		if !slices.Equal(taken, want) || begun != starts {
			t.Errorf("log up to %d: begun %d times, %d events are taken: %v", head, begun, len(taken), taken)
		}
	}
	look(10, 0, 1, 9, 10)                            // the first look
	look(10, 0, 1, 1, 0)                             // nothing new
	look(1600, 10, 1, 11, 1600)                      // several pages
	look(5000, 4000, 2, 4999, 5000)                  // pruned beyond the last event read
	look(20, 0, 3, 19, 20)                           // another database
	look(eventsAtOnce+20, 0, 3, 21, eventsAtOnce+20) // exactly one page
	log.head++
	broken = true
	if err := Try(func() error { return f.Look(t.Context()) }); err == nil {
		t.Error("no panic")
	}
	broken = false
	// The events of a page whose taking panicked may be missing: the follower begins again, as after a gap.
	look(eventsAtOnce+30, 0, 4, eventsAtOnce+29, eventsAtOnce+30)
}
