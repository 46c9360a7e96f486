package storetest

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Replicas are two stores that share a database, and the doorbell between them. In one process they may be the same
// store.
type Replicas struct {
	First, Second store.Store
	// Break breaks the doorbell and Mend mends it. Nil: it can't break.
	Break, Mend func()
}

// watched watches a store. Rings that nobody has taken yet count as one.
func watched(t testing.TB, s store.Store) (rung chan struct{}, stop func()) {
	rung = make(chan struct{}, 1)
	stop = s.Watch(func() {
		select {
		case rung <- struct{}{}:
		default:
		}
	})
	t.Cleanup(stop)
	return rung, stop
}

// RunDoorbell runs the suite for what tells replicas of each other's events.
func RunDoorbell(t *testing.T, open func(t *testing.T) Replicas) {
	ctx := t.Context()
	add := func(t *testing.T, s store.Store) {
		must(t, s.AddEvents(ctx, []store.Event{{At: now, ShopID: 1, Kind: "a"}}))
	}
	// works waits until the doorbell of s works, or is broken.
	works := func(t *testing.T, s store.Store, want bool) {
		t.Helper()
		bell := s.(store.Replicated).Doorbell()
		for end := time.Now().Add(time.Minute); bell != nil && (bell.Err() == nil) != want; {
			if time.Now().After(end) {
				t.Fatalf("the doorbell says %v", bell.Err())
			}
			time.Sleep(time.Millisecond)
		}
	}
	for name, run := range map[string]func(t *testing.T, r Replicas){
		"an event rings at every watcher of every replica": func(t *testing.T, r Replicas) {
			for _, s := range []store.Store{r.First, r.Second} {
				works(t, s, true)
			}
			here, _ := watched(t, r.First)
			there, stop := watched(t, r.Second)
			too, _ := watched(t, r.Second)
			for range 3 {
				add(t, r.First)
				<-here
				<-there
				<-too
			}
			add(t, r.Second)
			<-here
			stop()
			select {
			case <-there: // of a moment before
			default:
			}
			add(t, r.First)
			<-too
			if len(there) != 0 {
				t.Error("a watcher that has stopped was called")
			}
		},
		"a broken doorbell loses no event, and rings when it works again": func(t *testing.T, r Replicas) {
			if r.Break == nil {
				return
			}
			works(t, r.First, true)
			works(t, r.Second, true)
			r.Break()
			works(t, r.First, false)
			works(t, r.Second, false)
			here, _ := watched(t, r.First)
			there, _ := watched(t, r.Second)
			add(t, r.First)
			<-here
			page, err := r.Second.Events(ctx, 0, 9)
			must(t, err)
			same(t, int64(1), page.Head)
			r.Mend()
			<-there
			works(t, r.First, true)
			works(t, r.Second, true)
			add(t, r.Second)
			<-here
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}
