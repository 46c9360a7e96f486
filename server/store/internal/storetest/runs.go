package storetest

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func aRun(id, state string) store.Run {
	return store.Run{
		ID: id, Key: "key of " + id, OperatorID: 7, Operator: wild, Address: "192.0.2.1", Vouched: []byte(`[]`), Name: wild,
		State: state, Change: []byte(`{"resume":true}`), MadeAt: now, At: now + 5, UndoOf: "other", RepeatOf: wild,
	}
}

func runShops(ids ...int64) (list []store.RunShop) {
	for i, id := range ids {
		list = append(list, store.RunShop{ShopID: id, Turn: now + int64(i), At: now, Work: []byte{0, 0xff}})
	}
	return list
}

func addRun(s tested, r store.Run, shops ...int64) store.Run {
	s.Helper()
	return get(s.AddRun(ctx, r, runShops(shops...), nil))(s)
}

func runs() cases {
	claim := func(s tested, holder string, at int64, limit int) []store.RunShop {
		s.Helper()
		return get(s.ClaimRunShops(ctx, holder, at, at+1000, limit))(s)
	}
	claims := func(s tested, at int64, limit int, want ...string) {
		s.Helper()
		var got []string
		for _, row := range claim(s, "me", at, limit) {
			got = append(got, fmt.Sprint(row.RunID, row.ShopID))
		}
		same(s, want, got)
	}
	return cases{
		"an added run comes back, one for each key": func(s tested) {
			s.notFound(s.Run(ctx, "a"))
			want := addRun(s, aRun("a", store.RunRunning), 2, 1)
			again := aRun("b", store.RunRunning)
			again.Key = want.Key
			same(s, want, addRun(s, again, 3))
			returns(s, want)(s.Run(ctx, "a"))
			again.OperatorID++
			same(s, "b", addRun(s, again, 3).ID)
			rows := get(s.RunShops(ctx, "a"))(s)
			row := runShops(2)[0]
			row.RunID, row.Version, row.State = "a", 1, store.RunShopWaiting
			same(s, 2, len(rows))
			same(s, row, rows[0])
		},
		"runs are listed by their shops": func(s tested) {
			for i, id := range []string{"a", "b", "c"} {
				r := aRun(id, store.RunDone)
				r.MadeAt += int64(i)
				r.UndoOf = map[string]string{"b": "a", "c": "a"}[id]
				addRun(s, r, int64(i), 9)
			}
			names := func(q store.RunQuery) (names string) {
				for _, r := range get(s.ListRuns(ctx, q))(s) {
					names += r.ID
				}
				return names
			}
			same(s, "cba", names(store.RunQuery{Limit: 9}))
			same(s, "cb", names(store.RunQuery{Limit: 2}))
			same(s, "ba", names(store.RunQuery{Limit: 9, Before: now + 2}))
			same(s, "ca", names(store.RunQuery{Limit: 9, Shops: []int64{0, 2}}))
			same(s, "", names(store.RunQuery{Limit: 9, Shops: []int64{}}))
			same(s, "", names(store.RunQuery{Limit: 9, Open: true}))
			addRun(s, aRun("0", store.RunDone), 9)
			same(s, "cba0", names(store.RunQuery{Limit: 3}))
			same(s, "", names(store.RunQuery{Limit: 3, Before: now}))
			for i, state := range []string{store.RunScheduled, store.RunRunning, store.RunPaused, store.RunCancelled} {
				addRun(s, aRun(string(rune('d'+i)), state), 9)
			}
			same(s, "fed", names(store.RunQuery{Limit: 9, Open: true}))
			for before, late := range map[int64]int64{now + 5: 0, now + 6: 1} {
				returns(s, store.OpenRuns{Scheduled: 1, Running: 1, Paused: 1, Late: late})(s.CountOpenRuns(ctx, before))
			}
			returns(s, map[string]store.LaterRuns{
				"a": {UndoneBy: "c", Undone: []int64{1, 9, 2}}})(s.LaterRuns(ctx, []string{"a", "b"}))
			returns(s, map[string]map[string]int{"a": {"waiting": 2}, "b": {"waiting": 2}})(
				s.CountRunShops(ctx, []string{"a", "b"}, nil))
			returns(s, map[string]map[string]int{"a": {"waiting": 1}})(s.CountRunShops(ctx, []string{"a", "b"}, []int64{0}))
		},
		"a third try is a later run of the first, too": func(s tested) {
			addRun(s, aRun("a", store.RunDone), 1, 2)
			for id, of := range map[string]string{"b": "a", "c": "b"} {
				r := aRun(id, store.RunDone)
				r.MadeAt, r.RepeatOf = r.MadeAt+int64(id[0]-'a'), of
				addRun(s, r, int64(id[0]-'a'))
			}
			returns(s, map[string]store.LaterRuns{
				"a": {RepeatedBy: "c", Repeated: []int64{1, 2}}, "b": {RepeatedBy: "c", Repeated: []int64{2}},
			})(s.LaterRuns(ctx, []string{"a", "b", "c"}))
		},
		"runs begin at their time and end with their last shop": func(s tested) {
			addRun(s, aRun("a", store.RunScheduled), 1)
			claims(s, now+9, 9)
			for _, tt := range []struct {
				at   int64
				want int
			}{{now + 4, 0}, {now + 5, 1}, {now + 6, 0}} {
				counts(s, tt.want)(s.BeginRuns(ctx, tt.at))
			}
			counts(s, 0)(s.EndRuns(ctx, now))
			row := claim(s, "me", now+9, 9)[0]
			row.State = store.RunShopDone
			succeeds(s)(s.SaveRunShop(ctx, row, store.RunSave{}))
			ended := get(s.EndRuns(ctx, now+10))(s)
			same(s, 1, len(ended))
			same(s, []any{store.RunDone, now + 10, int64(3)}, []any{ended[0].State, ended[0].EndedAt, ended[0].Version})
			counts(s, 0)(s.EndRuns(ctx, now+10))
		},
		"shops are claimed once, in their turn": func(s tested) {
			addRun(s, aRun("a", store.RunRunning), 5, 4, 3)
			paused := addRun(s, aRun("b", store.RunRunning), 7, 8)
			claims(s, now, 2, "a5", "b7")
			paused.State = store.RunPaused
			must(s, s.SaveRunState(ctx, paused, nil))
			claims(s, now, 9, "a4", "a3")
			claims(s, now+999, 9)
			must(s, s.HoldRunShops(ctx, "me", []int64{5, 4, 3}, now+999, now+5000))
			must(s, s.HoldRunShops(ctx, "somebody else", []int64{5, 4, 3, 7}, now, now+9000))
			// The lease of shop 7 wasn't prolonged.
			claims(s, now+4000, 9, "b7")
			claims(s, now+4999, 9)
			// A row whose worker died may be claimed by any replica, also of a paused run.
			claims(s, now+5000, 9, "a5", "b7", "a4", "a3")
			claims(s, now+5000, 9)
		},
		"a shop that a clock far ahead put off or held is claimed": func(s tested) {
			addRun(s, aRun("a", store.RunRunning), 1, 2)
			const most = 600_000
			row := claim(s, "ahead", now+most-999, 2)[0]
			row.State, row.DueAt, row.Holder, row.LeaseUntil = store.RunShopWaiting, now+most, "", 0
			succeeds(s)(s.SaveRunShop(ctx, row, store.RunSave{}))
			claims(s, now, 9, "a2")
			claims(s, now-1, 9, "a1")
		},
		"a shop of an earlier run comes in the turn of a later one": func(s tested) {
			first, later := aRun("b", store.RunRunning), aRun("a", store.RunRunning)
			later.MadeAt++
			first = addRun(s, first, 1, 2, 3)
			addRun(s, later, 3)
			earlier, row := get(s.RunShops(ctx, "b"))(s), get(s.RunShops(ctx, "a"))(s)[0]
			counts(s, 0)(s.HurryRunShop(ctx, earlier[2]))
			returns(s, []store.RunShop{row})(s.LaterRunShops(ctx, earlier[2]))
			counts(s, 0)(s.LaterRunShops(ctx, earlier[0]))
			counts(s, 0)(s.LaterRunShops(ctx, row))
			returns(s, []string{"b"})(s.HurryRunShop(ctx, row))
			for _, shop := range get(s.RunShops(ctx, "b"))(s) {
				same(s, map[int64]int64{1: now, 2: now + 1, 3: row.Turn}[shop.ShopID], shop.Turn)
			}
			first.State = store.RunPaused
			must(s, s.SaveRunState(ctx, first, nil))
			counts(s, 0)(s.HurryRunShop(ctx, row))
			first.State, first.Version = store.RunRunning, first.Version+1
			must(s, s.SaveRunState(ctx, first, nil))
			returns(s, []string{"b"})(s.HurryRunShop(ctx, row))
			earlier[2].State = store.RunShopDone
			succeeds(s)(s.SaveRunShop(ctx, earlier[2], store.RunSave{}))
			counts(s, 0)(s.HurryRunShop(ctx, row))
		},
		"one of many callers claims each shop": func(s tested) {
			addRun(s, aRun("a", store.RunRunning), numbers(40)...)
			claimOnce(s, 40, "ShopID", func(i int) (any, error) {
				return s.ClaimRunShops(ctx, fmt.Sprint(i), now, now+1000, 3)
			})
		},
		"a shop is saved with its audit entry and its events or not at all": func(s tested) {
			addRun(s, aRun("a", store.RunRunning), 1)
			row := claim(s, "me", now, 1)[0]
			stale := row
			row.State, row.Tries, row.DueAt, row.Work = store.RunShopWorking, 3, now+7, []byte("work")
			saved := get(s.SaveRunShop(ctx, row, store.RunSave{
				Begin:  &store.Entry{At: now, OperatorID: 7, ShopID: 1, Action: "run.apply", Request: []byte("{}")},
				Events: []store.Event{{At: now, ShopID: 1, Kind: "run", Data: []byte("{}")}},
			}))(s)
			row.Version++
			row.Audit = saved.Audit
			same(s, row, saved)
			same(s, row, get(s.RunShops(ctx, "a"))(s)[0])
			if saved.Audit == 0 {
				s.Fatal("no entry")
			}
			s.conflicts(s.SaveRunShop(ctx, stale, store.RunSave{Begin: &store.Entry{Action: "run.apply"},
				Events: []store.Event{{Kind: "run"}}}))
			saved.State = store.RunShopDone
			succeeds(s)(s.SaveRunShop(ctx, saved, store.RunSave{Outcome: store.OutcomeDone, Detail: wild}))
			lists(s, "Outcome", store.OutcomeDone)(s.Entries(ctx, query(0, 9)))
			lists(s, "Detail", wild)(s.Entries(ctx, query(0, 9)))
			lists(s, "ID", saved.Audit)(s.Entries(ctx, query(0, 9)))
			same(s, 1, len(get(s.Events(ctx, 0, 9))(s).Events))
		},
		"the shops of a run that begins early move up": func(s tested) {
			addRun(s, aRun("a", store.RunRunning), 1, 2, 3)
			r := aRun("b", store.RunScheduled)
			later := runShops(4, 5)
			for i := range later {
				later[i].Turn += 5000
			}
			r = get(s.AddRun(ctx, r, later, nil))(s)
			r.State, r.At = store.RunRunning, now+1
			must(s, s.SaveRunState(ctx, r, nil))
			claims(s, now, 4, "a1", "a2", "b4", "a3")
		},
		"a cancelled run leaves its waiting shops": func(s tested) {
			r := addRun(s, aRun("a", store.RunRunning), 1, 2, 3)
			claim(s, "me", now, 1)
			r.State, r.EndedAt, r.EndedBy = store.RunCancelled, now+1, "Ben"
			must(s, s.SaveRunState(ctx, r, []store.Event{{ShopID: 1, Kind: "run", Data: []byte("{}")}}))
			s.conflicts(s.SaveRunState(ctx, r, nil))
			same(s, "Ben", get(s.Run(ctx, "a"))(s).EndedBy)
			returns(s, map[string]map[string]int{"a": {"working": 1, "left": 2}})(s.CountRunShops(ctx, []string{"a"}, nil))
			claims(s, now+1000, 9, "a1")
		},
		"a shop put off while its run was cancelled is claimed again": func(s tested) {
			r := addRun(s, aRun("a", store.RunRunning), 1)
			row := claim(s, "me", now, 1)[0]
			r.State, r.EndedAt = store.RunCancelled, now+1
			must(s, s.SaveRunState(ctx, r, nil))
			row.State, row.Holder, row.LeaseUntil = store.RunShopWaiting, "", 0
			succeeds(s)(s.SaveRunShop(ctx, row, store.RunSave{}))
			claims(s, now+1, 9, "a1")
		},
		"runs are deleted with their shops": func(s tested) {
			for i, id := range []string{"a", "b", "c"} {
				r := aRun(id, store.RunDone)
				r.EndedAt = []int64{now, now + 9, 0}[i]
				addRun(s, r, 1)
			}
			claims(s, now, 9) // the runs aren't running
			must(s, direct(s, `UPDATE run_shops SET state = 'done'`))
			must(s, s.PruneRuns(ctx, now+5))
			s.notFound(s.Run(ctx, "a"))
			counts(s, 0)(s.RunShops(ctx, "a"))
			for _, id := range []string{"b", "c"} {
				counts(s, 1)(s.RunShops(ctx, id))
			}
		},
		"an unknown state is refused": func(s tested) {
			_, err := s.AddRun(ctx, aRun("a", "great"), nil, nil)
			if err == nil || errors.Is(err, store.ErrConflict) {
				s.Errorf("an odd state: %v", err)
			}
		},
	}
}
