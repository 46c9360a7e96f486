package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// together tests that each change of operators and its audit entry are both kept, or neither.
func together(t *testing.T, open func(t *testing.T) store.Store) {
	ann := store.Operator{Login: "ann", Name: "Ann", Password: "phc", CreatedAt: now}
	cases := map[string]func(t *testing.T, s store.Store){}
	for name, act := range acts {
		cases[name] = func(t *testing.T, s store.Store) {
			ctx := t.Context()
			id := person(t, s, "owner", owner)
			bob := person(t, s, "bob", staff)
			do := act(t, s, bob)
			before := inSight(t, s, bob)

			// The audit fails after the change, on every engine alike.
			cut, cancel := context.WithCancel(ctx)
			s.SignAudit(func([]byte, store.AuditRow) (string, []byte) { cancel(); return "", nil })
			if err := s.WithAudit(cut, byOwner(id), do); err == nil {
				t.Error("done, though the audit failed")
			}
			same(t, before, inSight(t, s, bob))
			same(t, 0, len(entries(t, s, 0, 10)))

			s.SignAudit(chained)
			must(t, s.WithAudit(ctx, byOwner(id), do))
			got := entries(t, s, 0, 10)
			if len(got) != 1 || got[0].Outcome != store.OutcomeDone || got[0].OperatorID != id {
				t.Errorf("the audit has %+v", got)
			}
			if same := inSight(t, s, bob); same == before {
				t.Errorf("nothing was changed: %s", same)
			}
		}
	}
	cases["an entry without operator gets the new operator"] = func(t *testing.T, s store.Store) {
		ctx := t.Context()
		link(t, s, 1, now+1)
		var first, second int64
		must(t, s.WithAudit(ctx, byOwner(0), func(ctx context.Context) (err error) {
			first, err = s.CreateOwner(ctx, hash(1), now, ann)
			return err
		}))
		invited(t, s, 2, store.Invitation{Grants: []store.Membership{staff}})
		must(t, s.WithAudit(ctx, byOwner(0), func(ctx context.Context) (err error) {
			second, err = s.Accept(ctx, hash(2), now, store.Operator{Login: "cat"}, always)
			return err
		}))
		got := entries(t, s, 0, 10)
		same(t, []int64{second, first}, []int64{got[0].OperatorID, got[1].OperatorID})
	}
	each(t, open, cases)
}

func byOwner(id int64) store.Entry {
	return store.Entry{At: now, OperatorID: id, Operator: "Ann", Action: "operators.act", Request: []byte(`{}`)}
}

// acts prepare a change of an operator. The change can be tried again.
var acts = map[string]func(t *testing.T, s store.Store, bob int64) func(ctx context.Context) error{
	"roles": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.SetMemberships(ctx, bob, []store.Membership{staff}, []store.Membership{{ShopID: 9, Role: "manager"}})
		}
	},
	"disable": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.SetDisabled(ctx, bob, true, now) }
	},
	"remove": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.RemoveOperator(ctx, bob, now) }
	},
	"rename": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.Rename(ctx, bob, "Robert") }
	},
	"password": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.SetPassword(ctx, bob, "other") }
	},
	"invite": func(_ *testing.T, s store.Store, _ int64) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(1), ExpiresAt: now + 1})
			return err
		}
	},
	"withdraw an invitation": func(t *testing.T, s store.Store, _ int64) func(context.Context) error {
		id := invited(t, s, 1, store.Invitation{})
		return func(ctx context.Context) error { return s.RevokeInvitation(ctx, id) }
	},
	"accept an invitation": func(t *testing.T, s store.Store, _ int64) func(context.Context) error {
		invited(t, s, 1, store.Invitation{})
		return func(ctx context.Context) error {
			_, err := s.Accept(ctx, hash(1), now, store.Operator{Login: "cat"}, always)
			return err
		}
	},
	"add a passkey": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.AddPasskey(ctx, store.Passkey{ID: "k1", OperatorID: bob, CreatedAt: now})
		}
	},
	"remove a passkey": func(t *testing.T, s store.Store, bob int64) func(context.Context) error {
		must(t, s.AddPasskey(t.Context(), store.Passkey{ID: "k1", OperatorID: bob, CreatedAt: now}))
		return func(ctx context.Context) error { return s.RemovePasskey(ctx, bob, "k1") }
	},
	"link an identity": func(_ *testing.T, s store.Store, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", OperatorID: bob})
		}
	},
	"unlink an identity": func(t *testing.T, s store.Store, bob int64) func(context.Context) error {
		must(t, s.AddIdentity(t.Context(), store.Identity{Issuer: "i", Subject: "s", OperatorID: bob}))
		return func(ctx context.Context) error { return s.RemoveIdentity(ctx, bob, "i") }
	},
	"sign a device out": func(t *testing.T, s store.Store, bob int64) func(context.Context) error {
		must(t, s.SaveSession(t.Context(), session("one", bob)))
		return func(ctx context.Context) error { return s.RevokeSession(ctx, "one", now) }
	},
	"sign the other devices out": func(t *testing.T, s store.Store, bob int64) func(context.Context) error {
		must(t, s.SaveSession(t.Context(), session("one", bob)))
		return func(ctx context.Context) error { return s.RevokeOperator(ctx, bob, "this", now) }
	},
}

// inSight returns all stored facts about the operators as text.
func inSight(t *testing.T, s store.Store, bob int64) string {
	t.Helper()
	ctx := t.Context()
	operators, err := s.ListOperators(ctx)
	must(t, err)
	members, err := s.ListMemberships(ctx)
	must(t, err)
	one, _ := s.Operator(ctx, bob) // with the password; zero after removal
	open, err := s.Invitations(ctx, now)
	must(t, err)
	keys, err := s.Passkeys(ctx, bob)
	must(t, err)
	linked, err := s.Identities(ctx, bob)
	must(t, err)
	alive, err := s.Sessions(ctx, bob, now)
	must(t, err)
	return shown(operators, members, one, open, keys, linked, alive)
}

func shown(all ...any) string { return fmt.Sprintf("%+v", all) }
