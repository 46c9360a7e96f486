package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func hash(n int) []byte { return fmt.Appendf(nil, "%032d", n) }

func link(t *testing.T, s store.Store, n int, expires int64) {
	t.Helper()
	must(t, s.ReplaceSetupLink(t.Context(), store.SetupLink{TokenHash: hash(n), ExpiresAt: expires}))
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
		"a link creates the owner": func(t *testing.T, s store.Store) {
			wantOwner(t, s, false)
			link(t, s, 1, now+1)
			id, err := s.CreateOwner(ctx, hash(1), now, ann)
			must(t, err)
			wantOwner(t, s, true)
			want := ann
			want.ID, want.Login = id, "ann"
			returns(t, want)(s.Operator(ctx, id))
			returns(t, []store.Membership{{OperatorID: id, ShopID: store.AllShops, Role: "owner"}})(s.Memberships(ctx, id))
		},
		"a second owner is refused": func(t *testing.T, s store.Store) {
			link(t, s, 1, now+1)
			succeeds(t)(s.CreateOwner(ctx, hash(1), now, ann))
			fails(t, store.ErrNotFound)(s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "eve"}))
			link(t, s, 2, now+1)
			fails(t, store.ErrConflict)(s.CreateOwner(ctx, hash(2), now, store.Operator{Login: "eve"}))
			fails(t, store.ErrNotFound)(s.OperatorByLogin(ctx, "eve"))
		},
		"unknown, expired and replaced links are refused": func(t *testing.T, s store.Store) {
			refused := func(token []byte, at int64) {
				t.Helper()
				fails(t, store.ErrNotFound)(s.CreateOwner(ctx, token, at, ann))
			}
			refused(hash(1), now) // no link exists yet
			refused(nil, now)
			link(t, s, 1, now)
			refused(hash(1), now) // expires at this moment
			link(t, s, 2, now+1)
			refused(hash(1), now-1) // replaced
			refused(nil, now)
			refused([]byte{}, now)
			wantOwner(t, s, false)
			succeeds(t)(s.CreateOwner(ctx, hash(2), now, ann))
		},
		"a link without a hash is refused": func(t *testing.T, s store.Store) {
			if s.ReplaceSetupLink(ctx, store.SetupLink{ExpiresAt: now + 1}) == nil {
				t.Error("taken")
			}
		},
		"a link is refused if an owner exists": func(t *testing.T, s store.Store) {
			succeeds(t)(s.CreateOperator(ctx, store.Operator{Login: "made"},
				[]store.Membership{{ShopID: store.AllShops, Role: "owner"}}))
			wantOwner(t, s, true)
			link(t, s, 1, now+1)
			fails(t, store.ErrConflict)(s.CreateOwner(ctx, hash(1), now, ann))
		},
		"an owner of one shop isn't the owner of all shops": func(t *testing.T, s store.Store) {
			succeeds(t)(s.CreateOperator(ctx, store.Operator{Login: "one"}, []store.Membership{{ShopID: 5, Role: "owner"}}))
			succeeds(t)(s.CreateOperator(ctx, store.Operator{Login: "two"},
				[]store.Membership{{ShopID: store.AllShops, Role: "manager"}}))
			wantOwner(t, s, false)
		},
		"a taken login leaves the link open": func(t *testing.T, s store.Store) {
			succeeds(t)(s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil))
			link(t, s, 1, now+1)
			fails(t, store.ErrConflict)(s.CreateOwner(ctx, hash(1), now, ann))
			wantOwner(t, s, false)
			succeeds(t)(s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "bob"}))
		},
		"one of many callers with one link creates the owner": func(t *testing.T, s store.Store) {
			link(t, s, 1, now+1)
			oneWins(t, race(func(i int) error {
				_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("rival", i)})
				return err
			}), store.ErrNotFound, store.ErrConflict)
		},
		// Each rival replaces the link and uses its own. Between the two steps another owner may exist in
		// a transaction that isn't committed.
		"one of many callers with separate links creates the owner": func(t *testing.T, s store.Store) {
			oneWins(t, race(func(i int) error {
				own := hash(i)
				for {
					if err := s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: own, ExpiresAt: now + 1}); err != nil {
						return err
					}
					_, err := s.CreateOwner(ctx, own, now, store.Operator{Login: fmt.Sprint("rival", i)})
					if !errors.Is(err, store.ErrNotFound) { // otherwise another rival replaced the link meanwhile
						return err
					}
				}
			}), store.ErrConflict)
		},
	})
}
