package storetest

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func hash(n int) []byte { return fmt.Appendf(nil, "%032d", n) }

func link(s tested, n int, expires int64) {
	s.Helper()
	must(s, s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: hash(n), ExpiresAt: expires}))
}

func wantOwner(s tested, want bool) {
	s.Helper()
	has := get(s.HasOwner(ctx))(s)
	if has != want {
		s.Errorf("HasOwner is %t, want %t", has, want)
	}
}

func setup() cases {
	ann := store.Operator{Login: "Ann", Name: wild, Password: "phc", CreatedAt: now}
	return cases{
		"a link creates the owner": func(s tested) {
			wantOwner(s, false)
			link(s, 1, now+1)
			id := get(s.CreateOwner(ctx, hash(1), now, ann))(s)
			wantOwner(s, true)
			want := ann
			want.ID, want.Login = id, "ann"
			returns(s, want)(s.Operator(ctx, id))
			returns(s, []store.Membership{{OperatorID: id, ShopID: store.AllShops, Role: "owner"}})(s.Memberships(ctx, id))
		},
		"a second owner is refused": func(s tested) {
			link(s, 1, now+1)
			succeeds(s)(s.CreateOwner(ctx, hash(1), now, ann))
			s.notFound(s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "eve"}))
			link(s, 2, now+1)
			s.conflicts(s.CreateOwner(ctx, hash(2), now, store.Operator{Login: "eve"}))
			s.notFound(s.OperatorByLogin(ctx, "eve"))
		},
		"unknown, expired and replaced links are refused": func(s tested) {
			refused := func(token []byte, at int64) {
				s.Helper()
				s.notFound(s.CreateOwner(ctx, token, at, ann))
			}
			refused(hash(1), now) // no link exists yet
			refused(nil, now)
			link(s, 1, now)
			refused(hash(1), now) // expires at this moment
			link(s, 2, now+1)
			refused(hash(1), now-1) // replaced
			refused(nil, now)
			refused([]byte{}, now)
			wantOwner(s, false)
			succeeds(s)(s.CreateOwner(ctx, hash(2), now, ann))
		},
		"a link without a hash is refused": func(s tested) {
			s.refused("taken", s.ReplaceSetupLink(ctx, store.SetupLink{ExpiresAt: now + 1}))
		},
		"a link is refused if an owner exists": func(s tested) {
			person(s, "made", owner)
			wantOwner(s, true)
			link(s, 1, now+1)
			s.conflicts(s.CreateOwner(ctx, hash(1), now, ann))
		},
		"an owner of one shop isn't the owner of all shops": func(s tested) {
			person(s, "one", store.Membership{ShopID: 5, Role: "owner"})
			person(s, "two", store.Membership{ShopID: store.AllShops, Role: "manager"})
			wantOwner(s, false)
		},
		"a taken login leaves the link open": func(s tested) {
			person(s, "ann")
			link(s, 1, now+1)
			s.conflicts(s.CreateOwner(ctx, hash(1), now, ann))
			wantOwner(s, false)
			succeeds(s)(s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "bob"}))
		},
		"one of many callers with one link creates the owner": func(s tested) {
			link(s, 1, now+1)
			oneWins(s, func(i int) error {
				_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("rival", i)})
				return err
			}, store.ErrNotFound, store.ErrConflict)
		},
		// Each rival replaces the link and uses its own. Between the two steps another owner may exist in
		// a transaction that isn't committed.
		"one of many callers with separate links creates the owner": func(s tested) {
			oneWins(s, func(i int) error {
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
			}, store.ErrConflict)
		},
	}
}
