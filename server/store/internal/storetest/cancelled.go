package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// fill adds rows of every kind to the store.
func fill(t *testing.T, s store.Store) {
	t.Helper()
	succeeds(t)(s.CreateOperator(t.Context(), store.Operator{Login: "ann", Password: "old"},
		[]store.Membership{{ShopID: 1, Role: "staff"}}))
	link(t, s, 1, now+1)
	must(t, s.SaveSession(t.Context(), session("a", 1)))
	invited(t, s, 7, store.Invitation{})
	must(t, s.AddPasskey(t.Context(), store.Passkey{ID: "key", OperatorID: 1}))
	must(t, s.AddIdentity(t.Context(), store.Identity{Issuer: "id", Subject: "42", OperatorID: 1}))
	must(t, s.AddProof(t.Context(), store.Proof{IDHash: "proof", ExpiresAt: now + 1}))
	must(t, s.PutShops(t.Context(), []store.Shop{{ShopID: 1}}))
	must(t, s.SaveConnection(t.Context(), store.Connection{ID: "app"}))
	succeeds(t)(s.PutMeta(t.Context(), "canary", "sings"))
	same(t, int64(1), begin(t, s, entry(1)))
	must(t, s.SavePause(t.Context(), pause(1)))
	must(t, s.SavePush(t.Context(), subscription("p", "a", 1)))
	must(t, s.SaveRing(t.Context(), store.Ring{Session: session("a", 1), Hush: "none"}))
	must(t, s.SaveSummary(t.Context(), summary(1)))
	must(t, s.SaveTemplate(t.Context(), template("t1")))
	must(t, s.AcceptDrift(t.Context(), accepted("t1", 1)))
	must(t, s.Claim(t.Context(), "write", "ann", now, now+1))
	must(t, s.PutPhoto(t.Context(), photo("a", 1, now), store.Quota{}))
	must(t, s.PutBlob(t.Context(), "a", "", []byte("a")))
	succeeds(t)(s.AddMessages(t.Context(), []store.Message{message("a", "f")}))
	succeeds(t)(s.SaveOrders(t.Context(), []store.OrderChange{{Order: order(1, 1, "new"),
		Events: []store.Event{{At: now, ShopID: 1, Kind: "order"}}}}))
}

// state returns the store's whole content as text.
func state(t *testing.T, s store.Store) (all []string) {
	t.Helper()
	for _, query := range []string{
		`SELECT * FROM operators ORDER BY 1`, `SELECT * FROM memberships ORDER BY 1`, `SELECT * FROM group_roles`,
		`SELECT * FROM setup`,
		`SELECT * FROM invitations ORDER BY 1`, `SELECT * FROM preferences ORDER BY 1`, `SELECT * FROM passkeys ORDER BY 1`,
		`SELECT * FROM identities ORDER BY 1`, `SELECT * FROM proofs ORDER BY 1`,
		`SELECT * FROM sessions ORDER BY 1`, `SELECT * FROM shops ORDER BY 1`, `SELECT * FROM connections ORDER BY 1`,
		`SELECT * FROM meta ORDER BY 1`, `SELECT * FROM audit ORDER BY 1`,
		`SELECT * FROM inbox ORDER BY 1`, `SELECT * FROM inbox_claims ORDER BY 1`, `SELECT * FROM hook_refusals`, `SELECT * FROM hook_events`, `SELECT * FROM marks`,
		`SELECT * FROM orders ORDER BY 1, 2`, `SELECT * FROM order_reach`, `SELECT * FROM order_settings`, `SELECT * FROM events ORDER BY 1`,
		`SELECT * FROM event_head`,
		`SELECT * FROM leases ORDER BY 1`, `SELECT * FROM pauses ORDER BY 1`,
		`SELECT * FROM push_subscriptions ORDER BY 1`, `SELECT * FROM push_shops ORDER BY 1, 2`, `SELECT * FROM push_claims`,
		`SELECT * FROM rings ORDER BY 1`, `SELECT * FROM summaries`,
		`SELECT * FROM templates ORDER BY 1`, `SELECT * FROM template_shops ORDER BY 1, 2`, `SELECT * FROM drift_accepted`,
		`SELECT * FROM template_head`,
	} {
		all = append(all, rows(t, s, query)...)
	}
	return all
}

