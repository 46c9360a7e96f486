package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func seenPart(shop int64, part, body string, at int64) store.SnapshotPart {
	return store.SnapshotPart{ShopID: shop, Part: part, Body: []byte(body), At: at}
}

// see saves parts of shops, read by a clock near now.
func see(s tested, parts ...store.SnapshotPart) {
	s.Helper()
	must(s, s.SaveSeen(ctx, parts, now+1000))
}

// known adds these shops and their entries in the shop directory.
func known(s tested, shops ...int64) {
	s.Helper()
	var list []store.Shop
	for _, id := range shops {
		list = append(list, store.Shop{ShopID: id, Zone: "UTC"})
	}
	must(s, s.PutShops(ctx, list))
	must(s, s.EnsureSeen(ctx))
}

func seenOne(s tested, shop int64) store.ShopSnapshot {
	s.Helper()
	all := get(s.Seen(ctx, []int64{shop}))(s)
	if len(all) != 1 {
		s.Fatalf("%d rows of shop %d", len(all), shop)
	}
	return all[0]
}

func roster() cases {
	claim := func(s tested, at int64, limit int, want ...int64) []store.ShopSnapshot {
		s.Helper()
		claimed := get(s.ClaimSeen(ctx, at, at+100, at+9000, limit))(s)
		lists(s, "ShopID", want...)(claimed, nil)
		return claimed
	}
	return cases{
		"a new shop is due once": func(s tested) {
			known(s, 2, 1)
			known(s, 3)
			claim(s, now, 9, 1, 2, 3)
			must(s, s.EnsureSeen(ctx))
			claim(s, now, 9)
		},
		"the later version of each part comes back": func(s tested) {
			see(s, seenPart(2, store.SeenWeek, wild, now), seenPart(1, store.SeenRecord, "{}", now),
				seenPart(1, store.SeenDates, "[]", now), seenPart(1, store.SeenWeek, "", now),
				seenPart(1, store.SeenUnlisted, wild, now))
			see(s, seenPart(1, store.SeenRecord, "old", now-1), seenPart(1, store.SeenDates, "same moment", now),
				seenPart(2, store.SeenWeek, "new", now+1))
			returns(s, []store.ShopSnapshot{
				{ShopID: 1, Version: 2, DueAt: 1, Parts: []store.SnapshotPart{
					seenPart(1, store.SeenDates, "same moment", now), seenPart(1, store.SeenRecord, "{}", now),
					seenPart(1, store.SeenUnlisted, wild, now), seenPart(1, store.SeenWeek, "", now),
				}},
				{ShopID: 2, Version: 2, DueAt: 1, Parts: []store.SnapshotPart{seenPart(2, store.SeenWeek, "new", now+1)}},
			})(s.Seen(ctx, []int64{7, 2, 1}))
			returns(s, map[int64]int64{1: 2, 2: 2})(s.SeenVersions(ctx))
			returns(s, int64(4))(s.SeenChanges(ctx))
			s.refused("an unknown part was taken",
				s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, "orders", "{}", now)}, now+1000))
		},
		"a part of a clock that was ahead is replaced": func(s tested) {
			must(s, s.SaveSeen(ctx, []store.SnapshotPart{seenPart(1, store.SeenWeek, "ahead", now+5000)}, now+6000))
			see(s, seenPart(1, store.SeenWeek, "right", now))
			same(s, []store.SnapshotPart{seenPart(1, store.SeenWeek, "right", now)}, seenOne(s, 1).Parts)
		},
		"a shop that a clock far ahead scheduled or claimed is due": func(s tested) {
			known(s, 1, 2, 3)
			const day = 86_400_000
			claimed := claim(s, now+day, 2, 1, 2)
			must(s, s.FinishSeen(ctx, claimed[0], now+day+5000))
			claim(s, now, 9, 2, 3, 1)
		},
		"past dates stay when a list no longer has them": func(s tested) {
			day := func(first, last, hours string) store.SnapshotDate {
				return store.SnapshotDate{First: first, Last: last, Hours: []byte(hours)}
			}
			save := func(shop, at int64, open, forget string, entries ...store.SnapshotDate) {
				s.Helper()
				p := seenPart(shop, store.SeenDates, "[]", at)
				p.Dates = &store.SnapshotDates{Entries: entries, Open: open, Forget: forget}
				see(s, seenPart(shop, store.SeenWeek, "{}", at), p)
			}
			over := func(shop int64, from, before string, want ...store.SnapshotDate) {
				s.Helper()
				same(s, want, get(s.SeenDates(ctx, []int64{shop}, from, before))(s)[shop])
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
			see(s, seenPart(1, store.SeenDates, "[]", now+2))
			over(1, "", "9999", shorter, feast)

			// A list also replaces entries of past days.
			longer := day("2026-12-22", "2026-12-23", "z")
			save(1, now+3, "2027-01-01", "2026-12-23", longer)
			over(1, "", "9999", shorter, longer)
			save(1, now+4, "2027-01-01", "2026-12-24")
			over(1, "", "9999", shorter)
			over(2, "", "9999", feast)
		},
		"1200 shops are saved and requested at once": func(s tested) {
			var parts []store.SnapshotPart
			ids := numbers(1200)
			for _, id := range ids {
				parts = append(parts, seenPart(id, store.SeenRecord, "r", now))
			}
			see(s, parts...)
			counts(s, 1200)(s.Seen(ctx, ids))
			must(s, s.AskSeen(ctx, ids, now))
		},
		"a claim is exclusive until it ends": func(s tested) {
			known(s, 1, 2, 3)
			claimed := claim(s, now, 2, 1, 2)
			first := claimed[0]
			first.Failure, first.Tries = "down", 3
			must(s, s.FinishSeen(ctx, first, now+50))
			s.conflicts(s.FinishSeen(ctx, first, now+50))
			same(s, store.ShopSnapshot{ShopID: 1, Version: 1, Failure: "down", Tries: 3, DueAt: now + 50}, seenOne(s, 1))
			claim(s, now+49, 9, 3)
			claim(s, now+100, 9, 2, 1) // the lease of the second shop has ended, the first shop is due
			s.conflicts(s.FinishSeen(ctx, claimed[1], now+500))
		},
		"a repeated failure leaves the version unchanged": func(s tested) {
			known(s, 1)
			for range 3 {
				claimed := claim(s, now, 1, 1)
				claimed[0].Failure = "absent"
				must(s, s.FinishSeen(ctx, claimed[0], now))
			}
			same(s, int64(1), seenOne(s, 1).Version)
		},
		"a shop requested during its read is read again": func(s tested) {
			known(s, 1, 2)
			claimed := claim(s, now, 1, 1)
			must(s, s.AskSeen(ctx, []int64{1}, now+5))
			must(s, s.FinishSeen(ctx, claimed[0], now+9000))
			same(s, -(now + 5), seenOne(s, 1).DueAt)
			claimed = claim(s, now+6, 9, 1, 2)
			must(s, s.AskSeen(ctx, []int64{1}, now+7)) // requested once more
			for _, one := range claimed {
				must(s, s.FinishSeen(ctx, one, now+9000))
			}
			same(s, -(now + 7), seenOne(s, 1).DueAt)
			same(s, now+9000, seenOne(s, 2).DueAt)
		},
		"requested shops come before due ones": func(s tested) {
			known(s, 1, 2, 3)
			must(s, s.AskSeen(ctx, []int64{3}, now))
			must(s, s.AskSeen(ctx, []int64{3}, now+1)) // requested already, so the shop keeps its place
			same(s, -now, seenOne(s, 3).DueAt)
			claim(s, now, 2, 3, 1)
		},
		"one of many callers claims each shop": func(s tested) {
			known(s, 1, 2, 3, 4, 5, 6, 7, 8)
			claimOnce(s, 8, "ShopID", func(int) (any, error) { return s.ClaimSeen(ctx, now, now+100, now+9000, 3) })
		},
	}
}
