package storetest

import (
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

func message(id, fingerprint string) store.Message {
	return store.Message{MessageID: id, Fingerprint: fingerprint, Digest: []byte("d"), ReceivedAt: now, EventID: 1001,
		ShopID: 1, OrderID: 9007199254740993, Body: []byte(wild + "\x00")}
}

func addMessages(s tested, messages ...store.Message) []store.Added {
	s.Helper()
	return get(s.AddMessages(ctx, messages))(s)
}

// claimMessages claims messages for ten milliseconds.
func claimMessages(s tested, holder string, at int64, limit int) []store.Message {
	s.Helper()
	return get(s.ClaimMessages(ctx, holder, at, at+10, limit))(s)
}

func saveMessages(s tested, messages []store.Message) {
	s.Helper()
	must(s, s.SaveMessages(ctx, messages))
}

// saveAs saves claimed messages, all with one state.
func saveAs(s tested, state string, messages []store.Message) {
	s.Helper()
	for i := range messages {
		messages[i].State = state
	}
	saveMessages(s, messages)
}

func inbox() cases {
	return cases{
		"repeats add nothing": func(s tested) {
			other := message("b", "")
			other.Digest = []byte("e")
			same(s, []store.Added{store.AddedNew, store.AddedNew, store.AddedRepeat, store.AddedRepeat},
				addMessages(s, message("a", "f"), message("b", ""), message("a", "f"), message("c", "f")))
			same(s, []store.Added{store.AddedRepeat, store.AddedOther, store.AddedNew},
				addMessages(s, message("a", "f"), other, message("d", "")))
			got := claimMessages(s, "a/1", now, 9)
			same(s, 3, len(got))
			want := message("a", "f")
			want.ID, want.State, want.LeaseUntil, want.Holder = got[0].ID, store.MessageWaiting, now+10, "a/1"
			same(s, want, got[0])
		},
		"one of many callers adds a message": func(s tested) {
			for turn := range 5 {
				oneWins(s, func(i int) error {
					batch := []store.Message{message(fmt.Sprint("m", turn), fmt.Sprint("f", turn)),
						message(fmt.Sprint("x", turn, i), "")}
					if i%2 == 0 {
						batch[0], batch[1] = batch[1], batch[0]
					}
					fates, err := s.AddMessages(ctx, batch)
					if err == nil && fates[1-i%2] == store.AddedRepeat {
						return store.ErrConflict
					}
					return err
				}, store.ErrConflict)
			}
		},
		"a claim holds until its lease ends": func(s tested) {
			for i := range 10 {
				addMessages(s, message(fmt.Sprint(i), ""))
			}
			claimOnce(s, 10, "ID", func(i int) (any, error) {
				return s.ClaimMessages(ctx, fmt.Sprint("a/", i), now, now+10, 3)
			})
			again := claimMessages(s, "b/1", now+10, 99)
			same(s, 10, len(again))
			late := again[0]
			late.Holder, late.State = "a/1", store.MessageDone
			saveMessages(s, []store.Message{late})
			again[1].State, again[2].State, again[2].Why = store.MessageDone, store.MessageDead, wild
			saveMessages(s, again[1:3])
			returns(s, store.InboxBacklog{Waiting: 8, Oldest: now, Dead: 1})(s.InboxBacklog(ctx))
			returns(s, store.InboxFacts{Waiting: 8, Oldest: now, Dead: 1, Counts: map[int64]int64{1001: 10},
				Last: map[int64]int64{1001: now}})(s.InboxFacts(ctx))
			lists(s, "Why", wild)(s.DeadMessages(ctx, 9))
			returns(s, int64(1))(s.ReplayMessages(ctx, []int64{again[2].ID, again[1].ID}, now))
			s.notFound(s.ReplayMessages(ctx, []int64{again[1].ID}, now))
			must(s, s.PruneInbox(ctx, now+1))
			counts(s, 9)(s.StrangeMessages(ctx, []int64{1002}, 99))
			counts(s, 0)(s.StrangeMessages(ctx, []int64{1001, 1002}, 99))
		},
		"dead messages are recalled once their shop is ours": func(s tested) {
			old, strange, other := message("old", ""), message("strange", ""), message("other", "")
			old.ReceivedAt, strange.ShopID = now-1, 2
			addMessages(s, message("dead", ""), old, strange, other, message("done", ""))
			all := claimMessages(s, "a/1", now, 9)
			for i := range all {
				all[i].State, all[i].Why = store.MessageDead, wild
				switch all[i].MessageID {
				case "done":
					all[i].State = store.MessageDone
				case "other":
					all[i].Why = "another reason"
				}
			}
			saveMessages(s, all)
			returns(s, int64(0))(s.RecallMessages(ctx, wild, now, now))
			must(s, s.PutShops(ctx, []store.Shop{{ShopID: 1, Zone: "UTC"}}))
			returns(s, int64(1))(s.RecallMessages(ctx, wild, now, now))
			returns(s, int64(0))(s.RecallMessages(ctx, wild, now, now))
			lists(s, "MessageID", "dead")(s.ClaimMessages(ctx, "a/2", now, now+10, 9))
			counts(s, 3)(s.DeadMessages(ctx, 9))
		},
		"messages of shops that aren't ours are counted and deleted by themselves": func(s tested) {
			addMessages(s, message("dead", ""), message("foreign", ""), message("late", ""))
			all := claimMessages(s, "a/1", now, 9)
			for i := range all {
				all[i].State, all[i].Why = store.MessageDead, store.WhyForeign
			}
			all[0].Why = wild
			saveMessages(s, all)
			returns(s, store.InboxBacklog{Dead: 1, Foreign: 2})(s.InboxBacklog(ctx))
			facts := get(s.InboxFacts(ctx))(s)
			same(s, []int64{1, 2}, []int64{facts.Dead, facts.Foreign})
			lists(s, "Why", wild)(s.DeadMessages(ctx, 1)) // they crowd out no other
			must(s, s.PruneForeign(ctx, now))             // as old as the moment isn't before it
			counts(s, 3)(s.DeadMessages(ctx, 9))
			must(s, s.PruneForeign(ctx, now+1))
			returns(s, store.InboxBacklog{Dead: 1})(s.InboxBacklog(ctx))
		},
		"dead messages go after their time, and an order's are listed": func(s tested) {
			other := message("other", "")
			other.OrderID = 77
			addMessages(s, message("dead", ""), other)
			all := claimMessages(s, "a/1", now, 9)
			all[0].State = store.MessageDead
			saveMessages(s, all[:1])
			must(s, s.PruneInbox(ctx, now+9))
			must(s, s.PruneDead(ctx, now)) // as old as the moment isn't before it
			counts(s, 1)(s.DeadMessages(ctx, 9))
			lists(s, "MessageID", "other")(s.OrderMessages(ctx, other.ShopID, 77))
			must(s, s.PruneDead(ctx, now+1))
			counts(s, 0)(s.DeadMessages(ctx, 9))
			counts(s, 1)(s.OrderMessages(ctx, other.ShopID, 77)) // it waits
		},
		"done messages go up to the first younger one": func(s tested) {
			leaves := func(before int64, want ...string) {
				s.Helper()
				must(s, s.PruneInbox(ctx, before))
				lists(s, "MessageID", want...)(s.OrderMessages(ctx, 1, message("", "").OrderID))
			}
			for i, at := range []int64{0, 5, 1, 600_006, 5} { // the fourth is of a clock that was far ahead
				m := message(fmt.Sprint(i), "")
				m.ReceivedAt = now + at
				addMessages(s, m)
			}
			all := claimMessages(s, "a/1", now, 9)
			saveAs(s, store.MessageDone, all)
			leaves(now+3, "1", "2", "3", "4")
			leaves(now+3, "1", "2", "3", "4")
			leaves(now + 6)
		},
		// In the order of id, each claim on SQLite read all messages kept.
		"messages never tried are claimed first": func(s tested) {
			addMessages(s, message("tried", ""))
			tried := claimMessages(s, "a/1", now, 1)
			tried[0].Tries, tried[0].DueAt = 1, now
			saveMessages(s, tried)
			addMessages(s, message("fresh", ""))
			for _, want := range []string{"fresh", "tried"} {
				lists(s, "MessageID", want)(s.ClaimMessages(ctx, "a/1", now, now+10, 1))
			}
		},
		"results of several claims are saved together": func(s tested) {
			for i := range 6 {
				addMessages(s, message(fmt.Sprint(i), ""))
			}
			var all []store.Message
			for i := range 3 {
				got := claimMessages(s, fmt.Sprint("a/", i), now, 2)
				all = append(all, got...)
			}
			all[5].Holder = "a/0" // another's
			for i, state := range []string{"done", "dead", "waiting", "done", "done", "done"} {
				all[i].State, all[i].Why, all[i].Tries = state, state, int64(i%2)
			}
			all[2].DueAt = now + 1
			slices.Reverse(all)
			saveMessages(s, all)
			got := get(s.OrderMessages(ctx, 1, all[0].OrderID))(s)
			for i, want := range []string{"done", "dead", "waiting", "done", "done", ""} {
				m := got[i]
				if m.Why != want || want != "" && (m.State != want || m.Tries != int64(i%2) || m.Holder != "") {
					s.Errorf("%d: %+v", i, m)
				}
			}
			same(s, now+1, got[2].DueAt)
			same(s, "a/2", got[5].Holder)
		},
		"only the holder prolongs, releases and recovers its claims": func(s tested) {
			for i := range 4 {
				addMessages(s, message(fmt.Sprint(i), ""))
			}
			same(s, 2, len(claimMessages(s, "a/1", now, 2)))
			same(s, 2, len(claimMessages(s, "ab/1", now, 9)))
			must(s, s.HoldMessages(ctx, "a/1", now+50))
			same(s, 2, len(claimMessages(s, "ab/1", now+20, 9))) // its own claims, which have ended
			must(s, s.ReleaseMessages(ctx, "a/2"))
			same(s, 0, len(claimMessages(s, "c/1", now+20, 9)))
			must(s, s.ReleaseMessages(ctx, "a/1"))
			same(s, 2, len(claimMessages(s, "a/2", now+20, 9)))
			must(s, s.RecoverMessages(ctx, "a"))
			// In a database of a single process no claim belongs to a live process.
			if n := len(claimMessages(s, "c/1", now+20, 9)); n != 2 && n != 4 {
				s.Errorf("%d messages were recovered", n)
			}
			must(s, s.HoldMessages(ctx, "a/1", now+99)) // the holder has no claims any more
			same(s, 4, len(claimMessages(s, "d/1", now+40, 9)))
		},
		// Bug: both waited for each other's rows on PostgreSQL, which ended one of them after a second.
		"claims are prolonged while their messages are saved": func(s tested) {
			for turn := range 20 {
				for i := range 40 {
					addMessages(s, message(fmt.Sprint(turn, "-", i), ""))
				}
				all := claimMessages(s, "a/1", now, 99)
				same(s, 40, len(all))
				for i := range all {
					all[i].State = store.MessageDone
				}
				slices.Reverse(all) // the rows lie in the order in which they were claimed
				allSucceed(s, func(i int) error {
					if i == 0 {
						return s.SaveMessages(ctx, all)
					}
					return s.HoldMessages(ctx, "a/1", now+20)
				})
			}
		},
	}
}
