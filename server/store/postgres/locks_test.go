package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"testing"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
)

// locking is a call that locks several rows of a table.
type locking struct {
	table      string
	key        string // columns
	other      string // any column; an update of it moves a row
	first, end string // keys of two rows that the call locks, the first in the order of keys and the last
	fill       func(ctx context.Context, s *sqlstore.Store) error
	call       func(ctx context.Context, s *sqlstore.Store) error
	skips      bool // passes over rows that others have locked
}

// lockings are the calls by name. Each of them runs beside other writers of these rows.
func lockings() map[string]locking {
	orders := locking{table: "orders", key: "(shop_id, order_id)", other: "stage", first: "(1, 1)", end: "(1, 2)"}
	inbox := locking{table: "inbox", key: "id", other: "why", first: "1", end: "2"}
	inboxClaims := locking{table: "inbox_claims", key: "holder", other: "until", first: "'here/1'", end: "'here/2'"}
	shops := locking{table: "run_shops", key: "(run_id, shop_id)", other: "state", first: "('a', 1)", end: "('a', 2)"}
	runs := locking{table: "runs", key: "id", other: "name", first: "'a'", end: "'b'"}
	seen := locking{table: "seen", key: "shop_id", other: "version", first: "1", end: "2"}
	pushes := locking{table: "push_subscriptions", key: "id", other: "language", first: "'a'", end: "'b'"}
	claims := locking{table: "push_claims", key: "subscription_id", other: "at", first: "'a'", end: "'b'"}
	return map[string]locking{
		"AskAgain": orders.with(placed("new"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.AskAgain(ctx, 5, 9)
		}),
		"ClaimOrders": orders.with(placed("new"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.ClaimOrders(ctx, []store.DueOrder{{ShopID: 1, OrderID: 2, DueAt: 9},
				{ShopID: 1, OrderID: 1, DueAt: 9}}, 99)
			return err
		}),
		"PruneOrders": orders.with(placed("done"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.PruneOrders(ctx, 99, 9)
			return err
		}),
		"HoldMessages": inbox.with(received("waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.HoldMessages(ctx, "here/1", 99)
		}).skipping(),
		"ReleaseMessages": inbox.with(received("waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.ReleaseMessages(ctx, "here/1")
		}),
		"ReleaseMessages of added ones": inbox.with(addedBy("here/1"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.ReleaseMessages(ctx, "here/1")
		}),
		"RecoverMessages, claims": inboxClaims.with(addedBy("here/1", "here/2"),
			func(ctx context.Context, s *sqlstore.Store) error { return s.RecoverMessages(ctx, "here") }),
		"SaveMessages, claims": inboxClaims.with(addedBy("here/1", "here/2"),
			func(ctx context.Context, s *sqlstore.Store) error {
				return s.SaveMessages(ctx, []store.Message{{ID: 3, State: "done", Holder: "here/2"},
					{ID: 1, State: "done", Holder: "here/1"}})
			}),
		"SaveMessages apart": inbox.with(received("waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.SaveMessages(ctx, []store.Message{{ID: 2, State: "done", Holder: "here/1"},
				{ID: 1, State: "dead", Holder: "here/1"}})
		}),
		"RecoverMessages": inbox.with(received("waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.RecoverMessages(ctx, "here")
		}),
		"SaveMessages": inbox.with(received("waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.SaveMessages(ctx, []store.Message{{ID: 2, State: "done", Holder: "here/1"},
				{ID: 1, State: "done", Holder: "here/1"}})
		}),
		"ReplayMessages": inbox.with(received("dead"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.ReplayMessages(ctx, nil, 9)
			return err
		}),
		"RecallMessages": inbox.with(func(ctx context.Context, s *sqlstore.Store) error {
			return errors.Join(known(ctx, s), received("dead")(ctx, s))
		}, func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.RecallMessages(ctx, "", 0, 9)
			return err
		}),
		"ReplayMessages of given IDs": inbox.with(received("dead"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.ReplayMessages(ctx, []int64{2, 1}, 9)
			return err
		}),
		"PruneInbox": inbox.with(received("done"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.PruneInbox(ctx, 99)
		}),
		"PruneDead": inbox.with(received("dead"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.PruneDead(ctx, 99)
		}),
		"HoldRunShops": shops.with(begun("running", "working"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.HoldRunShops(ctx, "here", []int64{2, 1}, 5, 99)
		}).skipping(),
		"SaveRunState": shops.with(begun("running", "waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.SaveRunState(ctx, store.Run{ID: "a", Version: 1, State: store.RunCancelled}, nil)
		}),
		"PruneRuns, shops": shops.with(begun("done", "done"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.PruneRuns(ctx, 99)
		}),
		"PruneRuns": runs.with(begun("done", "done"), func(ctx context.Context, s *sqlstore.Store) error {
			return s.PruneRuns(ctx, 99)
		}),
		"BeginRuns": runs.with(begun("scheduled", "waiting"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.BeginRuns(ctx, 99)
			return err
		}),
		"EndRuns": runs.with(begun("running", "done"), func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.EndRuns(ctx, 99)
			return err
		}),
		"AskSeen": seen.with(known, func(ctx context.Context, s *sqlstore.Store) error {
			return s.AskSeen(ctx, []int64{2, 1}, 9)
		}),
		"SweepPush": pushes.with(subscribed, func(ctx context.Context, s *sqlstore.Store) error {
			return s.SweepPush(ctx, 9, 99)
		}),
		"SweepPush, claims": claims.with(subscribed, func(ctx context.Context, s *sqlstore.Store) error {
			return s.SweepPush(ctx, 9, 99)
		}),
	}
}

