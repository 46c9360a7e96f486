package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func subscription(id, session string, shops ...int64) store.PushSubscription {
	return store.PushSubscription{ID: id, Session: session, OperatorID: 7, Shops: shops, Language: wild,
		Sealed: "sealed " + id, CreatedAt: now}
}

func push(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	wants := func(t *testing.T, s store.Store, shop int64, want ...string) {
		t.Helper()
		all, err := s.PushesFor(ctx, shop)
		must(t, err)
		var ids []string
		for _, p := range all {
			ids = append(ids, p.ID)
		}
		same(t, want, ids)
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved subscriptions come back": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.PushOf(ctx, "s"))
			want := subscription("a", "s", 1, 2, 9007199254740993)
			must(t, s.SavePush(ctx, want))
			returns(t, want)(s.PushOf(ctx, "s"))
			again := subscription("a", "t", 3)
			again.OperatorID, again.Language, again.Sealed, again.CreatedAt = 8, "pt", "other", now+9
			must(t, s.SavePush(ctx, again))
			again.CreatedAt = now
			returns(t, again)(s.PushOf(ctx, "t"))
			fails(t, store.ErrNotFound)(s.PushOf(ctx, "s"))
		},
		"a session has one subscription": func(t *testing.T, s store.Store) {
			must(t, s.SavePush(ctx, subscription("a", "s", 1)))
			must(t, s.SavePush(ctx, subscription("b", "s", 1)))
			must(t, s.SavePush(ctx, subscription("c", "t", 1)))
			wants(t, s, 1, "b", "c")
		},
		"subscriptions are for chosen shops or for all shops": func(t *testing.T, s store.Store) {
			var many []int64
			for id := range int64(200) {
				many = append(many, id+1)
			}
			must(t, s.SavePush(ctx, subscription("many", "s", many...)))
			must(t, s.SavePush(ctx, subscription("all", "t")))
			must(t, s.SavePush(ctx, subscription("one", "u", 7)))
			wants(t, s, 7, "all", "many", "one")
			all, err := s.Pushes(ctx)
			must(t, err)
			same(t, []string{"all", "many", "one"}, []string{all[0].ID, all[1].ID, all[2].ID})
			same(t, "sealed one", all[2].Sealed)
			returns(t, int64(3))(s.CountPushes(ctx))
			wants(t, s, 200, "all", "many")
			wants(t, s, 201, "all")
			must(t, s.SavePush(ctx, subscription("many", "s", 201)))
			wants(t, s, 200, "all")
			wants(t, s, 201, "all", "many")
			must(t, s.DeletePush(ctx, "all"))
			must(t, s.DeletePush(ctx, "all"))
			wants(t, s, 7, "one")
		},
		"subscriptions are listed by operator": func(t *testing.T, s store.Store) {
			theirs := subscription("b", "t")
			theirs.OperatorID = 8
			must(t, s.SavePush(ctx, theirs))
			must(t, s.SavePush(ctx, subscription("c", "u", 1)))
			must(t, s.SavePush(ctx, subscription("a", "s")))
			returns(t, []store.PushSubscription{subscription("a", "s"), subscription("c", "u")})(s.PushesOf(ctx, 7))
			returns(t, []store.PushSubscription{theirs})(s.PushesOf(ctx, 8))
			returns(t, []store.PushSubscription(nil))(s.PushesOf(ctx, 9))
		},
		"subscriptions move with their session": func(t *testing.T, s store.Store) {
			must(t, s.SavePush(ctx, subscription("a", "s", 1)))
			must(t, s.MovePush(ctx, "s", "t"))
			must(t, s.MovePush(ctx, "nobody's", "u"))
			returns(t, subscription("a", "t", 1))(s.PushOf(ctx, "t"))
			must(t, s.SavePush(ctx, subscription("b", "v", 1)))
			wantError(t, s.MovePush(ctx, "v", "t"), store.ErrConflict)
		},
		"one of many callers claims each notification of a browser": func(t *testing.T, s store.Store) {
			ids := []string{"a", "b", "c"}
			for _, c := range []store.PushClaim{
				{ShopID: 1, OrderID: 1, Event: "new"}, {ShopID: 2, OrderID: 1, Event: "new"},
				{ShopID: 1, OrderID: 2, Event: "new"}, {ShopID: 1, OrderID: 1, Event: wild},
			} {
				won := make([][]bool, rivals)
				for i, err := range race(func(i int) (err error) {
					c := c
					c.At = now + int64(i)
					won[i], err = s.ClaimPush(ctx, c, ids[i%2:])
					return err
				}) {
					must(t, err)
					same(t, 3-i%2, len(won[i]))
				}
				for at := range ids {
					winners := 0
					for i := range won {
						if at >= i%2 && won[i][at-i%2] {
							winners++
						}
					}
					same(t, 1, winners)
				}
			}
		},
		"subscriptions are deleted after their session": func(t *testing.T, s store.Store) {
			for _, token := range []string{"alive", "revoked", "ended"} {
				one := session(token, 7)
				if token == "ended" {
					one.ExpiresAt = now
				}
				must(t, s.SaveSession(ctx, one))
				must(t, s.SavePush(ctx, subscription("of "+token, token, 1)))
			}
			must(t, s.RevokeSession(ctx, "revoked", now))
			must(t, s.SavePush(ctx, subscription("of none", "none", 1)))
			claim := func(event string, at int64, want bool) {
				t.Helper()
				returns(t, []bool{want})(s.ClaimPush(ctx, store.PushClaim{Event: event, At: at}, []string{"a"}))
			}
			claim("old", now-1, true)
			claim("young", now, true)
			must(t, s.SweepPush(ctx, now, now))
			wants(t, s, 1, "of alive")
			same(t, 1, len(rows(t, s, `SELECT * FROM push_shops`)))
			claim("old", now, true)
			claim("young", now, false)
		},
	})
}
