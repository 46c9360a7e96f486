package pgtest

import (
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// DatabaseURL names the environment variable with the address of a database
// to be used instead of a server of our own.
const DatabaseURL = "SHOPDESK_TEST_DATABASE_URL"

// shared is the one server of the test binary.
var shared struct {
	sync.Mutex
	server *server
	err    error
}

// Main is a TestMain's only line: it runs the tests, stops the server, waits
// until its files are gone, and exits. Without it the server ends itself when
// the test binary does.
func Main(m *testing.M) {
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.server != nil {
		if err := shared.server.stop(); err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "pgtest: stop:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// Start makes an empty schema, which is dropped when the test ends, and
// returns the address by which a connection works in it. The first call
// starts the server.
func Start(t testing.TB) (dsn string) {
	t.Helper()
	base := os.Getenv(DatabaseURL)
	if base == "" {
		var err error
		if base, err = ownServer(); err != nil {
			t.Fatalf("pgtest: %v", err)
		}
	}
	address, err := url.Parse(base)
	if err != nil || !strings.HasPrefix(address.Scheme, "postgres") {
		t.Fatalf("pgtest: %s is no postgres:// address", DatabaseURL)
	}
	schema := newName()
	execute(t, base, `CREATE SCHEMA `+schema)
	t.Cleanup(func() { execute(t, base, `DROP SCHEMA `+schema+` CASCADE`) })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

// Template makes a database in our own server, lets fill fill it, and returns
// its name. It goes with the server.
func Template(fill func(dsn string) error) (name string, err error) {
	base, err := ownServer()
	if err != nil {
		return "", err
	}
	name = newName()
	if err := run(base, `CREATE DATABASE `+name); err != nil {
		return "", err
	}
	if err := fill(within(base, name)); err != nil {
		return "", err
	}
	return name, leave(base, name)
}

// leave ends the sessions in the database and waits until their processes are
// gone: PostgreSQL neither copies nor drops a database that is in use, and looks
// for five seconds only. On a busy machine a closed session may take longer to end.
func leave(base, database string) error {
	if err := run(base, `ALTER DATABASE `+database+` ALLOW_CONNECTIONS false`); err != nil {
		return err
	}
	return run(base, fmt.Sprintf(`SELECT pg_terminate_backend(pid, %d) FROM pg_stat_activity WHERE datname = '%s'`,
		startTimeout.Milliseconds(), database))
}

// Copy makes a database like the one of that name, a [Template], and returns its
// address. It is dropped when the test ends.
func Copy(t testing.TB, template string) (dsn string) {
	t.Helper()
	base, err := ownServer()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	name := newName()
	if err := run(base, `CREATE DATABASE `+name+` TEMPLATE `+template); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		if err := leave(base, name); err != nil {
			t.Errorf("pgtest: %v", err)
		}
		execute(t, base, `DROP DATABASE `+name)
	})
	return within(base, name)
}

// within is the address of another database of the server at base, which is ours.
func within(base, database string) string {
	return strings.Replace(base, "/postgres?", "/"+database+"?", 1)
}

func newName() string { return "test_" + strings.ToLower(rand.Text()) }

func ownServer() (address string, err error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = start()
	}
	if shared.err != nil {
		return "", shared.err
	}
	return shared.server.address(), nil
}

func execute(t testing.TB, address, query string) {
	t.Helper()
	if err := run(address, query); err != nil {
		t.Errorf("pgtest: %v", err)
	}
}

func run(address, query string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(query); err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}
