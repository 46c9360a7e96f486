package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func invited(t *testing.T, s store.Store, n int, i store.Invitation) int64 {
	t.Helper()
	i.TokenHash, i.Name, i.Inviter = hash(n), wild, wild
	i.CreatedAt, i.ExpiresAt = now, now+1000
	id, err := s.AddInvitation(t.Context(), i)
	must(t, err)
	return id
}

// always is a rule that allows every link.
func always(store.Invitation, store.Person, store.Person) bool { return true }

func invitations(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	cat := store.Operator{Login: "cat", Name: "Cat", Password: "phc", CreatedAt: now}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a link creates one operator": func(t *testing.T, s store.Store) {
			id := invited(t, s, 1, store.Invitation{InviterID: 5,
				Grants: []store.Membership{staff, {ShopID: 9_007_199_254_740_993, Role: "owner"}}})
			open, err := s.Invitations(ctx, now)
			must(t, err)
			got, err := s.InvitationByToken(ctx, hash(1), now)
			must(t, err)
			same(t, []store.Invitation{got}, open)
			same(t, id, got.ID)
			cat1, err := s.Accept(ctx, hash(1), now, cat, always)
			must(t, err)
			returns(t, []store.Membership{{OperatorID: cat1, ShopID: 7, Role: "staff"},
				{OperatorID: cat1, ShopID: 9_007_199_254_740_993, Role: "owner"}})(s.Memberships(ctx, cat1))
			fails(t, store.ErrNotFound)(s.Accept(ctx, hash(1), now, store.Operator{Login: "dog"}, always))
		},
		"a taken login leaves the link open": func(t *testing.T, s store.Store) {
			person(t, s, "cat")
			invited(t, s, 1, store.Invitation{Grants: []store.Membership{staff}})
			fails(t, store.ErrConflict)(s.Accept(ctx, hash(1), now, cat, always))
			succeeds(t)(s.Accept(ctx, hash(1), now, store.Operator{Login: "dog"}, always))
		},
		"one of many callers uses a link": func(t *testing.T, s store.Store) {
			invited(t, s, 1, store.Invitation{Grants: []store.Membership{staff}})
			oneWins(t, race(func(i int) error {
				_, err := s.Accept(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("rival", i)}, always)
				return err
			}), store.ErrNotFound)
		},
		"expired and revoked links are refused": func(t *testing.T, s store.Store) {
			id := invited(t, s, 1, store.Invitation{})
			fails(t, store.ErrNotFound)(s.InvitationByToken(ctx, hash(1), now+1000))
			fails(t, store.ErrNotFound)(s.Accept(ctx, hash(1), now+1000, cat, always))
			must(t, s.RevokeInvitation(ctx, id))
			wantError(t, s.RevokeInvitation(ctx, id), store.ErrNotFound)
			fails(t, store.ErrNotFound)(s.Accept(ctx, hash(1), now, cat, always))
			if _, err := s.AddInvitation(ctx, store.Invitation{ExpiresAt: now + 1}); err == nil {
				t.Error("one without a hash was kept")
			}
		},
		"a link sets a new password and ends the sessions": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			must(t, s.SaveSession(ctx, session("a", ann)))
			invited(t, s, 1, store.Invitation{OperatorID: ann})
			invited(t, s, 2, store.Invitation{OperatorID: ann})
			// the later link replaced it
			fails(t, store.ErrNotFound)(s.Accept(ctx, hash(1), now, store.Operator{Password: "early"}, always))
			returns(t, ann)(s.Accept(ctx, hash(2), now, store.Operator{Password: "new"}, always))
			wantAlive(t, s, "a", now, false)
			got, err := s.Operator(ctx, ann)
			must(t, err)
			same(t, "new", got.Password)
			same(t, "ann", got.Login)
			fails(t, store.ErrNotFound)(
				s.AddInvitation(ctx, store.Invitation{TokenHash: hash(3), OperatorID: 99, ExpiresAt: now + 1}))
		},
		"the rule is applied in the transaction that uses the link": func(t *testing.T, s store.Store) {
			ann, bob := person(t, s, "ann", owner, staff), person(t, s, "bob", staff)
			for n, tt := range []struct {
				link          store.Invitation
				maker, target store.Person
			}{
				{link: store.Invitation{OperatorID: bob}},
				{link: store.Invitation{InviterID: ann, Grants: []store.Membership{staff}}},
				{link: store.Invitation{InviterID: ann, OperatorID: bob}},
				{link: store.Invitation{InviterID: 99, Grants: []store.Membership{owner}}},
			} {
				tt.maker, tt.target = seen(t, s, tt.link.InviterID), seen(t, s, tt.link.OperatorID)
				id := invited(t, s, n, tt.link)
				for range 2 {
					_, err := s.Accept(ctx, hash(n), now, cat, func(i store.Invitation, maker, target store.Person) bool {
						same(t, id, i.ID)
						same(t, tt.maker, maker)
						same(t, tt.target, target)
						return false
					})
					wantError(t, err, store.ErrNotFound)
				}
				_, err := s.InvitationByToken(ctx, hash(n), now) // a refusal leaves the link open
				must(t, err)
			}
			fails(t, store.ErrNotFound)(s.OperatorByLogin(ctx, "cat"))
		},
		// The rule holds until the link is used: a concurrent change of the maker's roles waits, and
		// finds the link used.
		"a link is used before its maker changes or not at all": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			for i := range rivals {
				bob := person(t, s, fmt.Sprint("bob", i), owner)
				invited(t, s, i, store.Invitation{InviterID: bob, Grants: []store.Membership{owner}})
				changed := make(chan error, 1)
				succeeds(t)(s.Accept(ctx, hash(i), now, store.Operator{Login: fmt.Sprint("cat", i)},
					func(_ store.Invitation, maker, _ store.Person) bool {
						go func() { changed <- s.SetMemberships(ctx, bob, []store.Membership{owner}, nil) }()
						return len(maker.Memberships) > 0
					}))
				must(t, <-changed)
			}
		},
	})
}

