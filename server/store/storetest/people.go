package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func person(ctx context.Context, t *testing.T, s store.Store, login string, grants ...store.Membership) int64 {
	t.Helper()
	id, err := s.CreateOperator(ctx, store.Operator{Login: login, Name: wild, Password: "phc"}, grants)
	must(t, err)
	return id
}

// owner is of all shops, staff of one.
var (
	owner = store.Membership{ShopID: store.AllShops, Role: "owner"}
	staff = store.Membership{ShopID: 7, Role: "staff"}
)

func people(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"are listed without passwords": func(t *testing.T, s store.Store) {
			ann, bob := person(ctx, t, s, "ann", owner, staff), person(ctx, t, s, "bob")
			all, err := s.ListOperators(ctx)
			must(t, err)
			same(t, []store.Operator{{ID: ann, Login: "ann", Name: wild}, {ID: bob, Login: "bob", Name: wild}}, all)
			members, err := s.ListMemberships(ctx)
			must(t, err)
			same(t, []store.Membership{{OperatorID: ann, Role: "owner"}, {OperatorID: ann, ShopID: 7, Role: "staff"}}, members)
		},
		"roles change if they are still what was seen": func(t *testing.T, s store.Store) {
			person(ctx, t, s, "ann", owner)
			bob := person(ctx, t, s, "bob", staff)
			after := []store.Membership{{ShopID: 9, Role: "manager"}, {ShopID: 8, Role: "staff"}}
			wantError(t, s.SetMemberships(ctx, bob, nil, after), store.ErrConflict)
			must(t, s.SetMemberships(ctx, bob, []store.Membership{staff}, after))
			wantError(t, s.SetMemberships(ctx, bob, []store.Membership{staff}, nil), store.ErrConflict)
			got, err := s.Memberships(ctx, bob)
			must(t, err)
			same(t, []store.Membership{{OperatorID: bob, ShopID: 8, Role: "staff"}, {OperatorID: bob, ShopID: 9, Role: "manager"}}, got)
			wantError(t, s.SetMemberships(ctx, 99, nil, nil), store.ErrNotFound)
		},
		"the last owner stays": func(t *testing.T, s store.Store) {
			ann := person(ctx, t, s, "ann", owner)
			person(ctx, t, s, "shop owner", store.Membership{ShopID: 7, Role: "owner"})
			wantError(t, s.SetMemberships(ctx, ann, []store.Membership{owner}, []store.Membership{staff}), store.ErrLastOwner)
			wantError(t, s.SetDisabled(ctx, ann, true, now), store.ErrLastOwner)
			wantError(t, s.RemoveOperator(ctx, ann, now), store.ErrLastOwner)
			bob := person(ctx, t, s, "bob", owner)
			must(t, s.SetDisabled(ctx, bob, true, now)) // a disabled one is none
			wantError(t, s.RemoveOperator(ctx, ann, now), store.ErrLastOwner)
			must(t, s.SetDisabled(ctx, bob, false, now))
			must(t, s.RemoveOperator(ctx, ann, now))
			_, err := s.Operator(ctx, ann)
			wantError(t, err, store.ErrNotFound)
		},
		// Each sees the other and takes their own role away.
		"owners who leave at once leave one behind": func(t *testing.T, s store.Store) {
			var ids []int64
			for i := range rivals {
				ids = append(ids, person(ctx, t, s, fmt.Sprint("owner", i), owner))
			}
			left := 0
			for _, err := range race(func(i int) error { return s.SetDisabled(ctx, ids[i], true, now) }) {
				switch {
				case errors.Is(err, store.ErrLastOwner):
					left++
				case err != nil:
					t.Error(err)
				}
			}
			if left != 1 {
				t.Errorf("%d owners stayed, want 1", left)
			}
		},
		"disabled and removed ones have no sessions, links or invitations": func(t *testing.T, s store.Store) {
			person(ctx, t, s, "ann", owner)
			for i, end := range []func(id int64) error{
				func(id int64) error { return s.SetDisabled(ctx, id, true, now) },
				func(id int64) error { return s.RemoveOperator(ctx, id, now) },
			} {
				id := person(ctx, t, s, fmt.Sprint("bob", i), staff)
				token := fmt.Sprint("token", i)
				must(t, s.SaveSession(ctx, session(token, id)))
				invited(ctx, t, s, 10+i, store.Invitation{InviterID: id})
				invited(ctx, t, s, 20+i, store.Invitation{OperatorID: id})
				must(t, end(id))
				wantAlive(ctx, t, s, token, now, false)
				must(t, s.SaveSession(ctx, session(token, id)))
				wantAlive(ctx, t, s, token, now, false)
				for _, n := range []int{10 + i, 20 + i} {
					_, err := s.InvitationByToken(ctx, hash(n), now)
					wantError(t, err, store.ErrNotFound)
				}
			}
		},
		"a number is never given again": func(t *testing.T, s store.Store) {
			person(ctx, t, s, "ann", owner)
			bob := person(ctx, t, s, "bob")
			must(t, s.RemoveOperator(ctx, bob, now))
			if again := person(ctx, t, s, "bob"); again == bob {
				t.Error("bob's number was given again")
			}
		},
		"names and preferences": func(t *testing.T, s store.Store) {
			ann := person(ctx, t, s, "ann", owner)
			got, err := s.Preferences(ctx, ann)
			must(t, err)
			same(t, store.Preferences{}, got)
			want := store.Preferences{Language: "ar", Sound: "on", Theme: "dark"}
			must(t, s.SetPreferences(ctx, ann, store.Preferences{Language: "en"}))
			must(t, s.SetPreferences(ctx, ann, want))
			got, err = s.Preferences(ctx, ann)
			must(t, err)
			same(t, want, got)
			wantError(t, s.SetPreferences(ctx, 99, want), store.ErrNotFound)
			must(t, s.Rename(ctx, ann, "Ann\x00"))
			wantError(t, s.Rename(ctx, 99, "x"), store.ErrNotFound)
		},
		"sessions are listed, seen last first": func(t *testing.T, s store.Store) {
			for i, token := range []string{"old", "new", "hers", "ended", "revoked"} {
				one := session(token, 1)
				one.SeenAt += int64(i)
				one.Method, one.ProvedAt = "password", now
				if token == "hers" {
					one.OperatorID = 2
				}
				if token == "ended" {
					one.ExpiresAt = now
				}
				must(t, s.SaveSession(ctx, one))
			}
			must(t, s.RevokeSession(ctx, "revoked", now))
			got, err := s.Sessions(ctx, 1, now)
			must(t, err)
			if len(got) != 2 || got[0].TokenHash != "new" || got[1].TokenHash != "old" || got[0].Method != "password" || got[0].ProvedAt != now {
				t.Errorf("%+v", got)
			}
		},
	})
}

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

