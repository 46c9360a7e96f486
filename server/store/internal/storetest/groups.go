package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func saveGroup(s tested, g store.Group, add, drop []int64) {
	s.Helper()
	must(s, s.SaveGroup(ctx, g, add, drop))
}

func groups() cases {
	return cases{
		"saved groups come back with their shops": func(s tested) {
			s.notFound(s.Group(ctx, "b"))
			saveGroup(s, store.Group{ID: "b", Name: wild, OperatorID: 7}, []int64{3, 1, 2}, nil)
			saveGroup(s, store.Group{ID: "a", Name: "late", Tag: true}, nil, nil)
			saveGroup(s, store.Group{ID: "b", Version: 1, Name: "early", OperatorID: 7}, []int64{3, 9},
				[]int64{1, 77})
			b := store.Group{ID: "b", Version: 2, Name: "early", OperatorID: 7, Shops: []int64{2, 3, 9}}
			returns(s, b)(s.Group(ctx, "b"))
			returns(s, []store.Group{b, {ID: "a", Version: 1, Name: "late", Tag: true}})(s.Groups(ctx))
		},
		"a deleted group can be restored until it is purged": func(s tested) {
			saveGroup(s, store.Group{ID: "a", Name: "one"}, []int64{1, 2}, nil)
			saveGroup(s, store.Group{ID: "a", Version: 1, Name: "one", DeletedAt: now}, nil, nil)
			counts(s, 0)(s.Groups(ctx))
			must(s, s.PurgeGroups(ctx, now))
			saveGroup(s, store.Group{ID: "a", Version: 2, Name: "one"}, nil, nil)
			must(s, s.PurgeGroups(ctx, now+1))
			returns(s, store.Group{ID: "a", Version: 3, Name: "one", Shops: []int64{1, 2}})(s.Group(ctx, "a"))
			saveGroup(s, store.Group{ID: "a", Version: 3, Name: "one", DeletedAt: now}, nil, nil)
			must(s, s.PurgeGroups(ctx, now+1))
			s.notFound(s.Group(ctx, "a"))
			saveGroup(s, store.Group{ID: "a", Name: "new"}, nil, nil)
			returns(s, store.Group{ID: "a", Version: 1, Name: "new"})(s.Group(ctx, "a"))
		},
		"a group holds two thousand shops": func(s tested) {
			ids := numbers(2000)
			saveGroup(s, store.Group{ID: "a"}, ids, nil)
			saveGroup(s, store.Group{ID: "a", Version: 1}, nil, ids[5:])
			same(s, ids[:5], get(s.Group(ctx, "a"))(s).Shops)
		},
	}
}

