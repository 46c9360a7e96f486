package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func passkeys() cases {
	keyless := func(s tested) int64 {
		s.Helper()
		return get(s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil))(s)
	}
	return cases{
		"passkeys come back, are used and removed": func(s tested) {
			ann, bob := keyless(s), person(s, "bob")
			key := store.Passkey{ID: "k1", OperatorID: ann, Name: wild, Credential: []byte{0, 0xff}, CreatedAt: now}
			must(s, s.AddPasskey(ctx, key))
			s.conflicts(s.AddPasskey(ctx, key))
			must(s, s.UsePasskey(ctx, "k1", []byte("used"), now+1))
			key.Credential, key.UsedAt = []byte("used"), now+1
			returns(s, []store.Passkey{key})(s.Passkeys(ctx, ann))
			s.notFound(s.UsePasskey(ctx, "k2", nil, now))
			s.notFound(s.RemovePasskey(ctx, bob, "k1"))  // another operator's
			s.conflicts(s.RemovePasskey(ctx, ann, "k1")) // the only way in
			must(s, s.AddPasskey(ctx, store.Passkey{ID: "k2", OperatorID: ann}))
			must(s, s.RemovePasskey(ctx, ann, "k1"))
		},
		"concurrent removals leave a way to sign in": func(s tested) {
			ann := keyless(s)
			for i := range rivals {
				must(s, s.AddPasskey(ctx, store.Passkey{ID: fmt.Sprint(i), OperatorID: ann}))
			}
			for _, err := range race(func(i int) error { return s.RemovePasskey(ctx, ann, fmt.Sprint(i)) }) {
				if err != nil {
					s.conflicts(err)
				}
			}
			counts(s, 1)(s.Passkeys(ctx, ann))
		},
		"identities are linked and unlinked": func(s tested) {
			ann, bob := keyless(s), person(s, "bob")
			want := store.Identity{Issuer: "https://id", Subject: "42", OperatorID: ann, Label: wild, CreatedAt: now}
			must(s, s.AddIdentity(ctx, want))
			want2 := want
			want2.OperatorID = bob
			s.conflicts(s.AddIdentity(ctx, want2))
			returns(s, want)(s.Identity(ctx, "https://id", "42"))
			s.notFound(s.Identity(ctx, "https://other", "42"))
			returns(s, []store.Identity{want})(s.Identities(ctx, ann))
			s.conflicts(s.RemoveIdentity(ctx, ann, "https://id"))
			must(s, s.SetPassword(ctx, ann, "phc"))
			must(s, s.RemoveIdentity(ctx, ann, "https://id"))
		},
		"a proof is taken once, for its purpose, before it expires": func(s tested) {
			want := store.Proof{IDHash: "p", Purpose: "a", OperatorID: 3, Data: []byte("d"), ExpiresAt: now + 10}
			must(s, s.AddProof(ctx, want))
			s.conflicts(s.AddProof(ctx, want))
			s.notFound(s.TakeProof(ctx, "p", "b", now))
			s.notFound(s.TakeProof(ctx, "p", "a", now+10))
			oneWins(s, func(int) error {
				got, err := s.TakeProof(ctx, "p", "a", now)
				if err == nil {
					same(s, want, got)
				}
				return err
			}, store.ErrNotFound)
			must(s, s.AddProof(ctx, want))
			must(s, s.SweepProofs(ctx, now+11))
			s.notFound(s.TakeProof(ctx, "p", "a", now))
		},
	}
}
