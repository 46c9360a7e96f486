package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func stops(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	see := func(t *testing.T, s store.Store, shop, at int64, kind string, until int64) {
		t.Helper()
		p := seenPart(shop, store.SeenRecord, "{}", at)
		p.Stop = &store.SnapshotStop{Kind: kind, Until: until, Forget: at - 1000}
		must(t, s.SaveSeen(ctx, []store.SnapshotPart{p}, p.At+1000))
	}
	wants := func(t *testing.T, s store.Store, from, to int64, want ...store.Stop) {
		t.Helper()
		returns(t, want)(s.Stops(ctx, []int64{1, 2, 3}, from, to))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a stop lasts until the shop takes orders, or its hours end": func(t *testing.T, s store.Store) {
			see(t, s, 1, now, store.StopPaused, now+100)
			see(t, s, 2, now, store.StopClosed, now+50)
			wants(t, s, now, now+1, store.Stop{ShopID: 1, Since: now, Until: now + 100, Kind: store.StopPaused},
				store.Stop{ShopID: 2, Since: now, Until: now + 50, Kind: store.StopClosed})
			see(t, s, 1, now+30, store.StopPaused, now+90) // the hours were cut
			see(t, s, 1, now+40, "", 0)
			see(t, s, 2, now+60, "", 0)
			wants(t, s, now+39, now+99, store.Stop{ShopID: 1, Since: now, Until: now + 40, Kind: store.StopPaused},
				store.Stop{ShopID: 2, Since: now, Until: now + 50, Kind: store.StopClosed})
			wants(t, s, now+40, now+99, store.Stop{ShopID: 2, Since: now, Until: now + 50, Kind: store.StopClosed})
			wants(t, s, 0, now)
		},
		"a pause that was left is a stop of another kind, and the next day has its own": func(t *testing.T, s store.Store) {
			see(t, s, 1, now, store.StopPaused, now+100)
			see(t, s, 1, now+20, store.StopClosed, now+100)
			see(t, s, 1, now+300, store.StopClosed, now+400)
			wants(t, s, now, now+999, store.Stop{ShopID: 1, Since: now, Until: now + 20, Kind: store.StopPaused},
				store.Stop{ShopID: 1, Since: now + 20, Until: now + 100, Kind: store.StopClosed},
				store.Stop{ShopID: 1, Since: now + 300, Until: now + 400, Kind: store.StopClosed})
			see(t, s, 1, now+1101, store.StopClosed, now+1200) // forgets what ended before now+101
			wants(t, s, now, now+1101, store.Stop{ShopID: 1, Since: now + 300, Until: now + 400, Kind: store.StopClosed})
		},
		"an older record changes no stop": func(t *testing.T, s store.Store) {
			see(t, s, 1, now+10, "", 0)
			see(t, s, 1, now, store.StopClosed, now+100)
			wants(t, s, 0, now+999)
		},
		"a stop of a clock that was far ahead is forgotten": func(t *testing.T, s store.Store) {
			see(t, s, 1, now+5000, store.StopClosed, now+6000)
			see(t, s, 1, now, "", 0)
			wants(t, s, 0, now+9999)
		},
		"a stop of an unknown kind isn't kept": func(t *testing.T, s store.Store) {
			p := seenPart(1, store.SeenRecord, "{}", now)
			p.Stop = &store.SnapshotStop{Kind: "tired", Until: now + 1}
			if s.SaveSeen(ctx, []store.SnapshotPart{p}, p.At+1000) == nil {
				t.Error("kept")
			}
			wants(t, s, 0, now+999)
		},
		"no shops have no stops": func(t *testing.T, s store.Store) {
			see(t, s, 1, now, store.StopClosed, now+100)
			counts(t, 0)(s.Stops(ctx, nil, 0, now+999))
		},
	})
}
