package storetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// fill adds rows of every kind to the store.
func fill(s tested) {
	s.Helper()
	person(s, "ann", staff)
	link(s, 1, now+1)
	signIn(s, "a", 1)
	invited(s, 7, store.Invitation{})
	must(s, s.AddPasskey(ctx, store.Passkey{ID: "key", OperatorID: 1}))
	must(s, s.AddIdentity(ctx, store.Identity{Issuer: "id", Subject: "42", OperatorID: 1}))
	must(s, s.AddProof(ctx, store.Proof{IDHash: "proof", ExpiresAt: now + 1}))
	must(s, s.PutShops(ctx, []store.Shop{{ShopID: 1}}))
	must(s, s.SaveConnection(ctx, store.Connection{ID: "app"}))
	succeeds(s)(s.PutMeta(ctx, "canary", "sings"))
	same(s, int64(1), begin(s, entry(1)))
	savePause(s, pause(1))
	subscribe(s, "p", "a", 1)
	must(s, s.SaveRing(ctx, store.Ring{Session: session("a", 1), Hush: "none"}))
	must(s, s.SaveSummary(ctx, summary(1)))
	saveTemplate(s, template("t1"))
	must(s, s.AcceptDrift(ctx, accepted("t1", 1)))
	must(s, s.Claim(ctx, "write", "ann", now, now+1))
	putPhoto(s, photo("a", 1, now))
	must(s, s.PutBlob(ctx, "a", "", []byte("a")))
	succeeds(s)(s.AddMessages(ctx, []store.Message{message("a", "f")}))
	succeeds(s)(s.SaveOrders(ctx, []store.OrderChange{{Order: order(1, 1, "new"),
		Events: []store.Event{{At: now, ShopID: 1, Kind: "order"}}}}))
}

// selectAudit selects the rows of the audit.
const selectAudit = `SELECT * FROM audit ORDER BY 1`

// state returns the store's whole content as text.
func state(s tested) []string {
	s.Helper()
	return append(facts(s), rows(s, selectAudit)...)
}

// facts returns the store's content without the audit.
func facts(s tested) (all []string) {
	s.Helper()
	for _, query := range []string{
		`SELECT * FROM operators ORDER BY 1`, `SELECT * FROM memberships ORDER BY 1`, `SELECT * FROM group_roles`,
		`SELECT * FROM shop_groups ORDER BY 1`, `SELECT * FROM shop_group_members ORDER BY 1, 2`,
		`SELECT * FROM setup`,
		`SELECT * FROM invitations ORDER BY 1`, `SELECT * FROM preferences ORDER BY 1`, `SELECT * FROM passkeys ORDER BY 1`,
		`SELECT * FROM identities ORDER BY 1`, `SELECT * FROM proofs ORDER BY 1`,
		`SELECT * FROM sessions ORDER BY 1`, `SELECT * FROM shops ORDER BY 1`, `SELECT * FROM connections ORDER BY 1`,
		`SELECT * FROM meta ORDER BY 1`, `SELECT * FROM code_names ORDER BY 1, 2`,
		`SELECT * FROM inbox ORDER BY 1`, `SELECT * FROM inbox_claims ORDER BY 1`, `SELECT * FROM hook_refusals`, `SELECT * FROM hook_registrations`, `SELECT * FROM marks`,
		`SELECT * FROM orders ORDER BY 1, 2`, `SELECT * FROM order_reach`, `SELECT * FROM order_settings`, `SELECT * FROM events ORDER BY 1`,
		`SELECT * FROM event_head`,
		`SELECT * FROM leases ORDER BY 1`, `SELECT * FROM pauses ORDER BY 1`,
		`SELECT * FROM push_subscriptions ORDER BY 1`, `SELECT * FROM push_shops ORDER BY 1, 2`, `SELECT * FROM push_claims`,
		`SELECT * FROM rings ORDER BY 1`, `SELECT * FROM summaries`,
		`SELECT * FROM templates ORDER BY 1`, `SELECT * FROM template_groups ORDER BY 1, 2`,
		`SELECT * FROM template_shops ORDER BY 1, 2`, `SELECT * FROM drift_accepted`,
		`SELECT * FROM template_head`,
	} {
		all = append(all, rows(s, query)...)
	}
	return all
}

