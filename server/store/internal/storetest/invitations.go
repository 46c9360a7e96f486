package storetest

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func invited(s tested, n int, i store.Invitation) int64 {
	s.Helper()
	i.TokenHash, i.Name, i.Inviter = hash(n), wild, wild
	i.CreatedAt, i.ExpiresAt = now, now+1000
	return get(s.AddInvitation(ctx, i))(s)
}

// always is a rule that allows every link.
func always(store.Invitation, store.Person, store.Person) bool { return true }

// accept uses the link n with a login.
func accept(s tested, n int, login string) (int64, error) {
	return s.Accept(ctx, hash(n), now, store.Operator{Login: login}, always)
}

func invitations() cases {
	cat := store.Operator{Login: "cat", Name: "Cat", Password: "phc", CreatedAt: now}
	return cases{
		"a link creates one operator": func(s tested) {
			id := invited(s, 1, store.Invitation{InviterID: 5,
				Grants: []store.Membership{staff, {ShopID: 9_007_199_254_740_993, Role: "owner"}}})
			open := get(s.Invitations(ctx, now))(s)
			got := get(s.InvitationByToken(ctx, hash(1), now))(s)
			same(s, []store.Invitation{got}, open)
			same(s, id, got.ID)
			cat1 := get(s.Accept(ctx, hash(1), now, cat, always))(s)
			returns(s, []store.Membership{{OperatorID: cat1, ShopID: 7, Role: "staff"},
				{OperatorID: cat1, ShopID: 9_007_199_254_740_993, Role: "owner"}})(s.Memberships(ctx, cat1))
			s.notFound(accept(s, 1, "dog"))
		},
		"a taken login leaves the link open": func(s tested) {
			person(s, "cat")
			invited(s, 1, store.Invitation{Grants: asStaff})
			s.conflicts(s.Accept(ctx, hash(1), now, cat, always))
			succeeds(s)(accept(s, 1, "dog"))
		},
		"one of many callers uses a link": func(s tested) {
			invited(s, 1, store.Invitation{Grants: asStaff})
			oneWins(s, func(i int) error {
				_, err := accept(s, 1, fmt.Sprint("rival", i))
				return err
			}, store.ErrNotFound)
		},
		"expired and revoked links are refused": func(s tested) {
			id := invited(s, 1, store.Invitation{})
			s.notFound(s.InvitationByToken(ctx, hash(1), now+1000))
			s.notFound(s.Accept(ctx, hash(1), now+1000, cat, always))
			must(s, s.RevokeInvitation(ctx, id))
			s.notFound(s.RevokeInvitation(ctx, id))
			s.notFound(s.Accept(ctx, hash(1), now, cat, always))
			if _, err := s.AddInvitation(ctx, store.Invitation{ExpiresAt: now + 1}); err == nil {
				s.Error("one without a hash was kept")
			}
		},
		"a link sets a new password and ends the sessions": func(s tested) {
			ann := person(s, "ann", owner)
			signIn(s, "a", ann)
			invited(s, 1, store.Invitation{OperatorID: ann})
			invited(s, 2, store.Invitation{OperatorID: ann})
			// the later link replaced it
			s.notFound(s.Accept(ctx, hash(1), now, store.Operator{Password: "early"}, always))
			returns(s, ann)(s.Accept(ctx, hash(2), now, store.Operator{Password: "new"}, always))
			wantAlive(s, "a", now, false)
			got := get(s.Operator(ctx, ann))(s)
			same(s, "new", got.Password)
			same(s, "ann", got.Login)
			s.notFound(s.AddInvitation(ctx, store.Invitation{TokenHash: hash(3), OperatorID: 99, ExpiresAt: now + 1}))
		},
		"the rule is applied in the transaction that uses the link": func(s tested) {
			ann, bob := person(s, "ann", owner, staff), person(s, "bob", staff)
			for n, tt := range []struct {
				link          store.Invitation
				maker, target store.Person
			}{
				{link: store.Invitation{OperatorID: bob}},
				{link: store.Invitation{InviterID: ann, Grants: asStaff}},
				{link: store.Invitation{InviterID: ann, OperatorID: bob}},
				{link: store.Invitation{InviterID: 99, Grants: []store.Membership{owner}}},
			} {
				tt.maker, tt.target = seen(s, tt.link.InviterID), seen(s, tt.link.OperatorID)
				id := invited(s, n, tt.link)
				for range 2 {
					_, err := s.Accept(ctx, hash(n), now, cat, func(i store.Invitation, maker, target store.Person) bool {
						same(s, id, i.ID)
						same(s, tt.maker, maker)
						same(s, tt.target, target)
						return false
					})
					s.notFound(err)
				}
				succeeds(s)(s.InvitationByToken(ctx, hash(n), now))
			}
			s.notFound(s.OperatorByLogin(ctx, "cat"))
		},
		// The rule holds until the link is used: a concurrent change of the maker's roles waits, and
		// finds the link used.
		"a link is used before its maker changes or not at all": func(s tested) {
			person(s, "ann", owner)
			for i := range rivals {
				bob := person(s, fmt.Sprint("bob", i), owner)
				invited(s, i, store.Invitation{InviterID: bob, Grants: []store.Membership{owner}})
				changed := make(chan error, 1)
				succeeds(s)(s.Accept(ctx, hash(i), now, store.Operator{Login: fmt.Sprint("cat", i)},
					func(_ store.Invitation, maker, _ store.Person) bool {
						go func() { changed <- s.SetMemberships(ctx, bob, []store.Membership{owner}, nil) }()
						return len(maker.Memberships) > 0
					}))
				must(s, <-changed)
			}
		},
	}
}

