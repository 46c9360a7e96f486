package storetest

import (
	"slices"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func rates(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	const every, now int64 = 50_000, now * 1000
	take := func(t *testing.T, s store.Store, at int64) int64 {
		t.Helper()
		moment, err := s.TakeRate(ctx, "platform/a", at, every)
		must(t, err)
		return moment - now
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"moments keep their distance, and unused time is lost": func(t *testing.T, s store.Store) {
			for i := range int64(4) {
				same(t, i*every, take(t, s, now))
			}
			same(t, int64(1_000_000), take(t, s, now+1_000_000))
			same(t, 1_000_000+every, take(t, s, now+1_000_000))
			returns(t, now)(s.TakeRate(ctx, "platform/b", now, every))
		},
		"each of many callers takes a separate moment": func(t *testing.T, s store.Store) {
			var mu sync.Mutex
			var moments []int64
			mustAll(t, race(func(int) error {
				at, err := s.TakeRate(ctx, "platform/a", now, every)
				mu.Lock()
				defer mu.Unlock()
				moments = append(moments, at-now)
				return err
			}))
			slices.Sort(moments)
			for i, at := range moments {
				same(t, int64(i)*every, at)
			}
		},
		"an idle caller takes a moment only if no other caller waits": func(t *testing.T, s store.Store) {
			idle := func(at int64, want bool) {
				t.Helper()
				returns(t, want)(s.TakeIdleRate(ctx, "platform/a", at, every))
			}
			idle(now, true)
			idle(now, false)
			idle(now+every-1, false)
			idle(now+every, true)
			same(t, 2*every, take(t, s, now+every))
			idle(now+2*every, false)
			must(t, s.SlowRate(ctx, "platform/a", now+3*every, 0, 0, now+60_000_000))
			idle(now+3*every, true)
			idle(now+5*every-1, false)
			idle(now+5*every, true)
		},
		"a moment of a clock that was far ahead is forgotten": func(t *testing.T, s store.Store) {
			const day = 86_400_000_000
			same(t, int64(day), take(t, s, now+day))
			same(t, int64(0), take(t, s, now))
			same(t, every, take(t, s, now))
			same(t, int64(day), take(t, s, now+day))
			returns(t, true)(s.TakeIdleRate(ctx, "platform/a", now, every))
			same(t, every, take(t, s, now))
		},
		// The bug: a replica whose clock was a day ahead was told of too many calls, and all calls were slow for a day.
		"a slowdown of a clock that was far ahead is forgotten": func(t *testing.T, s store.Store) {
			const day = 86_400_000_000
			slow := func(at int64) { must(t, s.SlowRate(ctx, "platform/a", at, 0, 500_000, at+60_000_000)) }
			same(t, int64(0), take(t, s, now))
			slow(now + day)
			slow(now + day + 600_000)
			same(t, int64(0), take(t, s, now))
			same(t, every, take(t, s, now))
			returns(t, true)(s.TakeIdleRate(ctx, "platform/a", now+3*every, every))
			same(t, 4*every, take(t, s, now))
			slow(now)
			same(t, 5*every, take(t, s, now))
			same(t, 7*every, take(t, s, now))
		},
		"a slowed rate recovers after a while": func(t *testing.T, s store.Store) {
			slow := func(at int64) {
				t.Helper()
				must(t, s.SlowRate(ctx, "platform/a", at, 1_000_000, 500_000, at+60_000_000))
			}
			slow(now) // no moment was taken yet, so there is nothing to slow down
			same(t, int64(0), take(t, s, now))
			slow(now)
			slow(now + 400_000) // within settle, so no change
			same(t, int64(1_000_000), take(t, s, now))
			same(t, 1_000_000+2*every, take(t, s, now))
			slow(now + 600_000)
			at := take(t, s, now+2_000_000)
			same(t, at+4*every, take(t, s, now+2_000_000))
			for i := range int64(4) { // at most eight times
				slow(now + 3_000_000 + i*500_000)
			}
			at = take(t, s, now+9_000_000)
			same(t, at+8*every, take(t, s, now+9_000_000))
			same(t, int64(99_000_000), take(t, s, now+99_000_000))
			same(t, 99_000_000+every, take(t, s, now+99_000_000))
		},
	})
}
