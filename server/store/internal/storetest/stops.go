package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func stops() cases {
	saw := func(s tested, shop, at int64, kind string, until int64) {
		s.Helper()
		p := seenPart(shop, store.SeenRecord, "{}", at)
		p.Stop = &store.SnapshotStop{Kind: kind, Until: until, Forget: at - 1000}
		must(s, s.SaveSeen(ctx, []store.SnapshotPart{p}, p.At+1000))
	}
	stop := func(shop, since, until int64, kind string) store.Stop {
		return store.Stop{ShopID: shop, Since: now + since, Until: now + until, Kind: kind}
	}
	wants := func(s tested, from, to int64, want ...store.Stop) {
		s.Helper()
		returns(s, want)(s.Stops(ctx, []int64{1, 2, 3}, from, to))
	}
	return cases{
		"a stop lasts until the shop takes orders, or its hours end": func(s tested) {
			saw(s, 1, now, store.StopPaused, now+100)
			saw(s, 2, now, store.StopClosed, now+50)
			wants(s, now, now+1, stop(1, 0, 100, store.StopPaused),
				stop(2, 0, 50, store.StopClosed))
			saw(s, 1, now+30, store.StopPaused, now+90) // the hours were cut
			saw(s, 1, now+40, "", 0)
			saw(s, 2, now+60, "", 0)
			wants(s, now+39, now+99, stop(1, 0, 40, store.StopPaused),
				stop(2, 0, 50, store.StopClosed))
			wants(s, now+40, now+99, stop(2, 0, 50, store.StopClosed))
			wants(s, 0, now)
		},
		"a pause that was left is a stop of another kind, and the next day has its own": func(s tested) {
			saw(s, 1, now, store.StopPaused, now+100)
			saw(s, 1, now+20, store.StopClosed, now+100)
			saw(s, 1, now+300, store.StopClosed, now+400)
			wants(s, now, now+999, stop(1, 0, 20, store.StopPaused),
				stop(1, 20, 100, store.StopClosed),
				stop(1, 300, 400, store.StopClosed))
			saw(s, 1, now+1101, store.StopClosed, now+1200) // forgets what ended before now+101
			wants(s, now, now+1101, stop(1, 300, 400, store.StopClosed))
		},
		"an older record changes no stop": func(s tested) {
			saw(s, 1, now+10, "", 0)
			saw(s, 1, now, store.StopClosed, now+100)
			wants(s, 0, now+999)
		},
		"a stop of a clock that was far ahead is forgotten": func(s tested) {
			saw(s, 1, now+5000, store.StopClosed, now+6000)
			saw(s, 1, now, "", 0)
			wants(s, 0, now+9999)
		},
		"a stop of an unknown kind isn't kept": func(s tested) {
			p := seenPart(1, store.SeenRecord, "{}", now)
			p.Stop = &store.SnapshotStop{Kind: "tired", Until: now + 1}
			s.refused("kept", s.SaveSeen(ctx, []store.SnapshotPart{p}, p.At+1000))
			wants(s, 0, now+999)
		},
		"no shops have no stops": func(s tested) {
			saw(s, 1, now, store.StopClosed, now+100)
			counts(s, 0)(s.Stops(ctx, nil, 0, now+999))
		},
	}
}
