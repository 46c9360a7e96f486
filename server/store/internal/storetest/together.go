package storetest

import (
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// together tests that each change of operators and its audit entry are both kept, or neither.
func together() cases {
	ann := store.Operator{Login: "ann", Name: "Ann", Password: "phc", CreatedAt: now}
	all := cases{}
	for name := range acts(tested{}, 0, 0) {
		all[name] = func(s tested) {
			person(s, "owner", owner)
			bob := person(s, "bob", staff)
			signIn(s, "one", bob)
			must(s, s.AddPasskey(ctx, store.Passkey{ID: "k1", OperatorID: bob, CreatedAt: now}))
			must(s, s.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", OperatorID: bob}))
			audited(s, acts(s, bob, invited(s, 1, store.Invitation{}))[name])
		}
	}
	all["an entry without operator gets the new operator"] = func(s tested) {
		link(s, 1, now+1)
		var first, second int64
		must(s, s.WithAudit(ctx, byOwner(0), func(ctx context.Context) (err error) {
			first, err = s.CreateOwner(ctx, hash(1), now, ann)
			return err
		}))
		invited(s, 2, store.Invitation{Grants: asStaff})
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

// acts are changes of an operator, of what together prepares for him, and of an invitation. Each can be tried again.
func acts(s tested, bob, invitation int64) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"roles": func(ctx context.Context) error {
			return s.SetMemberships(ctx, bob, asStaff, []store.Membership{{ShopID: 9, Role: "manager"}})
		},
		"disable":  func(ctx context.Context) error { return s.SetDisabled(ctx, bob, true, now) },
		"remove":   func(ctx context.Context) error { return s.RemoveOperator(ctx, bob, now) },
		"rename":   func(ctx context.Context) error { return s.Rename(ctx, bob, "Robert") },
		"password": func(ctx context.Context) error { return s.SetPassword(ctx, bob, "other") },
		"password, and the other devices out": func(ctx context.Context) error {
			return s.ReplacePassword(ctx, bob, "other", "this", now)
		},
		"invite": func(ctx context.Context) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(2), ExpiresAt: now + 1})
			return err
		},
		"withdraw an invitation": func(ctx context.Context) error { return s.RevokeInvitation(ctx, invitation) },
		"accept an invitation": func(ctx context.Context) error {
			_, err := s.Accept(ctx, hash(1), now, store.Operator{Login: "cat"}, always)
			return err
		},
		"add a passkey": func(ctx context.Context) error {
			return s.AddPasskey(ctx, store.Passkey{ID: "k2", OperatorID: bob, CreatedAt: now})
		},
		"remove a passkey": func(ctx context.Context) error { return s.RemovePasskey(ctx, bob, "k1") },
		"link an identity": func(ctx context.Context) error {
			return s.AddIdentity(ctx, store.Identity{Issuer: "j", Subject: "s", OperatorID: bob})
		},
		"unlink an identity":         func(ctx context.Context) error { return s.RemoveIdentity(ctx, bob, "i") },
		"sign a device out":          func(ctx context.Context) error { return s.RevokeSession(ctx, "one", now) },
		"sign the other devices out": func(ctx context.Context) error { return s.RevokeOperator(ctx, bob, "this", now) },
	}
}

// audited checks that a change and its audit entry are both kept, or neither.
func audited(s tested, do func(ctx context.Context) error) {
	s.Helper()
	before, audit := facts(s), rows(s, selectAudit)
	// The audit fails after the change, on every engine alike.
	cut, cancel := context.WithCancel(ctx)
	s.SignAudit(func([]byte, store.AuditRow) (string, []byte) { cancel(); return "", nil })
	s.refused("done, though the audit failed", s.WithAudit(cut, byOwner(1), do))
	same(s, before, facts(s))
	same(s, audit, rows(s, selectAudit))

	s.SignAudit(chained)
	must(s, s.WithAudit(ctx, byOwner(1), do))
	got := entries(s, 0, 1)[0]
	same(s, []any{store.OutcomeDone, int64(1)}, []any{got.Outcome, got.OperatorID})
	same(s, len(audit)+1, len(rows(s, selectAudit)))
	if slices.Equal(before, facts(s)) {
		s.Error("nothing was changed")
	}
}
