package storetest

import (
	"fmt"
	"sync"

	"github.com/shopdesk/shopdesk/server/store"
)

func events() cases {
	return cases{
		"events are numbered without a gap, and ring": func(s tested) {
			rung, stop := watched(s, s)
			must(s, s.AddEvents(ctx, []store.Event{{At: 1, ShopID: 1, Kind: "a", Data: []byte("x")},
				{At: 2, ShopID: 2, Kind: wild}}))
			<-rung
			stop()
			returns(s, store.EventPage{Head: 2, Events: []store.Event{
				{Seq: 1, At: 1, ShopID: 1, Kind: "a", Data: []byte("x")},
				{Seq: 2, At: 2, ShopID: 2, Kind: wild}}})(s.Events(ctx, 0, 9))
			returns(s, store.EventPage{Head: 2})(s.Events(ctx, 1, 0))
		},
		"a pruned log tells its last deleted number": func(s tested) {
			for i := range int64(4) {
				must(s, s.AddEvents(ctx, []store.Event{{At: now + i, ShopID: 1, Kind: "a"}}))
			}
			must(s, s.PruneEvents(ctx, now+2))
			must(s, s.PruneEvents(ctx, now-9))
			page := get(s.Events(ctx, 0, 9))(s)
			same(s, int64(2), page.Kept)
			same(s, int64(3), page.Events[0].Seq)
		},
		// Clocks of replicas differ, so moments run back. Bug: a younger event before an old one was deleted with it.
		"the log is pruned up to the first younger event": func(s tested) {
			kept := func(before int64) int64 {
				s.Helper()
				must(s, s.PruneEvents(ctx, before))
				page := get(s.Events(ctx, 0, 9))(s)
				return page.Kept
			}
			for _, at := range []int64{0, 5, 1, 6, 600_007, 2, 6} { // the fifth is of a clock that was far ahead
				must(s, s.AddEvents(ctx, []store.Event{{At: now + at, ShopID: 1, Kind: "a"}}))
			}
			same(s, int64(1), kept(now+3))
			same(s, int64(3), kept(now+6))
			same(s, int64(7), kept(now+7))
		},
		// Readers that follow the numbers miss no event, however many writers there are.
		"a reader that follows the numbers misses no event": func(s tested) {
			const each = 25
			var writing sync.WaitGroup
			for w := range rivals {
				writing.Go(func() {
					for i := range each {
						if err := s.AddEvents(ctx, []store.Event{{ShopID: int64(w), Kind: fmt.Sprint(i)},
							{ShopID: int64(w), Kind: "more"}}); err != nil {
							s.Error(err)
						}
					}
				})
			}
			var last int64
			for last < rivals*each*2 && !s.Failed() {
				page := get(s.Events(ctx, last, 7))(s)
				for _, e := range page.Events {
					if e.Seq != last+1 {
						s.Fatalf("%d after %d", e.Seq, last)
					}
					last = e.Seq
				}
			}
			writing.Wait()
		},
	}
}
