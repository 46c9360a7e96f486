package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

func closing(t testing.TB, s *sqlstore.Store, err error) *sqlstore.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Bug: behind a PgBouncer in transaction mode, prepared statements were lost and the start failed.
// SHOPDESK_WHOLE runs the whole suite.
func TestStoreBehindAPoolerPassesTheSuite(t *testing.T) {
	t.Parallel()
	suite := storetest.Sample
	if os.Getenv("SHOPDESK_WHOLE") != "" {
		suite = storetest.Run
	}
	suite(t, func(t *testing.T) store.Store {
		direct := postgrestest.Address(t)
		address := pgtest.Bouncer(t, direct, "transaction", "default_pool_size = 4")
		s, err := postgres.Pooler{Direct: direct}.Open(t.Context(), address)
		return closing(t, s, err)
	})
}

// Bug: the migrations took a lock of the session, which stayed on a connection of the pooler.
func TestReplicasMayStartAtOnceBehindAPooler(t *testing.T) {
	t.Parallel()
	direct := pgtest.Start(t)
	address := pgtest.Bouncer(t, direct, "transaction", "default_pool_size = 3")
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			s, err := postgres.Pooler{Direct: direct}.Create(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := errors.Join(s.Ping(t.Context()), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	db, err := sql.Open("pgx", direct)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	locks := -1 // PostgreSQL lets go of a closed connection's locks a moment later
	for end := time.Now().Add(time.Minute); locks != 0 && time.Now().Before(end); {
		if err := db.QueryRow(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&locks); err != nil {
			t.Fatal(err)
		}
	}
	if locks != 0 {
		t.Errorf("%d advisory locks are left", locks)
	}
}

// Another replica's events come by the direct address.
func TestReplicasBehindAPoolerHearEachOther(t *testing.T) {
	t.Parallel()
	direct := postgrestest.Address(t)
	pooler, address := postgres.Pooler{Direct: direct}, pgtest.Bouncer(t, direct, "transaction")
	first, err := pooler.Open(t.Context(), address)
	closing(t, first, err)
	second, err := pooler.Open(t.Context(), address)
	closing(t, second, err)
	rung := make(chan struct{}, 1)
	stop := second.Watch(func() {
		select {
		case rung <- struct{}{}:
		default:
		}
	})
	defer stop()
	<-rung // the listener's first
	if err := first.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "k", Data: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	<-rung
}

// A pooler that can't serve is named at the start, with what to do.
func TestUnfitPoolerIsNamed(t *testing.T) {
	t.Parallel()
	direct := postgrestest.Address(t)
	transaction := pgtest.Bouncer(t, direct, "transaction")
	forgets := pgtest.Bouncer(t, direct, "transaction", "ignore_startup_parameters = search_path")
	told := func(address string) error {
		s, err := postgres.Pooler{Direct: direct}.Open(t.Context(), address)
		if err == nil {
			err = s.Close()
		}
		return err
	}
	untold := func(address string) error {
		_, err := postgres.Look(t.Context(), address)
		s, other := postgres.Open(t.Context(), address)
		if other == nil {
			other = s.Close()
		}
		if (err == nil) != (other == nil) {
			t.Errorf("Look: %v, Open: %v", err, other)
		}
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"not told":            {untold(transaction), "SHOPDESK_DATABASE_DIRECT"},
		"one transaction":     {untold(pgtest.Bouncer(t, direct, "statement")), "two transactions at once"},
		"refused parameter":   {told(transaction + "&search_path=other"), "refuses a parameter"},
		"forgotten parameter": {told(forgets + "&search_path=other"), "ignores the address's search_path"},
	} {
		if !errors.Is(c.err, postgres.ErrPooler) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	err := errors.New("not tried yet")
	for wait := time.Second; !strings.Contains(err.Error(), "isn't PostgreSQL's own"); wait *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), wait) // too short for a busy machine to get so far
		_, err = postgres.Pooler{Direct: transaction}.Open(ctx, transaction)
		cancel()
		if err == nil || wait > 2*time.Minute {
			t.Fatalf("no direct address: %v", err)
		}
	}
	for _, one := range []error{untold(pgtest.Bouncer(t, direct, "session")), told(transaction)} {
		if one != nil {
			t.Errorf("a pooler that can serve: %v", one)
		}
	}
}

// A host's own handle needs no direct address, because it doesn't listen. It must prepare nothing.
func TestHandleBehindAPooler(t *testing.T) {
	t.Parallel()
	address := pgtest.Bouncer(t, pgtest.Start(t), "transaction")
	for mode, want := range map[string]error{"cache_statement": postgres.ErrPooler, "cache_describe": nil, "exec": nil} {
		db, err := sql.Open("pgx", address+"&default_query_exec_mode="+mode)
		if err != nil {
			t.Fatal(err)
		}
		s, err := postgres.CreateDB(t.Context(), db)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", mode, err)
		}
		if err == nil {
			_, err = s.PutMeta(t.Context(), "name", "value")
			if err := errors.Join(err, s.Close()); err != nil {
				t.Errorf("%s: %v", mode, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