func rows(t *testing.T, s store.Store, query string) (all []string) {
	t.Helper()
	d, ok := s.(database)
	if !ok {
		t.Fatalf("%T has no DB method", s)
	}
	found, err := d.DB().QueryContext(t.Context(), query)
	must(t, err)
	defer func() { must(t, found.Close()) }()
	columns, err := found.Columns()
	must(t, err)
	for found.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, found.Scan(into...))
		all = append(all, fmt.Sprint(query, values))
	}
	must(t, found.Err())
	return all
}

func cancelled(t *testing.T, open func(t *testing.T) store.Store) {
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"cancelled calls fail and change nothing": func(t *testing.T, s store.Store) {
			fill(t, s)
			before := state(t, s)
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			for name, err := range calls(ctx, s) {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%s: got error %v, want that of the context", name, err)
				}
			}
			same(t, before, state(t, s))
		},
		// Cancelled at any moment, a transaction has taken effect as a whole or not at all, and the store
		// continues to work.
		"a cancelled change is kept as a whole or not at all": func(t *testing.T, s store.Store) {
			for i := range 60 {
				login := fmt.Sprint("login", i)
				ctx, cancel := context.WithCancel(t.Context())
				began := make(chan struct{})
				go func() {
					<-began
					for range i * 500 { // a little later in each round
						_ = ctx.Err()
					}
					cancel()
				}()
				close(began)
				_, err := s.CreateOperator(ctx, store.Operator{Login: login}, []store.Membership{
					{ShopID: 1, Role: "staff"}, {ShopID: 2, Role: "staff"}, {ShopID: 3, Role: "staff"},
				})
				cancel()
				o, finding := s.OperatorByLogin(t.Context(), login)
				if finding != nil {
					wantError(t, finding, store.ErrNotFound)
					if err == nil {
						t.Errorf("%s was created and isn't there", login)
					}
					continue
				}
				counts(t, 3)(s.Memberships(t.Context(), o.ID))
			}
		},
	})
}

func ping(t *testing.T, open func(t *testing.T) store.Store) {
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"ping succeeds and changes nothing": func(t *testing.T, s store.Store) {
			before := state(t, s)
			must(t, s.Ping(t.Context()))
			same(t, before, state(t, s))
		},
		"a proof succeeds and leaves the store unchanged": func(t *testing.T, s store.Store) {
			before := state(t, s)
			for range 3 {
				must(t, s.Prove(t.Context()))
			}
			same(t, before, state(t, s))
			same(t, 1, len(rows(t, s, `SELECT id FROM probes`)))
			at, err := s.Trouble()
			same(t, true, at.IsZero())
			must(t, err)
		},
		"many replicas prove at once": func(t *testing.T, s store.Store) {
			mustAll(t, race(func(int) error { return s.Prove(t.Context()) }))
		},
		// Mistakes of callers aren't the store's trouble.
		"mistakes of callers are no trouble": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Meta(t.Context(), "none"))
			succeeds(t)(s.CreateOperator(t.Context(), store.Operator{Login: "ann"}, nil))
			fails(t, store.ErrConflict)(s.CreateOperator(t.Context(), store.Operator{Login: "ann"}, nil))
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if s.Prove(ctx) == nil {
				t.Error("proven after its context ended")
			}
			at, err := s.Trouble()
			same(t, true, at.IsZero())
			must(t, err)
		},
		"ping fails without the tables": func(t *testing.T, s store.Store) {
			succeeds(t)(s.(database).DB().ExecContext(t.Context(), `DROP TABLE event_head`))
			if s.Ping(t.Context()) == nil {
				t.Error("a store without its tables answers")
			}
		},
		"ping fails after close": func(t *testing.T, s store.Store) {
			must(t, s.Close())
			if s.Ping(t.Context()) == nil {
				t.Error("a closed store answers")
			}
		},
	})
}
