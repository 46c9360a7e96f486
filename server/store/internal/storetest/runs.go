package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

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

func addRun(t *testing.T, s store.Store, r store.Run, shops ...int64) store.Run {
	t.Helper()
	made, err := s.AddRun(t.Context(), r, runShops(shops...), nil)
	must(t, err)
	return made
}

func runs(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	claim := func(t *testing.T, s store.Store, holder string, at int64, limit int) []store.RunShop {
		t.Helper()
		rows, err := s.ClaimRunShops(ctx, holder, at, at+1000, limit)
		must(t, err)
		return rows
	}
	claimed := func(t *testing.T, s store.Store, at int64, limit int) (names []string) {
		t.Helper()
		for _, row := range claim(t, s, "me", at, limit) {
			names = append(names, fmt.Sprint(row.RunID, row.ShopID))
		}
		return names
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"an added run comes back, one for each key": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Run(ctx, "a"))
			want := addRun(t, s, aRun("a", store.RunRunning), 2, 1)
			again := aRun("b", store.RunRunning)
			again.Key = want.Key
			same(t, want, addRun(t, s, again, 3))
			returns(t, want)(s.Run(ctx, "a"))
			again.OperatorID++
			same(t, "b", addRun(t, s, again, 3).ID)
			rows, err := s.RunShops(ctx, "a")
			must(t, err)
			row := runShops(2)[0]
			row.RunID, row.Version, row.State = "a", 1, store.RunShopWaiting
			same(t, 2, len(rows))
			same(t, row, rows[0])
		},
		"runs are listed by their shops": func(t *testing.T, s store.Store) {
			for i, id := range []string{"a", "b", "c"} {
				r := aRun(id, store.RunDone)
				r.MadeAt += int64(i)
				r.UndoOf = map[string]string{"b": "a", "c": "a"}[id]
				addRun(t, s, r, int64(i), 9)
			}
			names := func(q store.RunQuery) (names string) {
				list, err := s.ListRuns(ctx, q)
				must(t, err)
				for _, r := range list {
					names += r.ID
				}
				return names
			}
			same(t, "cba", names(store.RunQuery{Limit: 9}))
			same(t, "cb", names(store.RunQuery{Limit: 2}))
			same(t, "ba", names(store.RunQuery{Limit: 9, Before: now + 2}))
			same(t, "ca", names(store.RunQuery{Limit: 9, Shops: []int64{0, 2}}))
			same(t, "", names(store.RunQuery{Limit: 9, Shops: []int64{}}))
			same(t, "", names(store.RunQuery{Limit: 9, Open: true}))
			addRun(t, s, aRun("0", store.RunDone), 9)
			same(t, "cba0", names(store.RunQuery{Limit: 3}))
			same(t, "", names(store.RunQuery{Limit: 3, Before: now}))
			for i, state := range []string{store.RunScheduled, store.RunRunning, store.RunPaused, store.RunCancelled} {
				addRun(t, s, aRun(string(rune('d'+i)), state), 9)
			}
			same(t, "fed", names(store.RunQuery{Limit: 9, Open: true}))
			for before, late := range map[int64]int64{now + 5: 0, now + 6: 1} {
				returns(t, store.OpenRuns{Scheduled: 1, Running: 1, Paused: 1, Late: late})(s.CountOpenRuns(ctx, before))
			}
			returns(t, map[string]string{"a": "c"})(s.UndoneBy(ctx, []string{"a", "b"}))
			returns(t, map[string]map[string]int{"a": {"waiting": 2}, "b": {"waiting": 2}})(
				s.CountRunShops(ctx, []string{"a", "b"}, nil))
			returns(t, map[string]map[string]int{"a": {"waiting": 1}})(s.CountRunShops(ctx, []string{"a", "b"}, []int64{0}))
		},
		"runs begin at their time and end with their last shop": func(t *testing.T, s store.Store) {
			addRun(t, s, aRun("a", store.RunScheduled), 1)
			same(t, []string(nil), claimed(t, s, now+9, 9))
			for _, tt := range []struct {
				at   int64
				want int
			}{{now + 4, 0}, {now + 5, 1}, {now + 6, 0}} {
				begun, err := s.BeginRuns(ctx, tt.at)
				must(t, err)
				same(t, tt.want, len(begun))
			}
			ended, err := s.EndRuns(ctx, now)
			must(t, err)
			same(t, 0, len(ended))
			row := claim(t, s, "me", now+9, 9)[0]
			row.State = store.RunShopDone
			succeeds(t)(s.SaveRunShop(ctx, row, store.RunSave{}))
			ended, err = s.EndRuns(ctx, now+10)
			must(t, err)
			same(t, 1, len(ended))
			same(t, []any{store.RunDone, now + 10, int64(3)}, []any{ended[0].State, ended[0].EndedAt, ended[0].Version})
			counts(t, 0)(s.EndRuns(ctx, now+10))
		},
		"shops are claimed once, in their turn": func(t *testing.T, s store.Store) {
			addRun(t, s, aRun("a", store.RunRunning), 5, 4, 3)
			paused := addRun(t, s, aRun("b", store.RunRunning), 7, 8)
			same(t, []string{"a5", "b7"}, claimed(t, s, now, 2))
			paused.State = store.RunPaused
			must(t, s.SaveRunState(ctx, paused, nil))
			same(t, []string{"a4", "a3"}, claimed(t, s, now, 9))
			same(t, []string(nil), claimed(t, s, now+999, 9))
			must(t, s.HoldRunShops(ctx, "me", []int64{5, 4, 3}, now+999, now+5000))
			must(t, s.HoldRunShops(ctx, "somebody else", []int64{5, 4, 3, 7}, now, now+9000))
			// The lease of shop 7 wasn't prolonged.
			same(t, []string{"b7"}, claimed(t, s, now+4000, 9))
			same(t, []string(nil), claimed(t, s, now+4999, 9))
			// A row whose worker died may be claimed by any replica, also of a paused run.
			same(t, []string{"a5", "b7", "a4", "a3"}, claimed(t, s, now+5000, 9))
			same(t, []string(nil), claimed(t, s, now+5000, 9))
		},
		"a shop that a clock far ahead put off or held is claimed": func(t *testing.T, s store.Store) {
			addRun(t, s, aRun("a", store.RunRunning), 1, 2)
			const most = 600_000
			row := claim(t, s, "ahead", now+most-999, 2)[0]
			row.State, row.DueAt, row.Holder, row.LeaseUntil = store.RunShopWaiting, now+most, "", 0
			_, err := s.SaveRunShop(ctx, row, store.RunSave{})
			must(t, err)
			same(t, []string{"a2"}, claimed(t, s, now, 9))
			same(t, []string{"a1"}, claimed(t, s, now-1, 9))
		},
		"one of many callers claims each shop": func(t *testing.T, s store.Store) {
			ids := make([]int64, 40)
			for i := range ids {
				ids[i] = int64(i + 1)
			}
			addRun(t, s, aRun("a", store.RunRunning), ids...)
			var mu sync.Mutex
			got := map[int64]int{}
			mustAll(t, race(func(i int) error {
				for {
					rows, err := s.ClaimRunShops(ctx, fmt.Sprint(i), now, now+1000, 3)
					if err != nil || len(rows) == 0 {
						return err
					}
					mu.Lock()
					for _, row := range rows {
						got[row.ShopID]++
					}
					mu.Unlock()
				}
			}))
			for _, id := range ids {
				if got[id] != 1 {
					t.Errorf("shop %d was claimed %d times", id, got[id])
				}
			}
		},
		"a shop is saved with its audit entry and its events or not at all": func(t *testing.T, s store.Store) {
			addRun(t, s, aRun("a", store.RunRunning), 1)
			row := claim(t, s, "me", now, 1)[0]
			stale := row
			row.State, row.Tries, row.DueAt, row.Work = store.RunShopWorking, 3, now+7, []byte("work")
			saved, err := s.SaveRunShop(ctx, row, store.RunSave{
				Begin:  &store.Entry{At: now, OperatorID: 7, ShopID: 1, Action: "run.apply", Request: []byte("{}")},
				Events: []store.Event{{At: now, ShopID: 1, Kind: "run", Data: []byte("{}")}},
			})
			must(t, err)
			row.Version++
			row.Audit = saved.Audit
			same(t, row, saved)
			got, err := s.RunShops(ctx, "a")
			must(t, err)
			same(t, row, got[0])
			if saved.Audit == 0 {
				t.Fatal("no entry")
			}
			_, err = s.SaveRunShop(ctx, stale, store.RunSave{Begin: &store.Entry{Action: "run.apply"},
				Events: []store.Event{{Kind: "run"}}})
			wantError(t, err, store.ErrConflict)
			saved.State = store.RunShopDone
			succeeds(t)(s.SaveRunShop(ctx, saved, store.RunSave{Outcome: store.OutcomeDone, Detail: wild}))
			entries, err := s.Entries(ctx, store.EntryQuery{Limit: 9})
			must(t, err)
			same(t, 1, len(entries))
			same(t, []any{store.OutcomeDone, wild, saved.Audit}, []any{entries[0].Outcome, entries[0].Detail, entries[0].ID})
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, 1, len(page.Events))
		},
		"the shops of a run that begins early move up": func(t *testing.T, s store.Store) {
			addRun(t, s, aRun("a", store.RunRunning), 1, 2, 3)
			r := aRun("b", store.RunScheduled)
			later := runShops(4, 5)
			for i := range later {
				later[i].Turn += 5000
			}
			r, err := s.AddRun(ctx, r, later, nil)
			must(t, err)
			r.State, r.At = store.RunRunning, now+1
			must(t, s.SaveRunState(ctx, r, nil))
			same(t, []string{"a1", "a2", "b4", "a3"}, claimed(t, s, now, 4))
		},
		"a cancelled run leaves its waiting shops": func(t *testing.T, s store.Store) {
			r := addRun(t, s, aRun("a", store.RunRunning), 1, 2, 3)
			claim(t, s, "me", now, 1)
			r.State, r.EndedAt = store.RunCancelled, now+1
			must(t, s.SaveRunState(ctx, r, []store.Event{{ShopID: 1, Kind: "run", Data: []byte("{}")}}))
			wantError(t, s.SaveRunState(ctx, r, nil), store.ErrConflict)
			counts, err := s.CountRunShops(ctx, []string{"a"}, nil)
			must(t, err)
			same(t, map[string]int{"working": 1, "left": 2}, counts["a"])
			same(t, []string{"a1"}, claimed(t, s, now+1000, 9))
		},
		"a shop put off while its run was cancelled is claimed again": func(t *testing.T, s store.Store) {
			r := addRun(t, s, aRun("a", store.RunRunning), 1)
			row := claim(t, s, "me", now, 1)[0]
			r.State, r.EndedAt = store.RunCancelled, now+1
			must(t, s.SaveRunState(ctx, r, nil))
			row.State, row.Holder, row.LeaseUntil = store.RunShopWaiting, "", 0
			succeeds(t)(s.SaveRunShop(ctx, row, store.RunSave{}))
			same(t, []string{"a1"}, claimed(t, s, now+1, 9))
		},
		"runs are deleted with their shops": func(t *testing.T, s store.Store) {
			for i, id := range []string{"a", "b", "c"} {
				r := aRun(id, store.RunDone)
				r.EndedAt = []int64{now, now + 9, 0}[i]
				addRun(t, s, r, 1)
			}
			row := claim(t, s, "me", now, 9)
			same(t, 0, len(row)) // the runs aren't running
			must(t, direct(t, s, `UPDATE run_shops SET state = 'done'`))
			must(t, s.PruneRuns(ctx, now+5))
			fails(t, store.ErrNotFound)(s.Run(ctx, "a"))
			counts(t, 0)(s.RunShops(ctx, "a"))
			for _, id := range []string{"b", "c"} {
				counts(t, 1)(s.RunShops(ctx, id))
			}
		},
		"an unknown state is refused": func(t *testing.T, s store.Store) {
			_, err := s.AddRun(ctx, aRun("a", "great"), nil, nil)
			if err == nil || errors.Is(err, store.ErrConflict) {
				t.Errorf("an odd state: %v", err)
			}
		},
	})
}
