package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func hash(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

func link(t *testing.T, s store.Store, b byte, expires int64) {
	t.Helper()
	must(t, s.ReplaceSetupLink(t.Context(), store.SetupLink{TokenHash: hash(b), ExpiresAt: expires}))
}

func wantOwner(t *testing.T, s store.Store, want bool) {
	t.Helper()
	has, err := s.HasOwner(t.Context())
	must(t, err)
	if has != want {
		t.Errorf("HasOwner is %t, want %t", has, want)
	}
}

func setup(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	ann := store.Operator{Login: "Ann", Name: wild, Password: "phc", CreatedAt: now}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a link makes the owner": func(t *testing.T, s store.Store) {
			wantOwner(t, s, false)
			link(t, s, 1, now+1)
			id, err := s.CreateOwner(ctx, hash(1), now, ann)
			must(t, err)
			wantOwner(t, s, true)
			want := ann
			want.ID, want.Login = id, "ann"
			got, err := s.Operator(ctx, id)
			must(t, err)
			same(t, want, got)
			members, err := s.Memberships(ctx, id)
			must(t, err)
			same(t, []store.Membership{{OperatorID: id, ShopID: store.AllShops, Role: "owner"}}, members)
		},
		"once": func(t *testing.T, s store.Store) {
			link(t, s, 1, now+1)
			_, err := s.CreateOwner(ctx, hash(1), now, ann)
			must(t, err)
			_, err = s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "eve"})
			wantError(t, err, store.ErrNotFound)
			link(t, s, 2, now+1)
			_, err = s.CreateOwner(ctx, hash(2), now, store.Operator{Login: "eve"})
			wantError(t, err, store.ErrConflict)
			_, err = s.OperatorByLogin(ctx, "eve")
			wantError(t, err, store.ErrNotFound)
		},
		"a link that doesn't hold": func(t *testing.T, s store.Store) {
			refused := func(token []byte, at int64) {
				t.Helper()
				_, err := s.CreateOwner(ctx, token, at, ann)
				wantError(t, err, store.ErrNotFound)
			}
			refused(hash(1), now) // there is none yet
			refused(nil, now)
			link(t, s, 1, now)
			refused(hash(1), now) // expired at this moment
			link(t, s, 2, now+1)
			refused(hash(1), now-1) // replaced
			refused(nil, now)
			refused([]byte{}, now)
			wantOwner(t, s, false)
			_, err := s.CreateOwner(ctx, hash(2), now, ann)
			must(t, err)
		},
		"a link without a hash is refused": func(t *testing.T, s store.Store) {
			if s.ReplaceSetupLink(ctx, store.SetupLink{ExpiresAt: now + 1}) == nil {
				t.Error("taken")
			}
		},
		"the owner of one shop isn't the owner": func(t *testing.T, s store.Store) {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "one"}, []store.Membership{{ShopID: 5, Role: "owner"}})
			must(t, err)
			_, err = s.CreateOperator(ctx, store.Operator{Login: "two"}, []store.Membership{{ShopID: store.AllShops, Role: "manager"}})
			must(t, err)
			wantOwner(t, s, false)
		},
		"a taken login doesn't use up the link": func(t *testing.T, s store.Store) {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil)
			must(t, err)
			link(t, s, 1, now+1)
			_, err = s.CreateOwner(ctx, hash(1), now, ann)
			wantError(t, err, store.ErrConflict)
			wantOwner(t, s, false)
			_, err = s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "bob"})
			must(t, err)
		},
		"one of many with one link": func(t *testing.T, s store.Store) {
			link(t, s, 1, now+1)
			oneWins(t, race(func(i int) error {
				_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("rival", i)})
				return err
			}), store.ErrNotFound, store.ErrConflict)
		},
		// Each rival replaces the link and uses its own: between the two, another
		// owner may be in the making and not yet visible.
		"one of many with links of their own": func(t *testing.T, s store.Store) {
			oneWins(t, race(func(i int) error {
				own := hash(byte(i))
				for {
					if err := s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: own, ExpiresAt: now + 1}); err != nil {
						return err
					}
					_, err := s.CreateOwner(ctx, own, now, store.Operator{Login: fmt.Sprint("rival", i)})
					if !errors.Is(err, store.ErrNotFound) { // else another's link came between
						return err
					}
				}
			}), store.ErrConflict)
		},
		// Two ways to the first owner at once: setup must not make a second.
		"none beside one made otherwise": func(t *testing.T, s store.Store) {
			link(t, s, 1, now+1)
			errs := race(func(i int) error {
				if i%2 == 0 {
					_, err := s.CreateOperator(ctx, store.Operator{Login: fmt.Sprint("made", i)},
						[]store.Membership{{ShopID: store.AllShops, Role: "owner"}})
					return err
				}
				_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("setup", i)})
				return err
			})
			made := 0
			for i, err := range errs {
				switch {
				case i%2 == 0:
					must(t, err)
				case err == nil:
					made++
				case !isAny(err, []error{store.ErrNotFound, store.ErrConflict}):
					t.Error(err)
				}
			}
			if made > 1 {
				t.Errorf("setup made %d owners", made)
			}
			link(t, s, 2, now+1)
			_, err := s.CreateOwner(ctx, hash(2), now, ann)
			wantError(t, err, store.ErrConflict)
		},
	})
}
