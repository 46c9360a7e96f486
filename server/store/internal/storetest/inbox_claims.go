package storetest

import (
	"fmt"
	"slices"
	"testing"

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
func inboxClaims(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"messages are added under a claim": func(t *testing.T, s store.Store) {
			same(t, []store.Added{store.AddedNew, store.AddedNew, store.AddedRepeat},
				addMessages(t, s, under("a/1", now+10, "0", "1", "0")...))
			same(t, []store.Added{store.AddedNew, store.AddedRepeat}, addMessages(t, s, under("ab/1", now+11, "2", "1")...))
			addMessages(t, s, under("repeats", now+10, "0")...) // makes no claim
			backlog := func(waiting int64) {
				t.Helper()
				returns(t, store.InboxBacklog{Waiting: waiting, Oldest: now})(s.InboxBacklog(ctx))
				of, err := s.OrderMessages(ctx, 1, message("", "").OrderID)
				must(t, err)
				for _, m := range of {
					if m.State == store.MessageWaiting {
						waiting--
					}
				}
				same(t, int64(0), waiting)
			}
			backlog(3)
			must(t, s.PruneInbox(ctx, now+1)) // prunes none that waits
			claim := func(at int64) (ids []string) {
				t.Helper()
				got, err := s.ClaimMessages(ctx, "c/1", at, at+10, 9)
				must(t, err)
				for _, m := range got {
					ids = append(ids, m.MessageID)
				}
				return ids
			}
			same(t, 0, len(claim(now+9)))
			must(t, s.HoldMessages(ctx, "a/1", now+30))
			must(t, s.HoldMessages(ctx, "a/1", now+40)) // again
			same(t, []string{"2"}, claim(now+30))
			must(t, s.ReleaseMessages(ctx, "a/2")) // another claim
			same(t, 0, len(claim(now+30)))
			backlog(3)
			same(t, []string{"0", "1", "2"}, claim(now+40)) // both claims have ended
		},
		"results of messages added under claims are saved": func(t *testing.T, s store.Store) {
			done, some := under("a/1", now+10, "0", "1"), under("a/2", now+10, "2", "3", "4", "5")
			gone := under("a/3", now+10, "6")
			for _, one := range [][]store.Message{done, some, gone} {
				addMessages(t, s, one...)
			}
			must(t, s.ReleaseMessages(ctx, "a/3"))
			for _, one := range [][]store.Message{done, some, gone} {
				for i := range one {
					one[i].State = store.MessageDone
				}
			}
			some[1].State, some[1].Why, some[1].Tries = store.MessageDead, wild, 1
			some[2].State, some[2].Why, some[2].Tries, some[2].DueAt = store.MessageWaiting, wild, 1, now+5
			must(t, s.SaveMessages(ctx, slices.Concat(done, some[:3], gone)))
			of, err := s.OrderMessages(ctx, 1, done[0].OrderID)
			must(t, err)
			for i, want := range []string{"done", "done", "done", "dead", "waiting", "waiting", "waiting"} {
				same(t, want, of[i].State)
				same(t, i == 3 || i == 4, of[i].Why == wild && of[i].Tries == 1)
			}
			returns(t, store.InboxBacklog{Waiting: 3, Oldest: now, Dead: 1})(s.InboxBacklog(ctx))
			// "5" wasn't given with its claim, and "6" was saved too late: both are free at once.
			got, err := s.ClaimMessages(ctx, "c/1", now, now+1, 9)
			must(t, err)
			same(t, []string{"5", "6"}, []string{got[0].MessageID, got[1].MessageID})
			counts(t, 3)(s.ClaimMessages(ctx, "c/2", now+5, now+6, 9))
			must(t, s.PruneInbox(ctx, now+1))
			counts(t, 4)(s.OrderMessages(ctx, 1, done[0].OrderID))
		},
		"messages added under a claim are released and recovered at once": func(t *testing.T, s store.Store) {
			free := func(want int) {
				t.Helper()
				counts(t, want)(s.ClaimMessages(ctx, "c/1", now, now, 9))
			}
			for i, holder := range []string{"a/1", "a/2", "ab/1"} {
				addMessages(t, s, under(holder, now+10+int64(i), fmt.Sprint(i))...)
			}
			free(0)
			must(t, s.ReleaseMessages(ctx, "a/1"))
			free(1)
			must(t, s.RecoverMessages(ctx, "a"))
			// In a database of a single process no claim belongs to a live process.
			got, err := s.ClaimMessages(ctx, "c/1", now, now+1, 9)
			must(t, err)
			if n := len(got); n != 2 && n != 3 {
				t.Errorf("%d messages are free", n)
			}
		},
		// The bug: messages waited for as long as a replica's clock was ahead that claimed or tried them, though the replica
		// was gone.
		"messages that a clock far ahead put off or claimed are due": func(t *testing.T, s store.Store) {
			const most = 600_000
			claim := func(holder string, at, until int64, want ...string) []store.Message {
				t.Helper()
				got, err := s.ClaimMessages(ctx, holder, at, until, 9)
				must(t, err)
				var ids []string
				for _, m := range got {
					ids = append(ids, m.MessageID)
				}
				same(t, want, ids)
				return got
			}
			addMessages(t, s, message("0", ""), message("1", ""))
			all := claim("ahead/1", now, now+10, "0", "1")
			all[0].DueAt, all[0].Tries = now+most+1, 1
			must(t, s.SaveMessages(ctx, all[:1]))
			must(t, s.HoldMessages(ctx, "ahead/1", now+most+1))
			addMessages(t, s, under("ahead/2", now+most+1, "2")...)
			claim("b/1", now+1, now+2)
			claim("b/1", now, now+1, "0", "1", "2")
		},
		"a claim ends once": func(t *testing.T, s store.Store) {
			for turn := range 20 {
				all := under(fmt.Sprint("a/", turn), now+10, fmt.Sprint(turn, "-a"), fmt.Sprint(turn, "-b"))
				addMessages(t, s, all...)
				for i := range all {
					all[i].State = store.MessageDone
				}
				claimed := make([]int, rivals)
				mustAll(t, race(func(i int) error {
					if i == 0 {
						return s.SaveMessages(ctx, all)
					}
					got, err := s.ClaimMessages(ctx, fmt.Sprint("b/", i), now+10, now+20, 9)
					claimed[i] = len(got)
					return err
				}))
				n := 0
				for _, c := range claimed {
					n += c
				}
				b, err := s.InboxBacklog(ctx)
				must(t, err)
				if int(b.Waiting) != n || n != 0 && n != 2 {
					t.Fatalf("%d claimed, %d wait", n, b.Waiting)
				}
				for i := range claimed {
					must(t, s.ReleaseMessages(ctx, fmt.Sprint("b/", i)))
				}
				got, err := s.ClaimMessages(ctx, "end/1", now+20, now+21, 9)
				must(t, err)
				for i := range got {
					got[i].State = store.MessageDone
				}
				if len(got) > 0 {
					must(t, s.SaveMessages(ctx, got))
				}
			}
		},
	})
}
