package storetest

import (
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// under are messages to be added under a claim.
func under(holder string, until int64, ids ...string) (all []store.Message) {
	for _, id := range ids {
		m := message(id, "")
		m.Holder, m.LeaseUntil = holder, until
		all = append(all, m)
	}
	return all
}

// inboxClaims are the claims of messages that were added under them.
func inboxClaims() cases {
	return cases{
		"messages are added under a claim": func(s tested) {
			same(s, []store.Added{store.AddedNew, store.AddedNew, store.AddedRepeat},
				addMessages(s, under("a/1", now+10, "0", "1", "0")...))
			same(s, []store.Added{store.AddedNew, store.AddedRepeat}, addMessages(s, under("ab/1", now+11, "2", "1")...))
			addMessages(s, under("repeats", now+10, "0")...) // makes no claim
			backlog := func(waiting int64) {
				s.Helper()
				returns(s, store.InboxBacklog{Waiting: waiting, Oldest: now})(s.InboxBacklog(ctx))
				of := get(s.OrderMessages(ctx, 1, message("", "").OrderID))(s)
				for _, m := range of {
					if m.State == store.MessageWaiting {
						waiting--
					}
				}
				same(s, int64(0), waiting)
			}
			backlog(3)
			must(s, s.PruneInbox(ctx, now+1)) // prunes none that waits
			claim := func(at int64, want ...string) {
				s.Helper()
				lists(s, "MessageID", want...)(s.ClaimMessages(ctx, "c/1", at, at+10, 9))
			}
			claim(now + 9)
			must(s, s.HoldMessages(ctx, "a/1", now+30))
			must(s, s.HoldMessages(ctx, "a/1", now+40)) // again
			claim(now+30, "2")
			must(s, s.ReleaseMessages(ctx, "a/2")) // another claim
			claim(now + 30)
			backlog(3)
			claim(now+40, "0", "1", "2") // both claims have ended
		},
		"results of messages added under claims are saved": func(s tested) {
			done, some := under("a/1", now+10, "0", "1"), under("a/2", now+10, "2", "3", "4", "5")
			gone := under("a/3", now+10, "6")
			for _, one := range [][]store.Message{done, some, gone} {
				addMessages(s, one...)
			}
			must(s, s.ReleaseMessages(ctx, "a/3"))
			for _, one := range [][]store.Message{done, some, gone} {
				for i := range one {
					one[i].State = store.MessageDone
				}
			}
			some[1].State, some[1].Why, some[1].Tries = store.MessageDead, wild, 1
			some[2].State, some[2].Why, some[2].Tries, some[2].DueAt = store.MessageWaiting, wild, 1, now+5
			saveMessages(s, slices.Concat(done, some[:3], gone))
			of := get(s.OrderMessages(ctx, 1, done[0].OrderID))(s)
			for i, want := range []string{"done", "done", "done", "dead", "waiting", "waiting", "waiting"} {
				same(s, want, of[i].State)
				same(s, i == 3 || i == 4, of[i].Why == wild && of[i].Tries == 1)
			}
			returns(s, store.InboxBacklog{Waiting: 3, Oldest: now, Dead: 1})(s.InboxBacklog(ctx))
			// "5" wasn't given with its claim, and "6" was saved too late: both are free at once.
			lists(s, "MessageID", "5", "6")(s.ClaimMessages(ctx, "c/1", now, now+1, 9))
			counts(s, 3)(s.ClaimMessages(ctx, "c/2", now+5, now+6, 9))
			must(s, s.PruneInbox(ctx, now+1))
			counts(s, 4)(s.OrderMessages(ctx, 1, done[0].OrderID))
		},
		"messages added under a claim are released and recovered at once": func(s tested) {
			free := func(want int) {
				s.Helper()
				counts(s, want)(s.ClaimMessages(ctx, "c/1", now, now, 9))
			}
			for i, holder := range []string{"a/1", "a/2", "ab/1"} {
				addMessages(s, under(holder, now+10+int64(i), fmt.Sprint(i))...)
			}
			free(0)
			must(s, s.ReleaseMessages(ctx, "a/1"))
			free(1)
			must(s, s.RecoverMessages(ctx, "a"))
			// In a database of a single process no claim belongs to a live process.
			if n := len(claimMessages(s, "c/1", now, 9)); n != 2 && n != 3 {
				s.Errorf("%d messages are free", n)
			}
		},
		// The bug: messages waited for as long as a replica's clock was ahead that claimed or tried them, though the replica
		// was gone.
		"messages that a clock far ahead put off or claimed are due": func(s tested) {
			const most = 600_000
			claim := func(holder string, at, until int64, want ...string) []store.Message {
				s.Helper()
				got := get(s.ClaimMessages(ctx, holder, at, until, 9))(s)
				lists(s, "MessageID", want...)(got, nil)
				return got
			}
			addMessages(s, message("0", ""), message("1", ""))
			all := claim("ahead/1", now, now+10, "0", "1")
			all[0].DueAt, all[0].Tries = now+most+1, 1
			saveMessages(s, all[:1])
			must(s, s.HoldMessages(ctx, "ahead/1", now+most+1))
			addMessages(s, under("ahead/2", now+most+1, "2")...)
			claim("b/1", now+1, now+2)
			claim("b/1", now, now+1, "0", "1", "2")
		},
		"a claim ends once": func(s tested) {
			for turn := range 20 {
				all := under(fmt.Sprint("a/", turn), now+10, fmt.Sprint(turn, "-a"), fmt.Sprint(turn, "-b"))
				addMessages(s, all...)
				for i := range all {
					all[i].State = store.MessageDone
				}
				claimed := make([]int, rivals)
				allSucceed(s, func(i int) error {
					if i == 0 {
						return s.SaveMessages(ctx, all)
					}
					got, err := s.ClaimMessages(ctx, fmt.Sprint("b/", i), now+10, now+20, 9)
					claimed[i] = len(got)
					return err
				})
				n := 0
				for _, c := range claimed {
					n += c
				}
				b := get(s.InboxBacklog(ctx))(s)
				if int(b.Waiting) != n || n != 0 && n != 2 {
					s.Fatalf("%d claimed, %d wait", n, b.Waiting)
				}
				for i := range claimed {
					must(s, s.ReleaseMessages(ctx, fmt.Sprint("b/", i)))
				}
				got := claimMessages(s, "end/1", now+20, 9)
				for i := range got {
					got[i].State = store.MessageDone
				}
				if len(got) > 0 {
					saveMessages(s, got)
				}
			}
		},
	}
}
