package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func seenPart(shop int64, part, body string, at int64) store.SnapshotPart {
	return store.SnapshotPart{ShopID: shop, Part: part, Body: []byte(body), At: at}
}

// known adds these shops and their entries in the shop directory.
func known(t *testing.T, s store.Store, shops ...int64) {
	t.Helper()
	var list []store.Shop
	for _, id := range shops {
		list = append(list, store.Shop{ShopID: id, Zone: "UTC"})
	}
	must(t, s.PutShops(t.Context(), list))
	must(t, s.EnsureSeen(t.Context()))
}

func seenOne(t *testing.T, s store.Store, shop int64) store.ShopSnapshot {
	t.Helper()
	all, err := s.Seen(t.Context(), []int64{shop})
	must(t, err)
	if len(all) != 1 {
		t.Fatalf("%d rows of shop %d", len(all), shop)
	}
	return all[0]
}

func roster(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	const later = now + 1000
	claim := func(t *testing.T, s store.Store, at int64, limit int) (claimed []store.ShopSnapshot, ids []int64) {
		t.Helper()
		claimed, err := s.ClaimSeen(ctx, at, at+100, at+9000, limit)
		must(t, err)
		for _, one := range claimed {
			ids = append(ids, one.ShopID)
		}
		return claimed, ids
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a new shop is due once": func(t *testing.T, s store.Store) {
			known(t, s, 2, 1)
			known(t, s, 3)
			_, ids := claim(t, s, now, 9)
			same(t, []int64{1, 2, 3}, ids)
			must(t, s.EnsureSeen(ctx))
			_, ids = claim(t, s, now, 9)
			same(t, []int64(nil), ids)
		},
		"the later version of each part comes back": func(t *testing.T, s store.Store) {
			must(t, s.SaveSeen(ctx, []store.SnapshotPart{
				seenPart(2, store.SeenWeek, wild, now), seenPart(1, store.SeenRecord, "{}", now),
				seenPart(1, store.SeenDates, "[]", now), seenPart(1, store.SeenWeek, "", now),
				seenPart(1, store.SeenUnlisted, wild, now),
			}, later))
			must(t, s.SaveSeen(ctx, []store.SnapshotPart{
				seenPart(1, store.SeenRecord, "old", now-1), seenPart(1, store.SeenDates, "same moment", now),
				seenPart(2, store.SeenWeek, "new", now+1),
			}, later))
			returns(t, []store.ShopSnapshot{
				{ShopID: 1, Version: 2, DueAt: 1, Parts: []store.SnapshotPart{
					seenPart(1, store.SeenDates, "same moment", now), seenPart(1, store.SeenRecord, "{}", now),
					seenPart(1, store.SeenUnlisted, wild, now), seenPart(1, store.SeenWeek, "", now),
				}},
				{ShopID: 2, Version: 2, DueAt: 1, Parts: []store.SnapshotPart{seenPart(2, store.SeenWeek, "new", now+1)}},
			})(s.Seen(ctx, []int64{7, 2, 1}))
			returns(t, map[int64]int64{1: 2, 2: 2})(s.SeenVersions(ctx))
			if s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, "orders", "{}", now)}, later) == nil {
				t.Error("an unknown part was taken")
			}
		},
		"a part of a clock that was ahead is replaced": func(t *testing.T, s store.Store) {
			must(t, s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, store.SeenWeek, "ahead", now+5000)}, now+6000))
			must(t, s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, store.SeenWeek, "right", now)}, later))
			same(t, []store.SnapshotPart{seenPart(1, store.SeenWeek, "right", now)}, seenOne(t, s, 1).Parts)
		},
		"a shop that a clock far ahead scheduled or claimed is due": func(t *testing.T, s store.Store) {
			known(t, s, 1, 2, 3)
			const day = 86_400_000
			claimed, _ := claim(t, s, now+day, 2)
			must(t, s.FinishSeen(ctx, claimed[0], now+day+5000))
			_, ids := claim(t, s, now, 9)
			same(t, []int64{2, 3, 1}, ids)
		},
		"past dates stay when a list no longer has them": func(t *testing.T, s store.Store) {
			day := func(first, last, hours string) store.SnapshotDate {
				return store.SnapshotDate{First: first, Last: last, Hours: []byte(hours)}
			}
			save := func(shop, at int64, open, forget string, entries ...store.SnapshotDate) {
				t.Helper()
				p := seenPart(shop, store.SeenDates, "[]", at)
				p.Dates = &store.SnapshotDates{Entries: entries, Open: open, Forget: forget}
				must(t, s.SaveSeen(ctx, []store.SnapshotPart{seenPart(shop, store.SeenWeek, "{}", at), p}, later))
			}
			over := func(shop int64, from, before string, want ...store.SnapshotDate) {
				t.Helper()
				returns(t, want)(s.SeenDates(ctx, shop, from, before))
			}
			feast, eve, year := day("2026-12-20", "2026-12-22", wild), day("2026-12-24", "2026-12-24", ""),
				day("2026-12-31", "2027-01-02", "x")
			save(1, now, "2026-12-20", "", eve, year, feast)
			save(2, now, "2026-12-20", "", feast)
			over(1, "2026-12-22", "2026-12-31", eve, feast)
			over(1, "2026-12-23", "2027-01-03", year, eve)
			over(1, "2026-12-22", "2026-12-24", feast)

			// On the 24th the list has lost the feast, which is past and stays, and the eve, whose day isn't
			// over and which is deleted. The turn of the year has become shorter.
			shorter := day("2026-12-31", "2026-12-31", "y")
			save(1, now+1, "2026-12-24", "", shorter)
			over(1, "", "9999", shorter, feast)
			save(1, now, "2026-12-20", "", eve) // an older list
			over(1, "", "9999", shorter, feast)
			must(t, s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, store.SeenDates, "[]", now+2)}, later))
			over(1, "", "9999", shorter, feast)

			// A list also replaces entries of past days.
			longer := day("2026-12-22", "2026-12-23", "z")
			save(1, now+3, "2027-01-01", "2026-12-23", longer)
			over(1, "", "9999", shorter, longer)
			save(1, now+4, "2027-01-01", "2026-12-24")
			over(1, "", "9999", shorter)
			over(2, "", "9999", feast)
		},
		"1200 shops are saved and requested at once": func(t *testing.T, s store.Store) {
			var parts []store.SnapshotPart
			var ids []int64
			for id := range int64(1200) {
				ids = append(ids, id)
				parts = append(parts, seenPart(id, store.SeenRecord, "r", now))
			}
			must(t, s.SaveSeen(ctx, parts, later))
			counts(t, 1200)(s.Seen(ctx, ids))
			must(t, s.AskSeen(ctx, ids, now))
		},
		"a claim is exclusive until it ends": func(t *testing.T, s store.Store) {
			known(t, s, 1, 2, 3)
			claimed, ids := claim(t, s, now, 2)
			same(t, []int64{1, 2}, ids)
			first := claimed[0]
			first.Failure, first.Tries = "down", 3
			must(t, s.FinishSeen(ctx, first, now+50))
			wantError(t, s.FinishSeen(ctx, first, now+50), store.ErrConflict)
			same(t, store.ShopSnapshot{ShopID: 1, Version: 1, Failure: "down", Tries: 3, DueAt: now + 50}, seenOne(t, s, 1))
			_, ids = claim(t, s, now+49, 9)
			same(t, []int64{3}, ids)
			_, ids = claim(t, s, now+100, 9) // the lease of the second shop has ended, the first shop is due
			same(t, []int64{2, 1}, ids)
			wantError(t, s.FinishSeen(ctx, claimed[1], now+500), store.ErrConflict)
		},
		"a repeated failure leaves the version unchanged": func(t *testing.T, s store.Store) {
			known(t, s, 1)
			for range 3 {
				claimed, _ := claim(t, s, now, 1)
				claimed[0].Failure = "absent"
				must(t, s.FinishSeen(ctx, claimed[0], now))
			}
			same(t, int64(1), seenOne(t, s, 1).Version)
		},
		"a shop requested during its read is read again": func(t *testing.T, s store.Store) {
			known(t, s, 1, 2)
			claimed, _ := claim(t, s, now, 1)
			must(t, s.AskSeen(ctx, []int64{1}, now+5))
			must(t, s.FinishSeen(ctx, claimed[0], now+9000))
			same(t, -(now + 5), seenOne(t, s, 1).DueAt)
			claimed, ids := claim(t, s, now+6, 9)
			same(t, []int64{1, 2}, ids)
			must(t, s.AskSeen(ctx, []int64{1}, now+7)) // requested once more
			for _, one := range claimed {
				must(t, s.FinishSeen(ctx, one, now+9000))
			}
			same(t, -(now + 7), seenOne(t, s, 1).DueAt)
			same(t, now+9000, seenOne(t, s, 2).DueAt)
		},
		"requested shops come before due ones": func(t *testing.T, s store.Store) {
			known(t, s, 1, 2, 3)
			must(t, s.AskSeen(ctx, []int64{3}, now))
			must(t, s.AskSeen(ctx, []int64{3}, now+1)) // requested already, so the shop keeps its place
			same(t, -now, seenOne(t, s, 3).DueAt)
			_, ids := claim(t, s, now, 2)
			same(t, []int64{3, 1}, ids)
		},
		"one of many callers claims each shop": func(t *testing.T, s store.Store) {
			known(t, s, 1, 2, 3, 4, 5, 6, 7, 8)
			got := make([][]store.ShopSnapshot, rivals)
			mustAll(t, race(func(i int) (err error) {
				got[i], err = s.ClaimSeen(ctx, now, now+100, now+9000, 3)
				return err
			}))
			count := map[int64]int{}
			for _, claimed := range got {
				for _, one := range claimed {
					count[one.ShopID]++
				}
			}
			for id, n := range count {
				if n > 1 {
					t.Errorf("shop %d was claimed %d times", id, n)
				}
			}
		},
	})
}
