package storetest

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func operators(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"created operators come back": func(t *testing.T, s store.Store) {
			want := store.Operator{Login: "ÉVA@Example.com", Name: wild, Password: wild, CreatedAt: now}
			id, err := s.CreateOperator(ctx, want, []store.Membership{
				{ShopID: 100002, Role: "staff"}, {ShopID: 9_007_199_254_740_993, Role: "owner"}, {ShopID: 100001, Role: "manager"},
			})
			must(t, err)
			want.ID, want.Login = id, "éva@example.com"
			returns(t, want)(s.Operator(ctx, id))
			returns(t, want)(s.OperatorByLogin(ctx, "Éva@example.COM"))
			returns(t, []store.Membership{
				{OperatorID: id, ShopID: 100001, Role: "manager"},
				{OperatorID: id, ShopID: 100002, Role: "staff"},
				{OperatorID: id, ShopID: 9_007_199_254_740_993, Role: "owner"},
			})(s.Memberships(ctx, id))
		},
		"disabled operators come back": func(t *testing.T, s store.Store) {
			id, err := s.CreateOperator(ctx, store.Operator{Login: "gone", Disabled: true}, nil)
			must(t, err)
			got, err := s.Operator(ctx, id)
			must(t, err)
			if !got.Disabled {
				t.Error("not disabled")
			}
			returns(t, []store.Membership(nil))(s.Memberships(ctx, id))
		},
		"a login is taken whatever its case": func(t *testing.T, s store.Store) {
			first, err := s.CreateOperator(ctx, store.Operator{Login: "ann", Name: "first"}, nil)
			must(t, err)
			fails(t, store.ErrConflict)(s.CreateOperator(ctx, store.Operator{Login: "ANN", Name: "second"}, nil))
			returns(t, store.Operator{ID: first, Login: "ann", Name: "first"})(s.OperatorByLogin(ctx, "ann"))
		},
		"one of many callers takes a login": func(t *testing.T, s store.Store) {
			oneWins(t, race(func(int) error {
				_, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{{ShopID: 1, Role: "staff"}})
				return err
			}), store.ErrConflict)
		},
		"a bad membership leaves no operator": func(t *testing.T, s store.Store) {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{
				{ShopID: 1, Role: "staff"}, {ShopID: 2, Role: "emperor"},
			})
			if err == nil {
				t.Error("an unknown role was taken")
			}
			_, err = s.CreateOperator(ctx, store.Operator{Login: "ann"}, []store.Membership{
				{ShopID: 1, Role: "staff"}, {ShopID: 1, Role: "owner"},
			})
			wantError(t, err, store.ErrConflict)
			fails(t, store.ErrNotFound)(s.OperatorByLogin(ctx, "ann"))
		},
		"unknown operators aren't found": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Operator(ctx, 77))
			for _, login := range []string{"", "nobody", "bad\xff\x00bytes", strings.Repeat("x", 5000)} {
				fails(t, store.ErrNotFound)(s.OperatorByLogin(ctx, login))
			}
			wantError(t, s.SetPassword(ctx, 77, "x"), store.ErrNotFound)
		},
		"a password is replaced": func(t *testing.T, s store.Store) {
			id, err := s.CreateOperator(ctx, store.Operator{Login: "ann", Password: "old"}, nil)
			must(t, err)
			must(t, s.SetPassword(ctx, id, "new"))
			got, err := s.Operator(ctx, id)
			must(t, err)
			same(t, "new", got.Password)
		},
		// An operator signs in with the old password while choosing a new one elsewhere: the new hash of
		// the old password must not be stored.
		"a hash is replaced only if the password is unchanged": func(t *testing.T, s store.Store) {
			id, err := s.CreateOperator(ctx, store.Operator{Login: "ann", Password: "old"}, nil)
			must(t, err)
			must(t, s.Rehash(ctx, id, "old", "old, hashed anew"))
			must(t, s.SetPassword(ctx, id, "new"))
			wantError(t, s.Rehash(ctx, id, "old, hashed anew", "late"), store.ErrNotFound)
			wantError(t, s.Rehash(ctx, 77, "", "x"), store.ErrNotFound)
			got, err := s.Operator(ctx, id)
			must(t, err)
			same(t, "new", got.Password)
		},
	})
}
