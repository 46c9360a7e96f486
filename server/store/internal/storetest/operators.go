package storetest

import (
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

func operators() cases {
	return cases{
		"created operators come back": func(s tested) {
			want := store.Operator{Login: "ÉVA@Example.com", Name: wild, Password: wild, CreatedAt: now}
			id := get(s.CreateOperator(ctx, want, []store.Membership{
				{ShopID: 100002, Role: "staff"}, {ShopID: 9_007_199_254_740_993, Role: "owner"}, {ShopID: 100001, Role: "manager"},
			}))(s)
			want.ID, want.Login = id, "éva@example.com"
			returns(s, want)(s.Operator(ctx, id))
			returns(s, want)(s.OperatorByLogin(ctx, "Éva@example.COM"))
			returns(s, []store.Membership{
				{OperatorID: id, ShopID: 100001, Role: "manager"},
				{OperatorID: id, ShopID: 100002, Role: "staff"},
				{OperatorID: id, ShopID: 9_007_199_254_740_993, Role: "owner"},
			})(s.Memberships(ctx, id))
		},
		"disabled operators come back": func(s tested) {
			id := get(s.CreateOperator(ctx, store.Operator{Login: "gone", Disabled: true}, nil))(s)
			same(s, true, get(s.Operator(ctx, id))(s).Disabled)
			counts(s, 0)(s.Memberships(ctx, id))
		},
		"a login is taken whatever its case": func(s tested) {
			first := get(s.CreateOperator(ctx, store.Operator{Login: "ann", Name: "first"}, nil))(s)
			s.conflicts(s.CreateOperator(ctx, store.Operator{Login: "ANN", Name: "second"}, nil))
			returns(s, store.Operator{ID: first, Login: "ann", Name: "first"})(s.OperatorByLogin(ctx, "ann"))
		},
		"one of many callers takes a login": func(s tested) {
			oneWins(s, func(int) error {
				_, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{{ShopID: 1, Role: "staff"}})
				return err
			}, store.ErrConflict)
		},
		"a bad membership leaves no operator": func(s tested) {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{
				{ShopID: 1, Role: "staff"}, {ShopID: 2, Role: "emperor"},
			})
			if err == nil {
				s.Error("an unknown role was taken")
			}
			_, err = s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{
				{ShopID: 1, Role: "staff"}, {ShopID: 1, Role: "owner"},
			})
			s.conflicts(err)
			s.notFound(s.OperatorByLogin(ctx, "ann"))
		},
		"unknown operators aren't found": func(s tested) {
			s.notFound(s.Operator(ctx, 77))
			for _, login := range []string{"", "nobody", "bad\xff\x00bytes", strings.Repeat("x", 5000)} {
				s.notFound(s.OperatorByLogin(ctx, login))
			}
			s.notFound(s.SetPassword(ctx, 77, "x"))
		},
		"a password is replaced": func(s tested) {
			id := person(s, "ann")
			must(s, s.SetPassword(ctx, id, "new"))
			got := get(s.Operator(ctx, id))(s)
			same(s, "new", got.Password)
		},
		// An operator signs in with the old password while choosing a new one elsewhere: the new hash of
		// the old password must not be stored.
		"a hash is replaced only if the password is unchanged": func(s tested) {
			id := person(s, "ann")
			must(s, s.Rehash(ctx, id, "phc", "phc, hashed anew"))
			must(s, s.SetPassword(ctx, id, "new"))
			s.notFound(s.Rehash(ctx, id, "phc, hashed anew", "late"))
			s.notFound(s.Rehash(ctx, 77, "", "x"))
			same(s, "new", get(s.Operator(ctx, id))(s).Password)
		},
	}
}