// groupRoles tests that a role by a group follows the shops of the group.
func groupRoles() cases {
	north := func(operator, shop int64) store.Membership {
		return store.Membership{OperatorID: operator, ShopID: shop, Role: "manager", GroupID: "north"}
	}
	save := func(s tested, deleted int64, add, drop []int64) {
		s.Helper()
		g, err := s.Group(ctx, "north")
		if err != nil {
			g = store.Group{ID: "north", Name: "North"}
		}
		g.DeletedAt = deleted
		saveGroup(s, g, add, drop)
	}
	has := func(s tested, operator int64, want ...store.Membership) {
		s.Helper()
		returns(s, want)(s.Memberships(ctx, operator))
	}
	return cases{
		"the role is in the shops that the group has": func(s tested) {
			save(s, 0, []int64{3, 1}, nil)
			own := store.Membership{ShopID: 3, Role: "staff"}
			ann := person(s, "ann", own, north(0, store.NoShop))
			own.OperatorID = ann
			has(s, ann, north(ann, 1), own, north(ann, 3))
			save(s, 0, []int64{9}, []int64{1})
			has(s, ann, own, north(ann, 3), north(ann, 9))
			returns(s, []store.Membership{own, north(ann, 3), north(ann, 9)})(s.ListMemberships(ctx))
			returns(s, []store.Membership{north(ann, store.NoShop)})(s.GroupRoles(ctx, "north"))
		},
		"an empty or deleted group gives no shop, least of all every shop": func(s tested) {
			save(s, 0, []int64{store.AllShops}, nil)
			ann := person(s, "ann", north(0, store.NoShop))
			has(s, ann, north(ann, store.NoShop))
			save(s, 0, []int64{4}, nil)
			has(s, ann, north(ann, 4))
			save(s, now, nil, nil)
			has(s, ann, north(ann, store.NoShop))
			save(s, 0, nil, nil)
			has(s, ann, north(ann, 4))
			save(s, now, nil, nil)
			must(s, s.PurgeGroups(ctx, now+1))
			has(s, ann)
		},
		"roles by a group are given and taken as the caller saw them": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob", staff)
			save(s, 0, []int64{1, 2}, nil)
			before, after := asStaff, []store.Membership{north(bob, 1), north(bob, 2), staff}
			s.conflicts(s.SetMemberships(ctx, bob, before, after[1:]))
			s.conflicts(s.SetMemberships(ctx, bob, before, append(after, north(bob, 3))))
			must(s, s.SetMemberships(ctx, bob, before, after))
			save(s, 0, []int64{5}, nil)
			s.conflicts(s.SetMemberships(ctx, bob, after, nil))
			must(s, s.SetMemberships(ctx, bob, append(after, north(bob, 5)), nil))
			has(s, bob)
		},
		"whoever changes a group has seen its roles": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob")
			save(s, 0, []int64{1}, nil)
			g := get(s.Group(ctx, "north"))(s)
			must(s, s.SetMemberships(ctx, bob, nil, []store.Membership{north(bob, 1)}))
			s.conflicts(s.SaveGroup(ctx, g, []int64{2}, nil))
			has(s, bob, north(bob, 1))
		},
		"a link gives the shops that the group has when it is used": func(s tested) {
			save(s, 0, []int64{1}, nil)
			grants := []store.Membership{staff, north(0, 1), {ShopID: 1, Role: "staff", GroupID: "gone"}}
			invited(s, 1, store.Invitation{Grants: grants})
			g := get(s.Group(ctx, "north"))(s)
			save(s, 0, []int64{2}, nil)
			want := []store.Membership{staff, north(0, 1), north(0, 2)}
			open := get(s.Invitations(ctx, now))(s)
			same(s, want, open[0].Grants)
			cat := get(s.Accept(ctx, hash(1), now, store.Operator{Login: "cat"},
				func(i store.Invitation, _, _ store.Person) bool {
					same(s, want, i.Grants)
					return true
				}))(s)
			her := staff
			her.OperatorID = cat
			has(s, cat, north(cat, 1), north(cat, 2), her)
			s.conflicts(s.SaveGroup(ctx, g, []int64{3}, nil))
		},
	}
}

func views() cases {
	return cases{
		"each operator has separate views": func(s tested) {
			ann, bob := person(s, "ann", owner), person(s, "bob", staff)
			mine := store.View{OperatorID: ann, ID: "v", Name: wild, Body: "sort=name", At: now}
			must(s, s.SaveView(ctx, mine))
			must(s, s.SaveView(ctx, store.View{OperatorID: bob, ID: "v", Name: "his"}))
			mine.Name, mine.Body, mine.At = "b", wild, now+1
			must(s, s.SaveView(ctx, mine))
			first := store.View{OperatorID: ann, ID: "w", Name: "a"}
			must(s, s.SaveView(ctx, first))
			returns(s, []store.View{first, mine})(s.Views(ctx, ann))
			must(s, s.DropView(ctx, ann, "w"))
			must(s, s.DropView(ctx, ann, "w"))
			returns(s, []store.View{mine})(s.Views(ctx, ann))
			must(s, s.RemoveOperator(ctx, bob, now))
			counts(s, 0)(s.Views(ctx, bob))
		},
	}
}
