package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func invited(ctx context.Context, t *testing.T, s store.Store, n int, i store.Invitation) int64 {
	t.Helper()
	i.TokenHash, i.Name, i.Inviter = hash(n), wild, wild
	i.CreatedAt, i.ExpiresAt = now, now+1000
	id, err := s.AddInvitation(ctx, i)
	must(t, err)
	return id
}

func invitations(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	cat := store.Operator{Login: "cat", Name: "Cat", Password: "phc", CreatedAt: now}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"make an operator, once": func(t *testing.T, s store.Store) {
			id := invited(ctx, t, s, 1, store.Invitation{InviterID: 5, Grants: []store.Membership{staff, {ShopID: 9_007_199_254_740_993, Role: "owner"}}})
			open, err := s.Invitations(ctx, now)
			must(t, err)
			got, err := s.InvitationByToken(ctx, hash(1), now)
			must(t, err)
			same(t, []store.Invitation{got}, open)
			same(t, id, got.ID)
			cat1, err := s.Accept(ctx, hash(1), now, cat)
			must(t, err)
			members, err := s.Memberships(ctx, cat1)
			must(t, err)
			same(t, []store.Membership{{OperatorID: cat1, ShopID: 7, Role: "staff"}, {OperatorID: cat1, ShopID: 9_007_199_254_740_993, Role: "owner"}}, members)
			_, err = s.Accept(ctx, hash(1), now, store.Operator{Login: "dog"})
			wantError(t, err, store.ErrNotFound)
		},
		"a taken name uses nothing up": func(t *testing.T, s store.Store) {
			person(ctx, t, s, "cat")
			invited(ctx, t, s, 1, store.Invitation{Grants: []store.Membership{staff}})
			_, err := s.Accept(ctx, hash(1), now, cat)
			wantError(t, err, store.ErrConflict)
			_, err = s.Accept(ctx, hash(1), now, store.Operator{Login: "dog"})
			must(t, err)
		},
		"one of many": func(t *testing.T, s store.Store) {
			invited(ctx, t, s, 1, store.Invitation{Grants: []store.Membership{staff}})
			oneWins(t, race(func(i int) error {
				_, err := s.Accept(ctx, hash(1), now, store.Operator{Login: fmt.Sprint("rival", i)})
				return err
			}), store.ErrNotFound)
		},
		"end": func(t *testing.T, s store.Store) {
			id := invited(ctx, t, s, 1, store.Invitation{})
			_, err := s.InvitationByToken(ctx, hash(1), now+1000)
			wantError(t, err, store.ErrNotFound)
			_, err = s.Accept(ctx, hash(1), now+1000, cat)
			wantError(t, err, store.ErrNotFound)
			must(t, s.RevokeInvitation(ctx, id))
			wantError(t, s.RevokeInvitation(ctx, id), store.ErrNotFound)
			_, err = s.Accept(ctx, hash(1), now, cat)
			wantError(t, err, store.ErrNotFound)
			_, err = s.AddInvitation(ctx, store.Invitation{ExpiresAt: now + 1})
			if err == nil {
				t.Error("one without a hash was kept")
			}
		},
		"give a new password, and end the sessions": func(t *testing.T, s store.Store) {
			ann := person(ctx, t, s, "ann", owner)
			must(t, s.SaveSession(ctx, session("a", ann)))
			invited(ctx, t, s, 1, store.Invitation{OperatorID: ann})
			invited(ctx, t, s, 2, store.Invitation{OperatorID: ann})
			_, err := s.Accept(ctx, hash(1), now, store.Operator{Password: "early"})
			wantError(t, err, store.ErrNotFound) // the later link took its place
			id, err := s.Accept(ctx, hash(2), now, store.Operator{Password: "new"})
			must(t, err)
			same(t, ann, id)
			wantAlive(ctx, t, s, "a", now, false)
			got, err := s.Operator(ctx, ann)
			must(t, err)
			same(t, "new", got.Password)
			same(t, "ann", got.Login)
			_, err = s.AddInvitation(ctx, store.Invitation{TokenHash: hash(3), OperatorID: 99, ExpiresAt: now + 1})
			wantError(t, err, store.ErrNotFound)
		},
		"of somebody whose roles changed end": func(t *testing.T, s store.Store) {
			person(ctx, t, s, "ann", owner)
			bob := person(ctx, t, s, "bob", owner)
			invited(ctx, t, s, 1, store.Invitation{InviterID: bob, Grants: []store.Membership{owner}})
			must(t, s.SetMemberships(ctx, bob, []store.Membership{owner}, nil))
			_, err := s.InvitationByToken(ctx, hash(1), now)
			wantError(t, err, store.ErrNotFound)
		},
	})
}
