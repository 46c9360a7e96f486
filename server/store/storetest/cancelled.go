package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// calls are all methods that take a context, as callers use them.
func calls(s store.Store) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"CreateOperator": func(ctx context.Context) error {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "late"}, []store.Membership{{ShopID: 1, Role: "staff"}})
			return err
		},
		"Operator":        func(ctx context.Context) error { _, err := s.Operator(ctx, 1); return err },
		"OperatorByLogin": func(ctx context.Context) error { _, err := s.OperatorByLogin(ctx, "ann"); return err },
		"Memberships":     func(ctx context.Context) error { _, err := s.Memberships(ctx, 1); return err },
		"SetPassword":     func(ctx context.Context) error { return s.SetPassword(ctx, 1, "late") },
		"HasOwner":        func(ctx context.Context) error { _, err := s.HasOwner(ctx); return err },
		"ReplaceSetupLink": func(ctx context.Context) error {
			return s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: hash(9), ExpiresAt: now + 1})
		},
		"CreateOwner": func(ctx context.Context) error {
			_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "late"})
			return err
		},
		"Session":         func(ctx context.Context) error { _, err := s.Session(ctx, "a", now); return err },
		"SaveSession":     func(ctx context.Context) error { return s.SaveSession(ctx, session("late", 1)) },
		"RevokeSession":   func(ctx context.Context) error { return s.RevokeSession(ctx, "a", now) },
		"RevokeOperator":  func(ctx context.Context) error { return s.RevokeOperator(ctx, 1, "", now) },
		"SweepSessions":   func(ctx context.Context) error { return s.SweepSessions(ctx, now+1_000_000) },
		"Sessions":        func(ctx context.Context) error { _, err := s.Sessions(ctx, 1, now); return err },
		"ListOperators":   func(ctx context.Context) error { _, err := s.ListOperators(ctx); return err },
		"ListMemberships": func(ctx context.Context) error { _, err := s.ListMemberships(ctx); return err },
		"SetMemberships": func(ctx context.Context) error {
			return s.SetMemberships(ctx, 1, []store.Membership{{ShopID: 1, Role: "staff"}}, nil)
		},
		"SetDisabled":    func(ctx context.Context) error { return s.SetDisabled(ctx, 1, false, now) },
		"RemoveOperator": func(ctx context.Context) error { return s.RemoveOperator(ctx, 1, now) },
		"Rename":         func(ctx context.Context) error { return s.Rename(ctx, 1, "late") },
		"Preferences":    func(ctx context.Context) error { _, err := s.Preferences(ctx, 1); return err },
		"SetPreferences": func(ctx context.Context) error { return s.SetPreferences(ctx, 1, store.Preferences{}) },
		"AddInvitation": func(ctx context.Context) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(8), ExpiresAt: now + 1})
			return err
		},
		"Invitations":       func(ctx context.Context) error { _, err := s.Invitations(ctx, now); return err },
		"InvitationByToken": func(ctx context.Context) error { _, err := s.InvitationByToken(ctx, hash(7), now); return err },
		"RevokeInvitation":  func(ctx context.Context) error { return s.RevokeInvitation(ctx, 1) },
		"Accept": func(ctx context.Context) error {
			_, err := s.Accept(ctx, hash(7), now, store.Operator{Login: "late"})
			return err
		},
		"AddPasskey":    func(ctx context.Context) error { return s.AddPasskey(ctx, store.Passkey{ID: "late", OperatorID: 1}) },
		"Passkeys":      func(ctx context.Context) error { _, err := s.Passkeys(ctx, 1); return err },
		"UsePasskey":    func(ctx context.Context) error { return s.UsePasskey(ctx, "key", nil, now) },
		"RemovePasskey": func(ctx context.Context) error { return s.RemovePasskey(ctx, 1, "key") },
		"AddIdentity": func(ctx context.Context) error {
			return s.AddIdentity(ctx, store.Identity{Subject: "late", OperatorID: 1})
		},
		"Identity":       func(ctx context.Context) error { _, err := s.Identity(ctx, "id", "42"); return err },
		"Identities":     func(ctx context.Context) error { _, err := s.Identities(ctx, 1); return err },
		"RemoveIdentity": func(ctx context.Context) error { return s.RemoveIdentity(ctx, 1, "id") },
		"AddProof": func(ctx context.Context) error {
			return s.AddProof(ctx, store.Proof{IDHash: "late", ExpiresAt: now + 1})
		},
		"TakeProof":   func(ctx context.Context) error { _, err := s.TakeProof(ctx, "proof", "", now); return err },
		"SweepProofs": func(ctx context.Context) error { return s.SweepProofs(ctx, now+1_000_000) },
		"PutShops":    func(ctx context.Context) error { return s.PutShops(ctx, []store.Shop{{ShopID: 2}}) },
		"Shops":       func(ctx context.Context) error { _, err := s.Shops(ctx); return err },
		"Shop":        func(ctx context.Context) error { _, err := s.Shop(ctx, 1); return err },
		"Connection":  func(ctx context.Context) error { _, err := s.Connection(ctx, "app"); return err },
		"SaveConnection": func(ctx context.Context) error {
			return s.SaveConnection(ctx, store.Connection{ID: "app", Version: 1})
		},
		"Meta":    func(ctx context.Context) error { _, err := s.Meta(ctx, "canary"); return err },
		"PutMeta": func(ctx context.Context) error { _, err := s.PutMeta(ctx, "late", ""); return err },
		"Begin":   func(ctx context.Context) error { _, err := s.Begin(ctx, entry(1)); return err },
		"Finish":  func(ctx context.Context) error { return s.Finish(ctx, 1, store.OutcomeDone, "late", now) },
		"Entries": func(ctx context.Context) error { _, err := s.Entries(ctx, query(0, 10)); return err },
		"Together": func(ctx context.Context) error {
			return s.Together(ctx, entry(1), func(ctx context.Context) error { return s.SavePause(ctx, pause(3)) })
		},
		"AuditPeople":      func(ctx context.Context) error { _, err := s.AuditPeople(ctx, nil); return err },
		"AuditRows":        func(ctx context.Context) error { _, err := s.AuditRows(ctx, 0, 10); return err },
		"AuditHead":        func(ctx context.Context) error { _, err := s.AuditHead(ctx); return err },
		"PruneAudit":       func(ctx context.Context) error { return s.PruneAudit(ctx, store.AuditHead{PrunedSeq: 1}) },
		"Pause":            func(ctx context.Context) error { _, err := s.Pause(ctx, 1); return err },
		"Pauses":           func(ctx context.Context) error { _, err := s.Pauses(ctx); return err },
		"Connections":      func(ctx context.Context) error { _, err := s.Connections(ctx); return err },
		"DeleteConnection": func(ctx context.Context) error { return s.DeleteConnection(ctx, "app", 1) },
		"BindShops":        func(ctx context.Context) error { return s.BindShops(ctx, "app", []int64{1}) },
		"AddShops":         func(ctx context.Context) error { return s.AddShops(ctx, "app", []int64{1}) },
		"ConnectionShops":  func(ctx context.Context) error { _, err := s.ConnectionShops(ctx); return err },
		"BeginFlow":        func(ctx context.Context) error { return s.BeginFlow(ctx, "late", now, now+1) },
		"EndFlow":          func(ctx context.Context) error { return s.EndFlow(ctx, "late", now) },
		"DuePauses": func(ctx context.Context) error {
			_, err := s.DuePauses(ctx, now, 10)
			return err
		},
		"SavePause": func(ctx context.Context) error { return s.SavePause(ctx, pause(2)) },
		"Claim":     func(ctx context.Context) error { return s.Claim(ctx, "late", "ann", now, now+1) },
		"Release":   func(ctx context.Context) error { return s.Release(ctx, "write", "ann") },
		"PutPhoto":  func(ctx context.Context) error { return s.PutPhoto(ctx, photo("late", 1, now)) },
		"Photo":     func(ctx context.Context) error { _, err := s.Photo(ctx, "a"); return err },
		"CountPhotos": func(ctx context.Context) error {
			_, err := s.CountPhotos(ctx, 1, now)
			return err
		},
		"LookAtPhoto": func(ctx context.Context) error { return s.LookAtPhoto(ctx, "a", now+1) },
		"DuePhotos":   func(ctx context.Context) error { _, err := s.DuePhotos(ctx, now, 1); return err },
		"RetirePhoto": func(ctx context.Context) error { return s.RetirePhoto(ctx, "a", now, now) },
		"DropPhoto":   func(ctx context.Context) error { return s.DropPhoto(ctx, "a") },
		"PutBlob":     func(ctx context.Context) error { return s.PutBlob(ctx, "late", "", nil) },
		"Blob":        func(ctx context.Context) error { _, err := s.Blob(ctx, "a"); return err },
		"DeleteBlob":  func(ctx context.Context) error { return s.DeleteBlob(ctx, "a") },
		"AddMessages": func(ctx context.Context) error {
			_, err := s.AddMessages(ctx, []store.Message{message("late", "")})
			return err
		},
		"ClaimMessages": func(ctx context.Context) error { _, err := s.ClaimMessages(ctx, now, now+1, 9); return err },
		"SaveMessages": func(ctx context.Context) error {
			return s.SaveMessages(ctx, []store.Message{{ID: 1, State: store.MessageDead}})
		},
		"DeadMessages":    func(ctx context.Context) error { _, err := s.DeadMessages(ctx, 9); return err },
		"StrangeMessages": func(ctx context.Context) error { _, err := s.StrangeMessages(ctx, nil, 9); return err },
		"ReplayMessages":  func(ctx context.Context) error { _, err := s.ReplayMessages(ctx, nil, now); return err },
		"InboxFacts":      func(ctx context.Context) error { _, err := s.InboxFacts(ctx); return err },
		"PruneInbox":      func(ctx context.Context) error { return s.PruneInbox(ctx, now+9) },
		"AddRefusal":      func(ctx context.Context) error { return s.AddRefusal(ctx, store.Refusal{}, 9) },
		"Refusals":        func(ctx context.Context) error { _, err := s.Refusals(ctx, 9); return err },
		"PutHookEvent":    func(ctx context.Context) error { return s.PutHookEvent(ctx, store.HookEvent{EventID: 1, State: "set"}) },
		"HookEvents":      func(ctx context.Context) error { _, err := s.HookEvents(ctx); return err },
		"Mark":            func(ctx context.Context) error { return s.Mark(ctx, "late", now) },
		"Marked":          func(ctx context.Context) error { _, err := s.Marked(ctx, "late"); return err },
		"SaveOrders": func(ctx context.Context) error {
			_, err := s.SaveOrders(ctx, []store.OrderChange{{Order: order(2, 2, "new")}})
			return err
		},
		"Order": func(ctx context.Context) error { _, err := s.Order(ctx, 1, 1); return err },
		"Board": func(ctx context.Context) error { _, err := s.Board(ctx, []int64{1}, 0, 9); return err },
		"History": func(ctx context.Context) error {
			_, err := s.History(ctx, store.OrderQuery{Shops: []int64{1}, Limit: 9})
			return err
		},
		"Timeline":   func(ctx context.Context) error { _, err := s.Timeline(ctx, 1, 1); return err },
		"DueOrders":  func(ctx context.Context) error { _, err := s.DueOrders(ctx, now, 9); return err },
		"AskAgain":   func(ctx context.Context) error { return s.AskAgain(ctx, 1) },
		"CountStage": func(ctx context.Context) error { _, err := s.CountStage(ctx, 1, "new"); return err },
		"Act":        func(ctx context.Context) error { _, err := s.Act(ctx, 1, 1, "k"); return err },
		"OldRecords": func(ctx context.Context) error { _, err := s.OldRecords(ctx, now, 9); return err },
		"OrderSettings": func(ctx context.Context) error {
			_, err := s.OrderSettings(ctx, 1)
			return err
		},
		"SaveOrderSettings": func(ctx context.Context) error {
			return s.SaveOrderSettings(ctx, store.OrderSettings{ShopID: 2}, store.Event{})
		},
		"AddEvents":   func(ctx context.Context) error { return s.AddEvents(ctx, []store.Event{{ShopID: 1}}) },
		"Events":      func(ctx context.Context) error { _, err := s.Events(ctx, 0, 9); return err },
		"PruneEvents": func(ctx context.Context) error { return s.PruneEvents(ctx, now+9) },
		"Ping":        s.Ping,
	}
}