// seen returns a stored operator, and the zero Person for 0 and unknown IDs.
func seen(t *testing.T, s store.Store, id int64) (p store.Person) {
	t.Helper()
	var err error
	if p.Operator, err = s.Operator(t.Context(), id); err != nil {
		wantError(t, err, store.ErrNotFound)
		return store.Person{}
	}
	p.Memberships, err = s.Memberships(t.Context(), id)
	must(t, err)
	return p
}

// links tests which changes of its maker or its target end a one-time link.
func links(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	events := map[string]struct {
		ends bool
		do   func(s store.Store, id int64) error
	}{
		"is removed":  {true, func(s store.Store, id int64) error { return s.RemoveOperator(ctx, id, now) }},
		"is disabled": {true, func(s store.Store, id int64) error { return s.SetDisabled(ctx, id, true, now) }},
		"gets a role": {true, func(s store.Store, id int64) error {
			return s.SetMemberships(ctx, id, []store.Membership{staff}, []store.Membership{staff, owner})
		}},
		"loses a role": {true, func(s store.Store, id int64) error {
			return s.SetMemberships(ctx, id, []store.Membership{staff}, nil)
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
			return s.SetMemberships(ctx, id, []store.Membership{staff}, []store.Membership{staff})
		}},
		"isn't disabled":         {false, func(s store.Store, id int64) error { return s.SetDisabled(ctx, id, false, now) }},
		"has another name":       {false, func(s store.Store, id int64) error { return s.Rename(ctx, id, "Robert") }},
		"has their hash renewed": {false, func(s store.Store, id int64) error { return s.Rehash(ctx, id, "phc", "again") }},
	}
	parties := []string{"maker", "target", "other"}
	one := func(t *testing.T, s store.Store, reset bool, whom, what string) {
		people := map[string]int64{}
		for _, login := range parties {
			people[login] = person(t, s, fmt.Sprint(login, reset, whom, what), staff)
		}
		link := store.Invitation{InviterID: people["maker"], Grants: []store.Membership{staff}}
		ends := events[what].ends && whom == "maker"
		if reset {
			link.OperatorID, link.Grants = people["target"], nil
			ends = events[what].ends && whom != "other"
		}
		id := invited(t, s, 1, link)
		must(t, events[what].do(s, people[whom]))
		open, err := s.Invitations(ctx, now)
		must(t, err)
		_, err = s.Accept(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("cat", id), Password: "cat"}, always)
		if gone := len(open) == 0; gone != ends || errors.Is(err, store.ErrNotFound) != ends {
			t.Errorf("a link, for a new password %t, whose %s %s: gone %t, used %v", reset, whom, what, gone, err)
		}
		if err != nil {
			wantError(t, err, store.ErrNotFound)
		}
		if !ends && len(open) > 0 {
			wantError(t, s.RevokeInvitation(ctx, open[0].ID), store.ErrNotFound) // the link is used
		}
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a link ends when the rights of its maker or target change, and only then": func(t *testing.T, s store.Store) {
			person(t, s, "owner", owner)
			for _, reset := range []bool{false, true} {
				for _, whom := range parties {
					for what := range events {
						one(t, s, reset, whom, what)
					}
				}
			}
		},
	})
}
