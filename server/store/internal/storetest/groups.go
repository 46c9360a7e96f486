package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func groups(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved groups come back with their shops": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Group(ctx, "b"))
			must(t, s.SaveGroup(ctx, store.Group{ID: "b", Name: wild, OperatorID: 7}, []int64{3, 1, 2}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "late", Tag: true}, nil, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "b", Version: 1, Name: "early", OperatorID: 7}, []int64{3, 9},
				[]int64{1, 77}))
			b := store.Group{ID: "b", Version: 2, Name: "early", OperatorID: 7, Shops: []int64{2, 3, 9}}
			returns(t, b)(s.Group(ctx, "b"))
			returns(t, []store.Group{b, {ID: "a", Version: 1, Name: "late", Tag: true}})(s.Groups(ctx))
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "one"}, []int64{1}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1, Name: "two"}, nil, nil))
			for _, version := range []int64{0, 1, 3} {
				wantError(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: version, Name: "three"}, []int64{5}, []int64{1}),
					store.ErrConflict)
			}
			wantError(t, s.SaveGroup(ctx, store.Group{ID: "other", Version: 1}, []int64{5}, nil), store.ErrConflict)
			returns(t, store.Group{ID: "a", Version: 2, Name: "two", Shops: []int64{1}})(s.Group(ctx, "a"))
		},
		"a deleted group can be restored until it is purged": func(t *testing.T, s store.Store) {
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "one"}, []int64{1, 2}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1, Name: "one", DeletedAt: now}, nil, nil))
			returns(t, []store.Group(nil))(s.Groups(ctx))
			must(t, s.PurgeGroups(ctx, now))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 2, Name: "one"}, nil, nil))
			must(t, s.PurgeGroups(ctx, now+1))
			returns(t, store.Group{ID: "a", Version: 3, Name: "one", Shops: []int64{1, 2}})(s.Group(ctx, "a"))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 3, Name: "one", DeletedAt: now}, nil, nil))
			must(t, s.PurgeGroups(ctx, now+1))
			fails(t, store.ErrNotFound)(s.Group(ctx, "a"))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "new"}, nil, nil))
			returns(t, store.Group{ID: "a", Version: 1, Name: "new"})(s.Group(ctx, "a"))
		},
		"a group holds two thousand shops": func(t *testing.T, s store.Store) {
			var ids []int64
			for id := range int64(2000) {
				ids = append(ids, id)
			}
			must(t, s.SaveGroup(ctx, store.Group{ID: "a"}, ids, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1}, nil, ids[5:]))
			got, err := s.Group(ctx, "a")
			must(t, err)
			same(t, ids[:5], got.Shops)
		},
	})
}

