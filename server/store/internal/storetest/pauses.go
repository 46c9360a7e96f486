package storetest

import (
	"cmp"

	"github.com/shopdesk/shopdesk/server/store"
)

func pause(shopID int64) store.Pause {
	return store.Pause{
		ShopID: shopID, State: store.PausePaused, OperatorID: 7, Operator: wild, Reason: "busy", Note: wild,
		StartedAt: now, Until: now + 900_000, Seen: "4/1/1", DueAt: now + 300_000,
	}
}

// savePause saves p and returns the stored pause.
func savePause(s tested, p store.Pause) store.Pause {
	s.Helper()
	must(s, s.SavePause(ctx, p))
	p.Version++
	return p
}

func pauses() cases {
	due := func(s tested, at int64, limit int, want ...int64) {
		s.Helper()
		lists(s, "ShopID", want...)(s.DuePauses(ctx, at, limit))
	}
	return cases{
		"saved pauses come back with the next version": func(s tested) {
			s.notFound(s.Pause(ctx, 1))
			p := pause(1)
			for _, state := range []string{store.PauseAsked, store.PausePaused, store.PauseResuming, store.PauseLeft,
				store.PauseEnded, store.PauseAsked} {
				p.State, p.Tries, p.LeaseUntil = state, p.Tries+1, p.LeaseUntil+5
				p = savePause(s, p)
				returns(s, p)(s.Pause(ctx, 1))
			}
		},
		"an unknown state is refused": func(s tested) {
			p := pause(1)
			p.State = "great"
			s.refused("taken", s.SavePause(ctx, p))
		},
		"the list leaves out ended pauses": func(s tested) {
			three, ended, one := pause(3), pause(2), pause(1)
			ended.State = store.PauseEnded
			three, _, one = savePause(s, three), savePause(s, ended), savePause(s, one)
			returns(s, []store.Pause{one, three})(s.Pauses(ctx))
		},
		"pauses are due by their time, unless they are leased": func(s tested) {
			for id, p := range map[int64]store.Pause{
				1: {DueAt: now + 2}, 2: {DueAt: now + 1}, 3: {}, 4: {DueAt: now, LeaseUntil: now + 2}, 5: {DueAt: now + 3},
			} {
				p.ShopID, p.State = id, store.PausePaused
				savePause(s, p)
			}
			due(s, now-1, 9)
			due(s, now+1, 9, 2)
			due(s, now+2, 9, 4, 2, 1)
			due(s, now+9, 2, 4, 2)
			due(s, now+9, 0)
		},
		"a pause that a clock far ahead put off or held is due": func(s tested) {
			const most = 600_000
			for id, p := range map[int64]store.Pause{1: {DueAt: now + most}, 2: {DueAt: now - 1, LeaseUntil: now + most}} {
				p.ShopID, p.State = id, store.PauseResuming
				savePause(s, p)
			}
			due(s, now, 9)
			due(s, now-1, 9, 2, 1)
		},
		"a recheck makes an open, free pause due, and its version stays": func(s tested) {
			const most = 600_000
			for id, p := range map[int64]store.Pause{
				1: {}, 2: {LeaseUntil: now + 1}, 3: {State: store.PauseEnded}, 4: {}, 5: {LeaseUntil: now + most + 1},
			} {
				p.ShopID, p.State, p.DueAt = id, cmp.Or(p.State, store.PausePaused), now+9
				savePause(s, p)
				if id != 4 {
					must(s, s.RecheckPause(ctx, id, now))
				}
			}
			must(s, s.RecheckPause(ctx, 6, now)) // a shop without a pause
			due(s, now, 9, 1, 5)
			for id := range int64(5) {
				if p := get(s.Pause(ctx, id+1))(s); p.Version != 1 {
					s.Errorf("pause %d has version %d", id+1, p.Version)
				}
			}
		},
		"the holder prolongs the lease on a pause, and its version stays": func(s tested) {
			p := pause(1)
			p.LeaseUntil, p.DueAt = now+5, now+5
			p = savePause(s, p)
			must(s, s.HoldPause(ctx, 1, p.Version, now+9))
			due(s, now+8, 9)
			due(s, now+9, 9, 1)
			p.LeaseUntil = now + 9
			returns(s, p)(s.Pause(ctx, 1))
			next := savePause(s, p)
			s.conflicts(s.HoldPause(ctx, 1, p.Version, now+99))
			s.conflicts(s.HoldPause(ctx, 2, 0, now+99))
			returns(s, next)(s.Pause(ctx, 1))
		},
		"late pauses are counted, leased or not, unless they have ended": func(s tested) {
			for id, p := range map[int64]store.Pause{
				1: {DueAt: now + 2}, 2: {DueAt: now + 1, LeaseUntil: now + 9}, 3: {}, 4: {DueAt: now + 1, State: store.PauseEnded},
			} {
				p.ShopID, p.State = id, cmp.Or(p.State, store.PausePaused)
				savePause(s, p)
			}
			for before, want := range []int64{0, 0, 1, 2} {
				returns(s, want)(s.CountLatePauses(ctx, now+int64(before)))
			}
		},
	}
}
