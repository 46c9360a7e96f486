package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
)

// failing makes a number of transactions fail with an SQLSTATE when they commit. A sequence counts them, because its
// numbers aren't rolled back.
const failing = `CREATE SEQUENCE commits;
	CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF nextval('commits') <= %d THEN
			RAISE EXCEPTION 'run it again' USING ERRCODE = '%s';
		END IF;
		RETURN NULL;
	END $$;
	DO $$
	DECLARE t TEXT;
	BEGIN
		FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
			EXECUTE 'CREATE CONSTRAINT TRIGGER fail AFTER INSERT OR UPDATE OR DELETE ON ' || quote_ident(t) ||
				' DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()';
		END LOOP;
	END $$`

// fail makes the next transactions of s fail when they commit.
func fail(t *testing.T, s *sqlstore.Store, transactions int, state string) {
	t.Helper()
	if _, err := s.DB().Exec(fmt.Sprintf(failing, transactions, state)); err != nil {
		t.Fatal(err)
	}
}

// rerun are calls whose transaction fails once, and is run again. fill prepares the store.
var rerun = map[string]struct {
	fill func(ctx context.Context, s *sqlstore.Store) error
	call func(ctx context.Context, s *sqlstore.Store) (any, error)
	want any
}{
	"SaveOrders adds the events once": {
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			_, err := s.SaveOrders(ctx, []store.OrderChange{{Order: store.Order{ShopID: 1, OrderID: 1, Stage: "new"},
				Events: []store.Event{{ShopID: 1, Kind: "k"}}}})
			if err != nil {
				return nil, err
			}
			page, err := s.Events(ctx, 0, 9)
			return len(page.Events), err
		},
		want: 1,
	},
	"PruneOrders counts the orders once": {
		fill: placed("done"),
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) { return s.PruneOrders(ctx, 99, 9) },
		want: 2,
	},
	"AddRefusal keeps the newest": {
		fill: func(ctx context.Context, s *sqlstore.Store) error { return errors.Join(refuse(ctx, s), refuse(ctx, s)) },
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			if err := refuse(ctx, s); err != nil {
				return nil, err
			}
			kept, err := s.Refusals(ctx, 9)
			return len(kept), err
		},
		want: 2,
	},
	"BindShops adds the given shops": {
		fill: func(ctx context.Context, s *sqlstore.Store) error {
			return s.SaveConnection(ctx, store.Connection{ID: "a"})
		},
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			if err := s.BindShops(ctx, "a", []int64{1, 2, 2}); err != nil {
				return nil, err
			}
			return s.ConnectionShops(ctx)
		},
		want: map[int64]string{1: "a", 2: "a"},
	},
	"AddMessages says what is new": {
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			return s.AddMessages(ctx, []store.Message{{MessageID: "a"}, {MessageID: "a"}})
		},
		want: []store.Added{store.AddedNew, store.AddedRepeat},
	},
	"Begin returns the entry's number": {
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			return s.Begin(ctx, store.Entry{Action: "a"})
		},
		want: int64(1),
	},
	"the audit's entry is written with the change, by the new operator": {
		fill: func(ctx context.Context, s *sqlstore.Store) error {
			return s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: []byte("hash"), ExpiresAt: 9})
		},
		call: func(ctx context.Context, s *sqlstore.Store) (any, error) {
			var made int64
			err := s.WithAudit(ctx, store.Entry{Action: "a"}, func(ctx context.Context) (err error) {
				made, err = s.CreateOwner(ctx, []byte("hash"), 1, store.Operator{Login: "ann"})
				return err
			})
			if err != nil {
				return nil, err
			}
			var by []bool
			entries, err := s.Entries(ctx, store.EntryQuery{Limit: 9})
			for _, e := range entries {
				by = append(by, e.OperatorID == made)
			}
			return by, err
		},
		want: []bool{true},
	},
}

// refuse adds a refusal, and keeps two.
func refuse(ctx context.Context, s *sqlstore.Store) error {
	return s.AddRefusal(ctx, store.Refusal{Why: "signature"}, 2)
}

// A transaction that the server asks to run again has the outcome of one run.
func TestTransactionIsRunAgain(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"40001", "40P01"} {
		for name, c := range rerun {
			t.Run(state+" "+name, func(t *testing.T) {
				t.Parallel()
				s := postgrestest.Open(t)
				if c.fill != nil {
					if err := c.fill(t.Context(), s); err != nil {
						t.Fatal(err)
					}
				}
				fail(t, s, 1, state)
				got, err := c.call(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// A transaction is run five times at most, and once after an error that doesn't ask for more.
func TestTransactionIsGivenUp(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]int{"40001": 5, "40P01": 5, "P0001": 1} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			s := postgrestest.Open(t)
			fail(t, s, 99, state)
			if err := s.Prove(t.Context()); err == nil {
				t.Error("it succeeded")
			}
			var runs int
			if err := s.DB().QueryRow(`SELECT last_value FROM commits`).Scan(&runs); err != nil {
				t.Fatal(err)
			}
			if runs != want {
				t.Errorf("%d runs, want %d", runs, want)
			}
		})
	}
}

// Transactions and single statements are READ COMMITTED, whatever the server's default is: in stronger levels, a
// statement fails whose row another one has changed. Bug: single statements had the server's default.
func TestStatementsAreReadCommitted(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := open(t, postgrestest.Address(t)+"&default_transaction_isolation=serializable")
	if _, err := s.DB().Exec(`CREATE TABLE levels (level TEXT);
		CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN INSERT INTO levels VALUES (TG_TABLE_NAME || ' ' || current_setting('transaction_isolation')); RETURN NULL; END $$;
		CREATE TRIGGER look AFTER INSERT ON probes FOR EACH ROW EXECUTE FUNCTION look();
		CREATE TRIGGER look AFTER INSERT ON marks FOR EACH ROW EXECUTE FUNCTION look()`); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Prove(ctx), s.Mark(ctx, "here", 1)); err != nil {
		t.Fatal(err)
	}
	var levels string
	err := s.DB().QueryRow(`SELECT string_agg(level, ', ' ORDER BY level) FROM levels`).Scan(&levels)
	if want := "marks read committed, probes read committed"; err != nil || levels != want {
		t.Errorf("the levels are %q, %v; want %q", levels, err, want)
	}
}
