package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func person(t *testing.T, s store.Store, login string, grants ...store.Membership) int64 {
	t.Helper()
	id, err := s.CreateOperator(t.Context(), store.Operator{Login: login, Name: wild, Password: "phc"}, grants)
	must(t, err)
	return id
}

// owner is a role in all shops, staff a role in one shop.
var (
	owner = store.Membership{ShopID: store.AllShops, Role: "owner"}
	staff = store.Membership{ShopID: 7, Role: "staff"}
)

func people(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"operators are listed without passwords": func(t *testing.T, s store.Store) {
			ann, bob := person(t, s, "ann", owner, staff), person(t, s, "bob")
			returns(t, []store.Operator{{ID: ann, Login: "ann", Name: wild},
				{ID: bob, Login: "bob", Name: wild}})(s.ListOperators(ctx))
			returns(t, []store.Membership{{OperatorID: ann, Role: "owner"},
				{OperatorID: ann, ShopID: 7, Role: "staff"}})(s.ListMemberships(ctx))
		},
		"roles change only if they are as the caller saw them": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob", staff)
			after := []store.Membership{{ShopID: 9, Role: "manager"}, {ShopID: 8, Role: "staff"}}
			wantError(t, s.SetMemberships(ctx, bob, nil, after), store.ErrConflict)
			must(t, s.SetMemberships(ctx, bob, []store.Membership{staff}, after))
			wantError(t, s.SetMemberships(ctx, bob, []store.Membership{staff}, nil), store.ErrConflict)
			returns(t, []store.Membership{{OperatorID: bob, ShopID: 8, Role: "staff"},
				{OperatorID: bob, ShopID: 9, Role: "manager"}})(s.Memberships(ctx, bob))
			wantError(t, s.SetMemberships(ctx, 99, nil, nil), store.ErrNotFound)
		},
		"the last owner stays": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			person(t, s, "shop owner", store.Membership{ShopID: 7, Role: "owner"})
			wantError(t, s.SetMemberships(ctx, ann, []store.Membership{owner}, []store.Membership{staff}), store.ErrLastOwner)
			wantError(t, s.SetDisabled(ctx, ann, true, now), store.ErrLastOwner)
			wantError(t, s.RemoveOperator(ctx, ann, now), store.ErrLastOwner)
			bob := person(t, s, "bob", owner)
			must(t, s.SetDisabled(ctx, bob, true, now)) // a disabled owner doesn't count
			wantError(t, s.RemoveOperator(ctx, ann, now), store.ErrLastOwner)
			must(t, s.SetDisabled(ctx, bob, false, now))
			must(t, s.RemoveOperator(ctx, ann, now))
			fails(t, store.ErrNotFound)(s.Operator(ctx, ann))
		},
		// Each owner sees the other owners and disables their own account.
		"one of the owners who leave at once stays": func(t *testing.T, s store.Store) {
			var ids []int64
			for i := range rivals {
				ids = append(ids, person(t, s, fmt.Sprint("owner", i), owner))
			}
			left := 0
			for _, err := range race(func(i int) error { return s.SetDisabled(ctx, ids[i], true, now) }) {
				switch {
				case errors.Is(err, store.ErrLastOwner):
					left++
				case err != nil:
					t.Error(err)
				}
			}
			if left != 1 {
				t.Errorf("%d owners stayed, want 1", left)
			}
		},
		"disabled and removed operators have no sessions or links": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			for i, end := range []func(id int64) error{
				func(id int64) error { return s.SetDisabled(ctx, id, true, now) },
				func(id int64) error { return s.RemoveOperator(ctx, id, now) },
			} {
				id := person(t, s, fmt.Sprint("bob", i), staff)
				token := fmt.Sprint("token", i)
				must(t, s.SaveSession(ctx, session(token, id)))
				invited(t, s, 10+i, store.Invitation{InviterID: id})
				invited(t, s, 20+i, store.Invitation{OperatorID: id})
				must(t, end(id))
				wantAlive(t, s, token, now, false)
				must(t, s.SaveSession(ctx, session(token, id)))
				wantAlive(t, s, token, now, false)
				for _, n := range []int{10 + i, 20 + i} {
					fails(t, store.ErrNotFound)(s.InvitationByToken(ctx, hash(n), now))
				}
			}
		},
		"an ID is never used again": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob")
			must(t, s.RemoveOperator(ctx, bob, now))
			if again := person(t, s, "bob"); again == bob {
				t.Error("bob's number was given again")
			}
		},
		"names and preferences are replaced": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			returns(t, store.Preferences{})(s.Preferences(ctx, ann))
			want := store.Preferences{Language: "ar", Sound: "on", Theme: "dark"}
			must(t, s.SetPreferences(ctx, ann, store.Preferences{Language: "en"}))
			must(t, s.SetPreferences(ctx, ann, want))
			returns(t, want)(s.Preferences(ctx, ann))
			wantError(t, s.SetPreferences(ctx, 99, want), store.ErrNotFound)
			must(t, s.Rename(ctx, ann, "Ann\x00"))
			wantError(t, s.Rename(ctx, 99, "x"), store.ErrNotFound)
		},
		"sessions are listed, last seen first": func(t *testing.T, s store.Store) {
			for i, token := range []string{"old", "new", "hers", "ended", "revoked"} {
				one := session(token, 1)
				one.SeenAt += int64(i)
				one.Method, one.ProvedAt = "password", now
				if token == "hers" {
					one.OperatorID = 2
				}
				if token == "ended" {
					one.ExpiresAt = now
				}
				must(t, s.SaveSession(ctx, one))
			}
			must(t, s.RevokeSession(ctx, "revoked", now))
			got, err := s.Sessions(ctx, 1, now)
			must(t, err)
			if len(got) != 2 || got[0].TokenHash != "new" || got[1].TokenHash != "old" || got[0].Method != "password" ||
				got[0].ProvedAt != now {
				t.Errorf("%+v", got)
			}
		},
	})
}