func (l locking) with(fill, call func(ctx context.Context, s *sqlstore.Store) error) locking {
	l.fill, l.call = fill, call
	return l
}

func (l locking) skipping() locking {
	l.skips = true
	return l
}

// lock locks the row with a key, or fails if another transaction has.
func (l locking) lock(ctx context.Context, tx *sql.Tx, key string) error {
	var found bool
	return tx.QueryRowContext(ctx, fmt.Sprintf(`SELECT TRUE FROM %s WHERE %s = %s FOR UPDATE NOWAIT`,
		l.table, l.key, key)).
		Scan(&found)
}

// moveFirst moves the first row behind all others in the table's pages.
func (l locking) moveFirst(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx,
		fmt.Sprintf(`UPDATE %[1]s SET %[2]s = %[2]s WHERE %[3]s = %[4]s`, l.table, l.other, l.key, l.first))
	return err
}

// inOrderOfPages is the address of a store whose statements find rows in the order of the tables' pages.
func inOrderOfPages(t *testing.T, dsn string) string {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	for _, plan := range []string{"indexscan", "indexonlyscan", "bitmapscan"} {
		query.Set("enable_"+plan, "off")
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// placed saves two orders. The second changed before the first.
func placed(stage string) func(ctx context.Context, s *sqlstore.Store) error {
	return func(ctx context.Context, s *sqlstore.Store) error {
		_, err := s.SaveOrders(ctx, []store.OrderChange{
			{Order: store.Order{ShopID: 1, OrderID: 1, Stage: stage, ChangedAt: 3, DueAt: 9}},
			{Order: store.Order{ShopID: 1, OrderID: 2, Stage: stage, ChangedAt: 2, DueAt: 9}},
		})
		return err
	}
}

// received adds two messages, which here/1 has claimed if they wait.
func received(state string) func(ctx context.Context, s *sqlstore.Store) error {
	return func(ctx context.Context, s *sqlstore.Store) error {
		for id := range 2 {
			if _, err := s.AddMessages(ctx, []store.Message{{MessageID: fmt.Sprint(id), ShopID: 1}}); err != nil {
				return err
			}
		}
		all, err := s.ClaimMessages(ctx, "here/1", 5, 9, 9)
		if err != nil || state == store.MessageWaiting {
			return err
		}
		for i := range all {
			all[i].State = state
		}
		return s.SaveMessages(ctx, all)
	}
}

// addedBy adds two messages under a claim of each holder.
func addedBy(holders ...string) func(ctx context.Context, s *sqlstore.Store) error {
	return func(ctx context.Context, s *sqlstore.Store) error {
		for _, holder := range holders {
			if _, err := s.AddMessages(ctx, []store.Message{
				{MessageID: holder + "a", Holder: holder, LeaseUntil: 9},
				{MessageID: holder + "b", Holder: holder, LeaseUntil: 9},
			}); err != nil {
				return err
			}
		}
		return nil
	}
}

// begun adds two runs of two shops.
func begun(run, shop string) func(ctx context.Context, s *sqlstore.Store) error {
	return func(ctx context.Context, s *sqlstore.Store) error {
		for _, id := range []string{"a", "b"} {
			if _, err := s.AddRun(ctx, store.Run{ID: id, Key: id, State: run, EndedAt: 9},
				[]store.RunShop{{ShopID: 1}, {ShopID: 2}}, nil); err != nil {
				return err
			}
		}
		_, err := s.DB().ExecContext(ctx, `UPDATE run_shops SET state = $1, holder = 'here', lease_until = 9`, shop)
		return err
	}
}

// known adds two shops.
func known(ctx context.Context, s *sqlstore.Store) error {
	if err := s.PutShops(ctx, []store.Shop{{ShopID: 1, Zone: "UTC"}, {ShopID: 2, Zone: "UTC"}}); err != nil {
		return err
	}
	return s.EnsureSeen(ctx)
}

// subscribed adds the subscriptions of two ended sessions, and claims them.
func subscribed(ctx context.Context, s *sqlstore.Store) error {
	for _, id := range []string{"a", "b"} {
		if err := s.SavePush(ctx, store.PushSubscription{ID: id, Session: id}); err != nil {
			return err
		}
	}
	_, err := s.ClaimPush(ctx, store.PushClaim{ShopID: 1, OrderID: 1}, []string{"a", "b"})
	return err
}

// Calls lock rows in the order of their keys, whatever the plan of their statements, or pass over locked ones. Two
// replicas that started at once deadlocked: one made all open orders due, in the order of the table's pages, and the
// other claimed some, in the order of their keys.
func TestRowsAreLockedInTheOrderOfTheirKeys(t *testing.T) {
	t.Parallel()
	for name, l := range lockings() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			s := open(t, inOrderOfPages(t, postgrestest.Address(t)))
			if err := l.fill(ctx, s); err != nil {
				t.Fatal(err)
			}
			if err := l.moveFirst(ctx, s.DB()); err != nil {
				t.Fatal(err)
			}
			other := begin(t, s)
			if err := l.lock(ctx, other, l.first); err != nil {
				t.Fatal(err)
			}
			called := make(chan error, 1)
			go func() { called <- l.call(ctx, s) }()
			switch waits := waits(t, s, other, called); {
			case !waits && l.skips:
				return
			case !waits:
				t.Fatal("hasn't waited for the first row")
			case l.skips:
				t.Error("waits for the first row")
			default:
				if err := l.lock(ctx, other, l.end); err != nil {
					t.Errorf("has locked the last row, and waits for the first: %v", err)
				}
			}
			if err := other.Rollback(); err != nil {
				t.Fatal(err)
			}
			if err := <-called; err != nil {
				t.Fatal(err)
			}
		})
	}
}

