package storetest

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

// together tests that each change of operators and its audit entry are both kept, or neither.
func together() cases {
	ann := store.Operator{Login: "ann", Name: "Ann", Password: "phc", CreatedAt: now}
	all := cases{}
	for name, act := range acts {
		all[name] = func(s tested) {
			id := person(s, "owner", owner)
			bob := person(s, "bob", staff)
			do := act(s, bob)
			before := inSight(s, bob)

			// The audit fails after the change, on every engine alike.
			cut, cancel := context.WithCancel(ctx)
			s.SignAudit(func([]byte, store.AuditRow) (string, []byte) { cancel(); return "", nil })
			if err := s.WithAudit(cut, byOwner(id), do); err == nil {
				s.Error("done, though the audit failed")
			}
			same(s, before, inSight(s, bob))
			same(s, 0, len(entries(s, 0, 10)))

			s.SignAudit(chained)
			must(s, s.WithAudit(ctx, byOwner(id), do))
			got := entries(s, 0, 10)
			if len(got) != 1 || got[0].Outcome != store.OutcomeDone || got[0].OperatorID != id {
				s.Errorf("the audit has %+v", got)
			}
			if same := inSight(s, bob); same == before {
				s.Errorf("nothing was changed: %s", same)
			}
		}
	}
	all["an entry without operator gets the new operator"] = func(s tested) {
		link(s, 1, now+1)
		var first, second int64
		must(s, s.WithAudit(ctx, byOwner(0), func(ctx context.Context) (err error) {
			first, err = s.CreateOwner(ctx, hash(1), now, ann)
			return err
		}))
		invited(s, 2, store.Invitation{Grants: []store.Membership{staff}})
		must(s, s.WithAudit(ctx, byOwner(0), func(ctx context.Context) (err error) {
			second, err = s.Accept(ctx, hash(2), now, store.Operator{Login: "cat"}, always)
			return err
		}))
		got := entries(s, 0, 10)
		same(s, []int64{second, first}, []int64{got[0].OperatorID, got[1].OperatorID})
	}
	return all
}

func byOwner(id int64) store.Entry {
	return store.Entry{At: now, OperatorID: id, Operator: "Ann", Action: "operators.act", Request: []byte(`{}`)}
}

// acts prepare a change of an operator. The change can be tried again.
var acts = map[string]func(s tested, bob int64) func(ctx context.Context) error{
	"roles": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.SetMemberships(ctx, bob, []store.Membership{staff}, []store.Membership{{ShopID: 9, Role: "manager"}})
		}
	},
	"disable": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.SetDisabled(ctx, bob, true, now) }
	},
	"remove": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.RemoveOperator(ctx, bob, now) }
	},
	"rename": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.Rename(ctx, bob, "Robert") }
	},
	"password": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error { return s.SetPassword(ctx, bob, "other") }
	},
	"password, and the other devices out": func(s tested, bob int64) func(context.Context) error {
		must(s, s.SaveSession(ctx, session("one", bob)))
		return func(ctx context.Context) error { return s.ReplacePassword(ctx, bob, "other", "this", now) }
	},
	"invite": func(s tested, _ int64) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(1), ExpiresAt: now + 1})
			return err
		}
	},
	"withdraw an invitation": func(s tested, _ int64) func(context.Context) error {
		id := invited(s, 1, store.Invitation{})
		return func(ctx context.Context) error { return s.RevokeInvitation(ctx, id) }
	},
	"accept an invitation": func(s tested, _ int64) func(context.Context) error {
		invited(s, 1, store.Invitation{})
		return func(ctx context.Context) error {
			_, err := s.Accept(ctx, hash(1), now, store.Operator{Login: "cat"}, always)
			return err
		}
	},
	"add a passkey": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.AddPasskey(ctx, store.Passkey{ID: "k1", OperatorID: bob, CreatedAt: now})
		}
	},
	"remove a passkey": func(s tested, bob int64) func(context.Context) error {
		must(s, s.AddPasskey(ctx, store.Passkey{ID: "k1", OperatorID: bob, CreatedAt: now}))
		return func(ctx context.Context) error { return s.RemovePasskey(ctx, bob, "k1") }
	},
	"link an identity": func(s tested, bob int64) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", OperatorID: bob})
		}
	},
	"unlink an identity": func(s tested, bob int64) func(context.Context) error {
		must(s, s.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", OperatorID: bob}))
		return func(ctx context.Context) error { return s.RemoveIdentity(ctx, bob, "i") }
	},
	"sign a device out": func(s tested, bob int64) func(context.Context) error {
		must(s, s.SaveSession(ctx, session("one", bob)))
		return func(ctx context.Context) error { return s.RevokeSession(ctx, "one", now) }
	},
	"sign the other devices out": func(s tested, bob int64) func(context.Context) error {
		must(s, s.SaveSession(ctx, session("one", bob)))
		return func(ctx context.Context) error { return s.RevokeOperator(ctx, bob, "this", now) }
	},
}

// inSight returns all stored facts about the operators as text.
func inSight(s tested, bob int64) string {
	s.Helper()
	operators := get(s.ListOperators(ctx))(s)
	members := get(s.ListMemberships(ctx))(s)
	one, _ := s.Operator(ctx, bob) // with the password; zero after removal
	open := get(s.Invitations(ctx, now))(s)
	keys := get(s.Passkeys(ctx, bob))(s)
	linked := get(s.Identities(ctx, bob))(s)
	alive := get(s.Sessions(ctx, bob, now))(s)
	return shown(operators, members, one, open, keys, linked, alive)
}

func shown(all ...any) string { return fmt.Sprintf("%+v", all) }
