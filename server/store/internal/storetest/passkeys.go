package storetest

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func passkeys(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	keyless := func(t *testing.T, s store.Store) int64 {
		t.Helper()
		id, err := s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil)
		must(t, err)
		return id
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"passkeys come back, are used and removed": func(t *testing.T, s store.Store) {
			ann, bob := keyless(t, s), person(t, s, "bob")
			key := store.Passkey{ID: "k1", OperatorID: ann, Name: wild, Credential: []byte{0, 0xff}, CreatedAt: now}
			must(t, s.AddPasskey(ctx, key))
			wantError(t, s.AddPasskey(ctx, key), store.ErrConflict)
			must(t, s.UsePasskey(ctx, "k1", []byte("used"), now+1))
			key.Credential, key.UsedAt = []byte("used"), now+1
			returns(t, []store.Passkey{key})(s.Passkeys(ctx, ann))
			wantError(t, s.UsePasskey(ctx, "k2", nil, now), store.ErrNotFound)
			wantError(t, s.RemovePasskey(ctx, bob, "k1"), store.ErrNotFound) // another operator's
			wantError(t, s.RemovePasskey(ctx, ann, "k1"), store.ErrConflict) // the only way in
			must(t, s.AddPasskey(ctx, store.Passkey{ID: "k2", OperatorID: ann}))
			must(t, s.RemovePasskey(ctx, ann, "k1"))
		},
		"concurrent removals leave a way to sign in": func(t *testing.T, s store.Store) {
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
		"identities are linked and unlinked": func(t *testing.T, s store.Store) {
			ann, bob := keyless(t, s), person(t, s, "bob")
			want := store.Identity{Issuer: "https://id", Subject: "42", OperatorID: ann, Label: wild, CreatedAt: now}
			must(t, s.AddIdentity(ctx, want))
			want2 := want
			want2.OperatorID = bob
			wantError(t, s.AddIdentity(ctx, want2), store.ErrConflict)
			returns(t, want)(s.Identity(ctx, "https://id", "42"))
			fails(t, store.ErrNotFound)(s.Identity(ctx, "https://other", "42"))
			returns(t, []store.Identity{want})(s.Identities(ctx, ann))
			wantError(t, s.RemoveIdentity(ctx, ann, "https://id"), store.ErrConflict)
			must(t, s.SetPassword(ctx, ann, "phc"))
			must(t, s.RemoveIdentity(ctx, ann, "https://id"))
		},
		"a proof is taken once, for its purpose, before it expires": func(t *testing.T, s store.Store) {
			want := store.Proof{IDHash: "p", Purpose: "a", OperatorID: 3, Data: []byte("d"), ExpiresAt: now + 10}
			must(t, s.AddProof(ctx, want))
			wantError(t, s.AddProof(ctx, want), store.ErrConflict)
			fails(t, store.ErrNotFound)(s.TakeProof(ctx, "p", "b", now))
			fails(t, store.ErrNotFound)(s.TakeProof(ctx, "p", "a", now+10))
			oneWins(t, race(func(int) error {
				got, err := s.TakeProof(ctx, "p", "a", now)
				if err == nil {
					same(t, want, got)
				}
				return err
			}), store.ErrNotFound)
			must(t, s.AddProof(ctx, want))
			must(t, s.SweepProofs(ctx, now+11))
			fails(t, store.ErrNotFound)(s.TakeProof(ctx, "p", "a", now))
		},
	})
}
