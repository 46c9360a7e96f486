package storetest

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func person(s tested, login string, grants ...store.Membership) int64 {
	s.Helper()
	return get(s.CreateOperator(ctx, store.Operator{Login: login, Name: wild, Password: "phc"}, grants))(s)
}

// owner is a role in all shops, staff a role in one shop.
var (
	owner = store.Membership{ShopID: store.AllShops, Role: "owner"}
	staff = store.Membership{ShopID: 7, Role: "staff"}

	asStaff = []store.Membership{staff} // never changed
)

func people() cases {
	return cases{
		"operators are listed without passwords": func(s tested) {
			ann, bob := person(s, "ann", owner, staff), person(s, "bob")
			returns(s, []store.Operator{{ID: ann, Login: "ann", Name: wild},
				{ID: bob, Login: "bob", Name: wild}})(s.ListOperators(ctx))
			returns(s, []store.Membership{{OperatorID: ann, Role: "owner"},
				{OperatorID: ann, ShopID: 7, Role: "staff"}})(s.ListMemberships(ctx))
		},
		"roles change only if they are as the caller saw them": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob", staff)
			after := []store.Membership{{ShopID: 9, Role: "manager"}, {ShopID: 8, Role: "staff"}}
			s.conflicts(s.SetMemberships(ctx, bob, nil, after))
			must(s, s.SetMemberships(ctx, bob, asStaff, after))
			s.conflicts(s.SetMemberships(ctx, bob, asStaff, nil))
			returns(s, []store.Membership{{OperatorID: bob, ShopID: 8, Role: "staff"},
				{OperatorID: bob, ShopID: 9, Role: "manager"}})(s.Memberships(ctx, bob))
			s.notFound(s.SetMemberships(ctx, 99, nil, nil))
		},
		"the last owner stays": func(s tested) {
			ann := person(s, "ann", owner)
			person(s, "shop owner", store.Membership{ShopID: 7, Role: "owner"})
			s.fails(store.ErrLastOwner, s.SetMemberships(ctx, ann, []store.Membership{owner}, asStaff))
			s.fails(store.ErrLastOwner, s.SetDisabled(ctx, ann, true, now))
			s.fails(store.ErrLastOwner, s.RemoveOperator(ctx, ann, now))
			bob := person(s, "bob", owner)
			must(s, s.SetDisabled(ctx, bob, true, now)) // a disabled owner doesn't count
			s.fails(store.ErrLastOwner, s.RemoveOperator(ctx, ann, now))
			must(s, s.SetDisabled(ctx, bob, false, now))
			must(s, s.RemoveOperator(ctx, ann, now))
			s.notFound(s.Operator(ctx, ann))
		},
		"people of an installation that never had an owner change": func(s tested) { // a demonstration
			bob := person(s, "bob", staff)
			must(s, s.SetMemberships(ctx, bob, asStaff, nil))
			must(s, s.RemoveOperator(ctx, bob, now))
		},
		// Each owner sees the other owners and disables their own account.
		"one of the owners who leave at once stays": func(s tested) {
			var ids []int64
			for i := range rivals {
				ids = append(ids, person(s, fmt.Sprint("owner", i), owner))
			}
			left := 0
			for _, err := range race(func(i int) error { return s.SetDisabled(ctx, ids[i], true, now) }) {
				switch {
				case errors.Is(err, store.ErrLastOwner):
					left++
				case err != nil:
					s.Error(err)
				}
			}
			if left != 1 {
				s.Errorf("%d owners stayed, want 1", left)
			}
		},
		"disabled and removed operators have no sessions or links": func(s tested) {
			person(s, "ann", owner)
			for i, end := range []func(id int64) error{
				func(id int64) error { return s.SetDisabled(ctx, id, true, now) },
				func(id int64) error { return s.RemoveOperator(ctx, id, now) },
			} {
				id := person(s, fmt.Sprint("bob", i), staff)
				token := fmt.Sprint("token", i)
				signIn(s, token, id)
				invited(s, 10+i, store.Invitation{InviterID: id})
				invited(s, 20+i, store.Invitation{OperatorID: id})
				must(s, end(id))
				wantAlive(s, token, now, false)
				signIn(s, token, id)
				wantAlive(s, token, now, false)
				for _, n := range []int{10 + i, 20 + i} {
					s.notFound(s.InvitationByToken(ctx, hash(n), now))
				}
			}
		},
		"an ID is never used again": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob")
			must(s, s.RemoveOperator(ctx, bob, now))
			if again := person(s, "bob"); again == bob {
				s.Error("bob's number was given again")
			}
		},
		"names and preferences are replaced": func(s tested) {
			ann := person(s, "ann", owner)
			returns(s, store.Preferences{})(s.Preferences(ctx, ann))
			want := store.Preferences{Language: "ar", Sound: "on", Theme: "dark"}
			must(s, s.SetPreferences(ctx, ann, store.Preferences{Language: "en"}))
			must(s, s.SetPreferences(ctx, ann, want))
			returns(s, want)(s.Preferences(ctx, ann))
			s.notFound(s.SetPreferences(ctx, 99, want))
			must(s, s.Rename(ctx, ann, "Ann\x00"))
			s.notFound(s.Rename(ctx, 99, "x"))
		},
		"sessions are listed, last seen first": func(s tested) {
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
				saveSession(s, one)
			}
			must(s, s.RevokeSession(ctx, "revoked", now))
			lists(s, "TokenHash", "new", "old")(s.Sessions(ctx, 1, now))
			lists(s, "Method", "password", "password")(s.Sessions(ctx, 1, now))
			lists(s, "ProvedAt", now, now)(s.Sessions(ctx, 1, now))
		},
	}
}
