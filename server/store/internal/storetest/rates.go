package storetest

import "slices"

func rates() cases {
	const every, now int64 = 50_000, now * 1000
	take := func(s tested, at int64) int64 {
		s.Helper()
		moment := get(s.TakeRate(ctx, "platform/a", at, every))(s)
		return moment - now
	}
	return cases{
		"moments keep their distance, and unused time is lost": func(s tested) {
			for i := range int64(4) {
				same(s, i*every, take(s, now))
			}
			same(s, int64(1_000_000), take(s, now+1_000_000))
			same(s, 1_000_000+every, take(s, now+1_000_000))
			returns(s, now)(s.TakeRate(ctx, "platform/b", now, every))
		},
		"each of many callers takes a separate moment": func(s tested) {
			var moments [rivals]int64
			allSucceed(s, func(i int) (err error) {
				moments[i], err = s.TakeRate(ctx, "platform/a", now, every)
				return err
			})
			slices.Sort(moments[:])
			for i, at := range moments {
				same(s, now+int64(i)*every, at)
			}
		},
		"an idle caller takes a moment only if no other caller waits": func(s tested) {
			idle := func(at int64, want bool) {
				s.Helper()
				returns(s, want)(s.TakeIdleRate(ctx, "platform/a", at, every))
			}
			idle(now, true)
			idle(now, false)
			idle(now+every-1, false)
			idle(now+every, true)
			same(s, 2*every, take(s, now+every))
			idle(now+2*every, false)
			must(s, s.SlowRate(ctx, "platform/a", now+3*every, 0, 0, now+60_000_000))
			idle(now+3*every, true)
			idle(now+5*every-1, false)
			idle(now+5*every, true)
		},
		"a moment of a clock that was far ahead is forgotten": func(s tested) {
			const day = 86_400_000_000
			same(s, int64(day), take(s, now+day))
			same(s, int64(0), take(s, now))
			same(s, every, take(s, now))
			same(s, int64(day), take(s, now+day))
			returns(s, true)(s.TakeIdleRate(ctx, "platform/a", now, every))
			same(s, every, take(s, now))
		},
		// The bug: a replica whose clock was a day ahead was told of too many calls, and all calls were slow for a day.
		"a slowdown of a clock that was far ahead is forgotten": func(s tested) {
			const day = 86_400_000_000
			slow := func(at int64) { must(s, s.SlowRate(ctx, "platform/a", at, 0, 500_000, at+60_000_000)) }
			same(s, int64(0), take(s, now))
			slow(now + day)
			slow(now + day + 600_000)
			same(s, int64(0), take(s, now))
			same(s, every, take(s, now))
			returns(s, true)(s.TakeIdleRate(ctx, "platform/a", now+3*every, every))
			same(s, 4*every, take(s, now))
			slow(now)
			same(s, 5*every, take(s, now))
			same(s, 7*every, take(s, now))
		},
		"a slowed rate recovers after a while": func(s tested) {
			slow := func(at int64) {
				s.Helper()
				must(s, s.SlowRate(ctx, "platform/a", at, 1_000_000, 500_000, at+60_000_000))
			}
			slow(now) // no moment was taken yet, so there is nothing to slow down
			same(s, int64(0), take(s, now))
			slow(now)
			slow(now + 400_000) // within settle, so no change
			same(s, int64(1_000_000), take(s, now))
			same(s, 1_000_000+2*every, take(s, now))
			for i := range int64(9) { // at most 32 times
				slow(now + 3_000_000 + i*500_000)
			}
			apart := func(at int64) int64 {
				s.Helper()
				moment := take(s, now+at)
				return take(s, now+at) - moment
			}
			same(s, 32*every, apart(7_000_000))
			same(s, 33*every/2, apart(37_000_000)) // half of the time on
			slow(now + 52_000_000)                 // a quarter of it left: twice as slow as then
			same(s, 17*every, apart(52_000_000))
			same(s, every, apart(112_000_000))
			same(s, int64(199_000_000), take(s, now+199_000_000))
			same(s, 199_000_000+every, take(s, now+199_000_000))
		},
	}
}