// fill puts something of everything into the store.
func fill(ctx context.Context, t *testing.T, s store.Store) {
	t.Helper()
	_, err := s.CreateOperator(ctx, store.Operator{Login: "ann", Password: "old"}, []store.Membership{{ShopID: 1, Role: "staff"}})
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
	must(t, s.Claim(ctx, "write", "ann", now, now+1))
	must(t, s.PutPhoto(ctx, photo("a", 1, now)))
	must(t, s.PutBlob(ctx, "a", "", []byte("a")))
	_, err = s.AddMessages(ctx, []store.Message{message("a", "f")})
	must(t, err)
	_, err = s.SaveOrders(ctx, []store.OrderChange{{Order: order(1, 1, "new"), Events: []store.Event{{At: now, ShopID: 1, Kind: "order"}}}})
	must(t, err)
}

// state is all that the store holds, as text.
func state(ctx context.Context, t *testing.T, s store.Store) (all []string) {
	t.Helper()
	for _, query := range []string{
		`SELECT * FROM operators ORDER BY 1`, `SELECT * FROM memberships ORDER BY 1`, `SELECT * FROM setup`,
		`SELECT * FROM invitations ORDER BY 1`, `SELECT * FROM preferences ORDER BY 1`, `SELECT * FROM passkeys ORDER BY 1`,
		`SELECT * FROM identities ORDER BY 1`, `SELECT * FROM proofs ORDER BY 1`,
		`SELECT * FROM sessions ORDER BY 1`, `SELECT * FROM shops ORDER BY 1`, `SELECT * FROM connections ORDER BY 1`,
		`SELECT * FROM meta ORDER BY 1`, `SELECT * FROM audit ORDER BY 1`,
		`SELECT * FROM inbox ORDER BY 1`, `SELECT * FROM hook_refusals`, `SELECT * FROM hook_events`, `SELECT * FROM marks`,
		`SELECT * FROM orders ORDER BY 1, 2`, `SELECT * FROM order_settings`, `SELECT * FROM events ORDER BY 1`, `SELECT * FROM event_head`,
		`SELECT * FROM leases ORDER BY 1`, `SELECT * FROM pauses ORDER BY 1`,
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
		"calls fail and change nothing": func(t *testing.T, s store.Store) {
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
		// Cancelled at any moment, a transaction has happened whole or not at all,
		// and the store goes on working.
		"a change is whole or absent": func(t *testing.T, s store.Store) {
			for i := range 60 {
				login := fmt.Sprint("login", i)
				ctx, cancel := context.WithCancel(t.Context())
				began := make(chan struct{})
				go func() {
					<-began
					for range i * 500 { // a little later each time
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
		"tells that the store is there": func(t *testing.T, s store.Store) {
			before := state(t.Context(), t, s)
			must(t, s.Ping(t.Context()))
			same(t, before, state(t.Context(), t, s))
		},
		"tells that it was closed": func(t *testing.T, s store.Store) {
			must(t, s.Close())
			if s.Ping(t.Context()) == nil {
				t.Error("a closed store answers")
			}
		},
	})
}