// groupRoles tests that a role by a group follows the shops of the group.
func groupRoles(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	north := func(operator, shop int64) store.Membership {
		return store.Membership{OperatorID: operator, ShopID: shop, Role: "manager", GroupID: "north"}
	}
	save := func(t *testing.T, s store.Store, deleted int64, add, drop []int64) {
		t.Helper()
		g, err := s.Group(ctx, "north")
		if err != nil {
			g = store.Group{ID: "north", Name: "North"}
		}
		g.DeletedAt = deleted
		must(t, s.SaveGroup(ctx, g, add, drop))
	}
	has := func(t *testing.T, s store.Store, operator int64, want ...store.Membership) {
		t.Helper()
		returns(t, want)(s.Memberships(ctx, operator))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"the role is in the shops that the group has": func(t *testing.T, s store.Store) {
			save(t, s, 0, []int64{3, 1}, nil)
			own := store.Membership{ShopID: 3, Role: "staff"}
			ann := person(t, s, "ann", own, north(0, store.NoShop))
			own.OperatorID = ann
			has(t, s, ann, north(ann, 1), own, north(ann, 3))
			save(t, s, 0, []int64{9}, []int64{1})
			has(t, s, ann, own, north(ann, 3), north(ann, 9))
			returns(t, []store.Membership{own, north(ann, 3), north(ann, 9)})(s.ListMemberships(ctx))
			returns(t, []store.Membership{north(ann, store.NoShop)})(s.GroupRoles(ctx, "north"))
		},
		"an empty or deleted group gives no shop, least of all every shop": func(t *testing.T, s store.Store) {
			save(t, s, 0, []int64{store.AllShops}, nil)
			ann := person(t, s, "ann", north(0, store.NoShop))
			has(t, s, ann, north(ann, store.NoShop))
			save(t, s, 0, []int64{4}, nil)
			has(t, s, ann, north(ann, 4))
			save(t, s, now, nil, nil)
			has(t, s, ann, north(ann, store.NoShop))
			save(t, s, 0, nil, nil)
			has(t, s, ann, north(ann, 4))
			save(t, s, now, nil, nil)
			must(t, s.PurgeGroups(ctx, now+1))
			has(t, s, ann)
		},
		"roles by a group are given and taken as the caller saw them": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob", staff)
			save(t, s, 0, []int64{1, 2}, nil)
			before, after := []store.Membership{staff}, []store.Membership{north(bob, 1), north(bob, 2), staff}
			wantError(t, s.SetMemberships(ctx, bob, before, after[1:]), store.ErrConflict)
			wantError(t, s.SetMemberships(ctx, bob, before, append(after, north(bob, 3))), store.ErrConflict)
			must(t, s.SetMemberships(ctx, bob, before, after))
			save(t, s, 0, []int64{5}, nil)
			wantError(t, s.SetMemberships(ctx, bob, after, nil), store.ErrConflict)
			must(t, s.SetMemberships(ctx, bob, append(after, north(bob, 5)), nil))
			has(t, s, bob)
		},
		"whoever changes a group has seen its roles": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob")
			save(t, s, 0, []int64{1}, nil)
			g, err := s.Group(ctx, "north")
			must(t, err)
			must(t, s.SetMemberships(ctx, bob, nil, []store.Membership{north(bob, 1)}))
			wantError(t, s.SaveGroup(ctx, g, []int64{2}, nil), store.ErrConflict)
			has(t, s, bob, north(bob, 1))
		},
		"a link gives the shops that the group has when it is used": func(t *testing.T, s store.Store) {
			save(t, s, 0, []int64{1}, nil)
			grants := []store.Membership{staff, north(0, 1), {ShopID: 1, Role: "staff", GroupID: "gone"}}
			invited(t, s, 1, store.Invitation{Grants: grants})
			g, err := s.Group(ctx, "north")
			must(t, err)
			save(t, s, 0, []int64{2}, nil)
			want := []store.Membership{staff, north(0, 1), north(0, 2)}
			open, err := s.Invitations(ctx, now)
			must(t, err)
			same(t, want, open[0].Grants)
			cat, err := s.Accept(ctx, hash(1), now, store.Operator{Login: "cat"},
				func(i store.Invitation, _, _ store.Person) bool {
					same(t, want, i.Grants)
					return true
				})
			must(t, err)
			her := staff
			her.OperatorID = cat
			has(t, s, cat, north(cat, 1), north(cat, 2), her)
			wantError(t, s.SaveGroup(ctx, g, []int64{3}, nil), store.ErrConflict)
		},
	})
}

func views(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"each operator has separate views": func(t *testing.T, s store.Store) {
			ann, bob := person(t, s, "ann", owner), person(t, s, "bob", staff)
			mine := store.View{OperatorID: ann, ID: "v", Name: wild, Body: "sort=name", At: now}
			must(t, s.SaveView(ctx, mine))
			must(t, s.SaveView(ctx, store.View{OperatorID: bob, ID: "v", Name: "his"}))
			mine.Name, mine.Body, mine.At = "b", wild, now+1
			must(t, s.SaveView(ctx, mine))
			first := store.View{OperatorID: ann, ID: "w", Name: "a"}
			must(t, s.SaveView(ctx, first))
			returns(t, []store.View{first, mine})(s.Views(ctx, ann))
			must(t, s.DropView(ctx, ann, "w"))
			must(t, s.DropView(ctx, ann, "w"))
			returns(t, []store.View{mine})(s.Views(ctx, ann))
			must(t, s.RemoveOperator(ctx, bob, now))
			returns(t, []store.View(nil))(s.Views(ctx, bob))
		},
	})
}
