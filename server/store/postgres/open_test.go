package postgres_test

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// Replicas may start at once on a database that isn't migrated yet.
func TestReplicasMayStartAtOnce(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			s, err := postgres.Create(t.Context(), dsn)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = s.Close() }()
			if err := s.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestReplicasMakeOneOwner(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	token := []byte("0123456789abcdef0123456789abcdef")
	first, second := open(t, dsn), open(t, dsn)
	if err := first.ReplaceSetupLink(t.Context(), store.SetupLink{TokenHash: token, ExpiresAt: 2}); err != nil {
		t.Fatal(err)
	}
	var (
		group sync.WaitGroup
		made  = make(chan int64, 16)
	)
	for i, s := range []store.Store{first, second} {
		for j := range 8 {
			group.Go(func() {
				id, err := s.CreateOwner(t.Context(), token, 1, store.Operator{Login: fmt.Sprint(i, "-", j)})
				switch {
				case err == nil:
					made <- id
				case !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrConflict):
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	if len(made) != 1 {
		t.Errorf("%d owners", len(made))
	}
}

// OpenDB leaves the host's handle open.
func TestOpenDBLeavesTheHostsHandleOpen(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("pgx", pgtest.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s, err := postgres.CreateDB(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateOperator(t.Context(), store.Operator{Login: "ann"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateOperator(t.Context(), store.Operator{Login: "ann"}, nil); !errors.Is(err, store.ErrConflict) {
		t.Errorf("got %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := db.PingContext(t.Context()); err != nil {
		t.Errorf("the host's handle was closed: %v", err)
	}
	if _, err := postgres.OpenDB(t.Context(), nil); err == nil {
		t.Error("opened nothing")
	}
	again, err := postgres.OpenDB(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenFailsWithoutShowingThePassword(t *testing.T) {
	t.Parallel()
	for name, dsn := range map[string]string{
		"no address":     "postgres://user:hunter2@host:port/db",
		"nobody answers": "postgres://user:hunter2@127.0.0.1:1/db?sslmode=disable",
		"no such socket": "host=/nowhere user=user password=hunter2 dbname=db",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := postgres.Open(t.Context(), dsn)
			if err == nil || !strings.HasPrefix(err.Error(), "postgres: ") {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error has the password in it: %v", err)
			}
		})
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	s := open(t, dsn)
	if _, err := s.DB().Exec(`INSERT INTO shopdesk_migrations (version_id, is_applied) VALUES (9999, true)`); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), dsn); !errors.Is(err, migrations.ErrNewer) {
		t.Errorf("got %v", err)
	}
}

// Look finds an installation and changes nothing, neither where there is none.
func TestLookChangesNothing(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	for range 2 {
		if _, err := postgres.Look(t.Context(), dsn); !errors.Is(err, store.ErrAbsent) {
			t.Errorf("nothing there: %v", err)
		}
	}
	s := open(t, dsn)
	if _, err := s.PutMeta(t.Context(), "name", "value"); err != nil {
		t.Fatal(err)
	}
	found, err := postgres.Look(t.Context(), dsn)
	if err != nil || found.Schema != found.Known || found.Schema == 0 || found.Meta["name"] != "value" {
		t.Errorf("%+v %v", found, err)
	}
}

// The address says how many connections the pool has; the server isn't told of the parameter.
func TestAddressSetsThePoolsSize(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	for text, want := range map[string]int{"": 16, "&pool_max_conns=5": 5} {
		s := open(t, dsn+text)
		if got := s.DB().Stats().MaxOpenConnections; got != want {
			t.Errorf("%q: %d connections, want %d", text, got, want)
		}
		if _, err := postgres.Look(t.Context(), dsn+text); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"0", "many", "3"} {
		if _, err := postgres.Open(t.Context(), dsn+"&pool_max_conns="+text); err == nil ||
			!strings.Contains(err.Error(), "pool_max_conns") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Bug: a wrong name of the database became a new, empty installation.
func TestOpenStartsNoInstallation(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tables := func() (n int) {
		t.Helper()
		if err := db.QueryRow(`SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := postgres.Open(t.Context(), dsn); !errors.Is(err, store.ErrAbsent) {
		t.Errorf("Open: %v", err)
	}
	if _, err := postgres.OpenDB(t.Context(), db); !errors.Is(err, store.ErrAbsent) {
		t.Errorf("OpenDB: %v", err)
	}
	if n := tables(); n != 0 {
		t.Fatalf("%d tables were made", n)
	}
	if err := open(t, dsn).Close(); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatalf("after it was created: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Bug: the refusal of a database in LATIN1 spoke of "simple protocol queries", and not of what to do.
func TestDatabaseInAnotherEncodingIsRefused(t *testing.T) {
	t.Parallel()
	address := encoded(t, "LATIN1")
	handle, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = handle.Close() })
	_, opened := postgres.Create(t.Context(), address)
	_, looked := postgres.Look(t.Context(), address)
	_, used := postgres.CreateDB(t.Context(), handle)
	for _, err := range []error{opened, looked, used} {
		if err == nil || !strings.Contains(err.Error(), "ENCODING 'UTF8'") {
			t.Errorf("got %v", err)
		}
	}
}

// A database in SQL_ASCII, as an installation without a locale makes it, keeps every text as it comes. Bug: one that
// was opened with client_encoding=UTF8, and worked, was refused with the others.
func TestDatabaseWithoutAnEncodingKeepsUTF8(t *testing.T) {
	t.Parallel()
	s, err := postgres.Create(t.Context(), encoded(t, "SQL_ASCII")+"&client_encoding=UTF8")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	put := store.Shop{ShopID: 1, Name: "茶餐廳", Zone: "UTC"}
	if err := s.PutShops(t.Context(), []store.Shop{put}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Shop(t.Context(), 1); err != nil || got != put {
		t.Errorf("%+v, %v", got, err)
	}
}

// encoded makes a database in an encoding, and returns its address.
func encoded(t *testing.T, encoding string) string {
	t.Helper()
	dsn := pgtest.Start(t)
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	run := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	name := "encoded_" + strings.ToLower(rand.Text())
	run(`CREATE DATABASE ` + name + ` ENCODING '` + encoding + `' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
	t.Cleanup(func() { run(`DROP DATABASE ` + name) })
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Del("search_path")
	address.Path, address.RawQuery = "/"+name, query.Encode()
	return address.String()
}