func passkeys(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	keyless := func(t *testing.T, s store.Store) int64 {
		t.Helper()
		id, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil)
		must(t, err)
		return id
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"come back, are used and removed": func(t *testing.T, s store.Store) {
			ann, bob := keyless(t, s), person(ctx, t, s, "bob")
			key := store.Passkey{ID: "k1", OperatorID: ann, Name: wild, Credential: []byte{0, 0xff}, CreatedAt: now}
			must(t, s.AddPasskey(ctx, key))
			wantError(t, s.AddPasskey(ctx, key), store.ErrConflict)
			must(t, s.UsePasskey(ctx, "k1", []byte("used"), now+1))
			key.Credential, key.UsedAt = []byte("used"), now+1
			got, err := s.Passkeys(ctx, ann)
			must(t, err)
			same(t, []store.Passkey{key}, got)
			wantError(t, s.UsePasskey(ctx, "k2", nil, now), store.ErrNotFound)
			wantError(t, s.RemovePasskey(ctx, bob, "k1"), store.ErrNotFound) // another's
			wantError(t, s.RemovePasskey(ctx, ann, "k1"), store.ErrConflict) // the only way in
			must(t, s.AddPasskey(ctx, store.Passkey{ID: "k2", OperatorID: ann}))
			must(t, s.RemovePasskey(ctx, ann, "k1"))
		},
		"two removals at once leave a way in": func(t *testing.T, s store.Store) {
			ann := keyless(t, s)
			for i := range rivals {
				must(t, s.AddPasskey(ctx, store.Passkey{ID: fmt.Sprint(i), OperatorID: ann}))
			}
			for _, err := range race(func(i int) error { return s.RemovePasskey(ctx, ann, fmt.Sprint(i)) }) {
				if err != nil {
					wantError(t, err, store.ErrConflict)
				}
			}
			left, err := s.Passkeys(ctx, ann)
			must(t, err)
			if len(left) != 1 {
				t.Errorf("%d are left, want 1", len(left))
			}
		},
		"identities": func(t *testing.T, s store.Store) {
			ann, bob := keyless(t, s), person(ctx, t, s, "bob")
			want := store.Identity{Issuer: "https://id", Subject: "42", OperatorID: ann, Label: wild, CreatedAt: now}
			must(t, s.AddIdentity(ctx, want))
			want2 := want
			want2.OperatorID = bob
			wantError(t, s.AddIdentity(ctx, want2), store.ErrConflict)
			got, err := s.Identity(ctx, "https://id", "42")
			must(t, err)
			same(t, want, got)
			_, err = s.Identity(ctx, "https://other", "42")
			wantError(t, err, store.ErrNotFound)
			all, err := s.Identities(ctx, ann)
			must(t, err)
			same(t, []store.Identity{want}, all)
			wantError(t, s.RemoveIdentity(ctx, ann, "https://id"), store.ErrConflict)
			must(t, s.SetPassword(ctx, ann, "phc"))
			must(t, s.RemoveIdentity(ctx, ann, "https://id"))
		},
		"a proof is taken once, for its purpose, in time": func(t *testing.T, s store.Store) {
			want := store.Proof{IDHash: "p", Purpose: "a", OperatorID: 3, Data: []byte("d"), ExpiresAt: now + 10}
			must(t, s.AddProof(ctx, want))
			_, err := s.TakeProof(ctx, "p", "b", now)
			wantError(t, err, store.ErrNotFound)
			_, err = s.TakeProof(ctx, "p", "a", now+10)
			wantError(t, err, store.ErrNotFound)
			oneWins(t, race(func(int) error {
				got, err := s.TakeProof(ctx, "p", "a", now)
				if err == nil {
					same(t, want, got)
				}
				return err
			}), store.ErrNotFound)
			must(t, s.AddProof(ctx, want))
			must(t, s.SweepProofs(ctx, now+11))
			_, err = s.TakeProof(ctx, "p", "a", now)
			wantError(t, err, store.ErrNotFound)
		},
	})
}