// seen returns a stored operator, and the zero Person for 0 and unknown IDs.
func seen(s tested, id int64) (p store.Person) {
	s.Helper()
	var err error
	if p.Operator, err = s.Operator(ctx, id); err != nil {
		s.notFound(err)
		return store.Person{}
	}
	p.Memberships, err = s.Memberships(ctx, id)
	must(s, err)
	return p
}

// links tests which changes of its maker or its target end a one-time link.
func links() cases {
	events := map[string]struct {
		ends bool
		do   func(s store.Store, id int64) error
	}{
		"is removed":  {true, func(s store.Store, id int64) error { return s.RemoveOperator(ctx, id, now) }},
		"is disabled": {true, func(s store.Store, id int64) error { return s.SetDisabled(ctx, id, true, now) }},
		"gets a role": {true, func(s store.Store, id int64) error {
			return s.SetMemberships(ctx, id, asStaff, []store.Membership{staff, owner})
		}},
		"loses a role": {true, func(s store.Store, id int64) error {
			return s.SetMemberships(ctx, id, asStaff, nil)
		}},
		"has another password": {true, func(s store.Store, id int64) error { return s.SetPassword(ctx, id, "new") }},
		"uses a link": {true, func(s store.Store, id int64) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(99), OperatorID: id, ExpiresAt: now + 1})
			if err != nil {
				return err
			}
			_, err = s.Accept(ctx, hash(99), now, store.Operator{Password: "new"}, always)
			return err
		}},
		"keeps their roles": {false, func(s store.Store, id int64) error {
			return s.SetMemberships(ctx, id, asStaff, asStaff)
		}},
		"isn't disabled":         {false, func(s store.Store, id int64) error { return s.SetDisabled(ctx, id, false, now) }},
		"has another name":       {false, func(s store.Store, id int64) error { return s.Rename(ctx, id, "Robert") }},
		"has their hash renewed": {false, func(s store.Store, id int64) error { return s.Rehash(ctx, id, "phc", "again") }},
	}
	parties := []string{"maker", "target", "other"}
	one := func(s tested, reset bool, whom, what string) {
		people := map[string]int64{}
		for _, login := range parties {
			people[login] = person(s, fmt.Sprint(login, reset, whom, what), staff)
		}
		link := store.Invitation{InviterID: people["maker"], Grants: asStaff}
		ends := events[what].ends && whom == "maker"
		if reset {
			link.OperatorID, link.Grants = people["target"], nil
			ends = events[what].ends && whom != "other"
		}
		id := invited(s, 1, link)
		must(s, events[what].do(s, people[whom]))
		open, err := s.Invitations(ctx, now)
		must(s, err)
		_, err = s.Accept(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("cat", id), Password: "cat"}, always)
		if gone := len(open) == 0; gone != ends || errors.Is(err, store.ErrNotFound) != ends {
			s.Errorf("a link, for a new password %t, whose %s %s: gone %t, used %v", reset, whom, what, gone, err)
		}
		if err != nil {
			s.notFound(err)
		}
		if !ends && len(open) > 0 {
			s.notFound(s.RevokeInvitation(ctx, open[0].ID)) // the link is used
		}
	}
	return cases{
		"a link ends when the rights of its maker or target change, and only then": func(s tested) {
			person(s, "owner", owner)
			for _, reset := range []bool{false, true} {
				for _, whom := range parties {
					for what := range events {
						one(s, reset, whom, what)
					}
				}
			}
		},
	}
}