func rows(s tested, query string) (all []string) {
	s.Helper()
	found, err := s.DB().QueryContext(ctx, query)
	must(s, err)
	defer func() { must(s, found.Close()) }()
	columns, err := found.Columns()
	must(s, err)
	for found.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(s, found.Scan(into...))
		all = append(all, fmt.Sprint(query, values))
	}
	must(s, found.Err())
	return all
}

func cancelled() cases {
	return cases{
		"cancelled calls fail and change nothing": func(s tested) {
			fill(s)
			before := state(s)
			cut, cancel := context.WithCancel(ctx)
			cancel()
			for name, err := range calls(cut, s) {
				if !errors.Is(err, context.Canceled) {
					s.Errorf("%s: got error %v, want that of the context", name, err)
				}
			}
			same(s, before, state(s))
		},
		// Cancelled at any moment, a transaction has taken effect as a whole or not at all, and the store
		// continues to work.
		"a cancelled change is kept as a whole or not at all": func(s tested) {
			for i := range 60 {
				login := fmt.Sprint("login", i)
				cut, cancel := context.WithCancel(ctx)
				began := make(chan struct{})
				go func() {
					<-began
					for range i * 500 { // a little later in each round
						_ = cut.Err()
					}
					cancel()
				}()
				close(began)
				_, err := s.CreateOperator(cut, store.Operator{Login: login}, []store.Membership{
					{ShopID: 1, Role: "staff"}, {ShopID: 2, Role: "staff"}, {ShopID: 3, Role: "staff"},
				})
				cancel()
				o, finding := s.OperatorByLogin(ctx, login)
				if finding != nil {
					s.notFound(finding)
					if err == nil {
						s.Errorf("%s was created and isn't there", login)
					}
					continue
				}
				counts(s, 3)(s.Memberships(ctx, o.ID))
			}
		},
	}
}

func ping() cases {
	return cases{
		"ping succeeds and changes nothing": func(s tested) {
			before := state(s)
			must(s, s.Ping(ctx))
			same(s, before, state(s))
		},
		"the database has a clock": func(s tested) {
			at := get(s.Store.(store.Clocked).Clock(ctx))(s)
			if off := time.Since(at); off.Abs() > time.Hour {
				s.Errorf("it is %v off", off)
			}
		},
		"a proof succeeds and leaves the store unchanged": func(s tested) {
			before := state(s)
			for range 3 {
				must(s, s.Prove(ctx))
			}
			same(s, before, state(s))
			same(s, 1, len(rows(s, `SELECT id FROM probes`)))
			at, err := s.Trouble()
			same(s, true, at.IsZero())
			must(s, err)
		},
		"many replicas prove at once": func(s tested) {
			allSucceed(s, func(int) error { return s.Prove(ctx) })
		},
		// Mistakes of callers aren't the store's trouble.
		"mistakes of callers are no trouble": func(s tested) {
			s.notFound(s.Meta(ctx, "none"))
			person(s, "ann")
			s.conflicts(s.CreateOperator(ctx, store.Operator{Login: "ann"}, nil))
			cut, cancel := context.WithCancel(ctx)
			cancel()
			s.refused("proven after its context ended", s.Prove(cut))
			at, err := s.Trouble()
			same(s, true, at.IsZero())
			must(s, err)
		},
		"ping fails without the tables": func(s tested) {
			succeeds(s)(s.DB().ExecContext(ctx, `DROP TABLE event_head`))
			s.refused("a store without its tables answers", s.Ping(ctx))
		},
		"ping fails after close": func(s tested) {
			must(s, s.Close())
			s.refused("a closed store answers", s.Ping(ctx))
		},
	}
}