// All writers lock the audit's head before the event log's. Bug: settings of orders, which are saved with an audit
// entry, and shops of runs locked them in opposite orders, and deadlocked.
func TestAuditIsLockedBeforeTheEventLog(t *testing.T) {
	t.Parallel()
	event := store.Event{ShopID: 1, Kind: "a"}
	for name, call := range map[string]func(ctx context.Context, s *sqlstore.Store) error{
		"SaveOrderSettings": func(ctx context.Context, s *sqlstore.Store) error {
			return s.WithAudit(ctx, store.Entry{Action: "orders.settings"}, func(ctx context.Context) error {
				return s.SaveOrderSettings(ctx, store.OrderSettings{ShopID: 1}, event)
			})
		},
		"SaveRunShop": func(ctx context.Context, s *sqlstore.Store) error {
			_, err := s.SaveRunShop(ctx, store.RunShop{RunID: "a", ShopID: 1, Version: 1, State: store.RunShopDone},
				store.RunSave{Begin: new(store.Entry), Events: []store.Event{event}})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, postgrestest.Address(t))
			if err := begun("running", "working")(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			other := begin(t, s)
			if err := (locking{table: "audit_head", key: "id"}).lock(t.Context(), other, "1"); err != nil {
				t.Fatal(err)
			}
			called := make(chan error, 1)
			go func() { called <- call(t.Context(), s) }()
			if !waits(t, s, other, called) {
				t.Fatal("hasn't waited for the audit's head")
			}
			if err := (locking{table: "event_head", key: "id"}).lock(t.Context(), other, "1"); err != nil {
				t.Errorf("has locked the log's head, and waits for the audit's: %v", err)
			}
			if err := errors.Join(other.Rollback(), <-called); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// begin begins a transaction beside a call.
func begin(t *testing.T, s *sqlstore.Store) *sql.Tx {
	t.Helper()
	tx, err := s.DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// waits reports whether a call waits for a transaction. It is false if the call has ended.
func waits(t *testing.T, s *sqlstore.Store, other *sql.Tx, called <-chan error) (waits bool) {
	t.Helper()
	var pid int
	if err := other.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid); err != nil {
		t.Fatal(err)
	}
	for !waits {
		select {
		case err := <-called:
			if err != nil {
				t.Fatal(err)
			}
			return false
		default:
		}
		if err := s.DB().QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
			WHERE $1 = ANY(pg_blocking_pids(pid)))`, pid).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	return true
}
