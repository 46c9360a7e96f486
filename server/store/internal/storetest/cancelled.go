package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// fill adds rows of every kind to the store.
func fill(ctx context.Context, t *testing.T, s store.Store) {
	t.Helper()
	_, err := s.CreateOperator(ctx, store.Operator{Login: "ann", Password: "old"},
		[]store.Membership{{ShopID: 1, Role: "staff"}})
	must(t, err)
	link(ctx, t, s, 1, now+1)
	must(t, s.SaveSession(ctx, session("a", 1)))
	invited(ctx, t, s, 7, store.Invitation{})
	must(t, s.AddPasskey(ctx, store.Passkey{ID: "key", OperatorID: 1}))
	must(t, s.AddIdentity(ctx, store.Identity{Issuer: "id", Subject: "42", OperatorID: 1}))
	must(t, s.AddProof(ctx, store.Proof{IDHash: "proof", ExpiresAt: now + 1}))
	must(t, s.PutShops(ctx, []store.Shop{{ShopID: 1}}))
	must(t, s.SaveConnection(ctx, store.Connection{ID: "app"}))
	_, err = s.PutMeta(ctx, "canary", "sings")
	must(t, err)
	same(t, int64(1), begin(ctx, t, s, entry(1)))
	must(t, s.SavePause(ctx, pause(1)))
	must(t, s.SavePush(ctx, subscription("p", "a", 1)))
	must(t, s.SaveRing(ctx, store.Ring{Session: session("a", 1), Hush: "none"}))
	must(t, s.SaveSummary(ctx, summary(1)))
	must(t, s.SaveTemplate(ctx, template("t1")))
	must(t, s.AcceptDrift(ctx, accepted("t1", 1)))
	must(t, s.Claim(ctx, "write", "ann", now, now+1))
	must(t, s.PutPhoto(ctx, photo("a", 1, now), store.Quota{}))
	must(t, s.PutBlob(ctx, "a", "", []byte("a")))
	_, err = s.AddMessages(ctx, []store.Message{message("a", "f")})
	must(t, err)
	_, err = s.SaveOrders(ctx, []store.OrderChange{{Order: order(1, 1, "new"),
		Events: []store.Event{{At: now, ShopID: 1, Kind: "order"}}}})
	must(t, err)
}

// state returns the store's whole content as text.
func state(ctx context.Context, t *testing.T, s store.Store) (all []string) {
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
		all = append(all, rows(ctx, t, s, query)...)
	}
	return all
}

func rows(ctx context.Context, t *testing.T, s store.Store, query string) (all []string) {
	t.Helper()
	d, ok := s.(database)
	if !ok {
		t.Fatalf("%T has no DB method", s)
	}
	found, err := d.DB().QueryContext(ctx, query)
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
			fill(t.Context(), t, s)
			before := state(t.Context(), t, s)
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			for name, call := range calls(s) {
				if err := call(ctx); !isAny(err, []error{context.Canceled}) {
					t.Errorf("%s: got error %v, want that of the context", name, err)
				}
			}
			same(t, before, state(t.Context(), t, s))
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
				members, err := s.Memberships(t.Context(), o.ID)
				must(t, err)
				same(t, 3, len(members))
			}
		},
	})
}

func ping(t *testing.T, open func(t *testing.T) store.Store) {
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"ping succeeds and changes nothing": func(t *testing.T, s store.Store) {
			before := state(t.Context(), t, s)
			must(t, s.Ping(t.Context()))
			same(t, before, state(t.Context(), t, s))
		},
		"a proof succeeds and leaves the store unchanged": func(t *testing.T, s store.Store) {
			before := state(t.Context(), t, s)
			for range 3 {
				must(t, s.Prove(t.Context()))
			}
			same(t, before, state(t.Context(), t, s))
			same(t, 1, len(rows(t.Context(), t, s, `SELECT id FROM probes`)))
			at, err := s.Trouble()
			same(t, true, at.IsZero())
			must(t, err)
		},
		"many replicas prove at once": func(t *testing.T, s store.Store) {
			for _, err := range race(func(int) error { return s.Prove(t.Context()) }) {
				must(t, err)
			}
		},
		// Mistakes of callers aren't the store's trouble.
		"mistakes of callers are no trouble": func(t *testing.T, s store.Store) {
			_, err := s.Meta(t.Context(), "none")
			wantError(t, err, store.ErrNotFound)
			_, err = s.CreateOperator(t.Context(), store.Operator{Login: "ann"}, nil)
			must(t, err)
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
			_, err := s.(database).DB().ExecContext(t.Context(), `DROP TABLE event_head`)
			must(t, err)
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
