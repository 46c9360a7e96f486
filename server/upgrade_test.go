package server_test

import (
	"compress/gzip"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/postgres"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// The frozen databases (testdata/upgrades, made by make frozen): one for each step of the schema, filled by the console
// itself with what that step has room for.
const frozen = "testdata/upgrades"

// frozenKeys are the keys of the frozen databases.
func frozenKeys(t *testing.T) *sealed.Keyring {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(frozen, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	ring, err := sealed.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// thaw is an engine with which a frozen database is opened. load makes a database of a text, open upgrades it.
type thaw struct {
	load   func(t *testing.T, text string) (address string, db *sql.DB)
	open   func(t *testing.T, address string) (*sqlstore.Store, error)
	fresh  func(testing.TB) *sqlstore.Store
	tables string // query: the names of the tables
	schema string // query: a text for each part of the schema, without the lock of migrations
}

var thaws = map[string]thaw{
	"sqlite": {
		load: func(t *testing.T, text string) (string, *sql.DB) {
			return loaded(t, "sqlite", filepath.Join(t.TempDir(), "shopdesk.db"), text)
		},
		// The file with the pictures isn't frozen.
		open: func(t *testing.T, address string) (*sqlstore.Store, error) {
			return sqlite.Create(t.Context(), address)
		},
		fresh:  sqlitetest.Open,
		tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'shopdesk_migrations'`,
		schema: `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY type, name`,
	},
	"postgres": {
		load: func(t *testing.T, text string) (string, *sql.DB) {
			t.Helper()
			blank, err := pgtest.Template(func(string) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			return loaded(t, "pgx", pgtest.Copy(t, blank), text)
		},
		open: func(t *testing.T, address string) (*sqlstore.Store, error) {
			return postgres.Open(t.Context(), address)
		},
		fresh:  postgrestest.Open,
		tables: `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'shopdesk_migrations'`,
		schema: `SELECT * FROM (
			SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
				COALESCE(column_default, '') || is_identity FROM information_schema.columns
				WHERE table_schema = 'public' AND table_name <> 'shopdesk_lock'
			UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'shopdesk_lock'
			UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
				WHERE connamespace = 'public'::regnamespace AND conname NOT LIKE 'shopdesk_lock%'
			UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
			UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace) AS parts (part) ORDER BY part`,
	},
}

// loaded makes a database of a text.
func loaded(t *testing.T, driver, address, text string) (string, *sql.DB) {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	return address, db
}

// texts reads a query's first column.
func texts(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// counts counts the rows of tables.
func counts(t *testing.T, db *sql.DB, schema string, tables []string) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, table := range tables {
		var n int
		if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM `+schema+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		all[table] = n
	}
	return all
}

// A database of every released schema is upgraded without losing a row, to the schema of a new installation, and the
// calls of the pages answer from it. SHOPDESK_WHOLE has every schema, and else some.
func TestUpgradeFromEachReleasedSchema(t *testing.T) {
	t.Parallel()
	for engine, with := range thaws {
		files, err := filepath.Glob(filepath.Join(frozen, engine, "*.sql.gz"))
		if err != nil || len(files) == 0 {
			t.Fatal("no frozen databases", err)
		}
		for i, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".sql.gz")
			// 21 replaces the audit, 30 reads the orders, 40 renames a table.
			sampled := name == "0002" || name == "0029" || i == len(files)-1
			if os.Getenv("SHOPDESK_WHOLE") == "" && !sampled {
				continue
			}
			t.Run(engine+" "+name, func(t *testing.T) {
				t.Parallel()
				upgrade(t, with, name, file, i == len(files)-1)
			})
		}
	}
}

// unfilled are the tables without rows in a frozen database: what lasts for minutes, what no program fills any more,
// pictures (in SQLite they have a file of their own), connections of merchants, and the event log's parts, which only
// some installations have.
var unfilled = []string{"blobs", "connection_shops", "event_merged", "event_parts", "event_runs", "hook_events",
	"inbox_claims", "leases", "oauth_flows", "part_events", "probes", "proofs", "push_claims"}

func upgrade(t *testing.T, with thaw, name, file string, newest bool) {
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	address, db := with.load(t, string(text))
	tables := texts(t, db, with.tables)
	schema := ""
	if strings.Contains(with.tables, "public") {
		schema = "public." // the frozen text has emptied the search_path
	}
	before := counts(t, db, schema, tables)
	for table, rows := range before {
		if newest && rows == 0 && !slices.Contains(unfilled, table) {
			t.Errorf("%s has no row in the newest frozen database: TestFreeze fills it", table)
		}
	}
	var frozenAt int64
	if err := db.QueryRowContext(t.Context(), `SELECT max(created_at) FROM `+schema+`operators`).Scan(&frozenAt); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	s, err := with.open(t, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	after := counts(t, s.DB(), "", tables)
	if name < "0021" {
		delete(before, "audit") // no version with that table was released
		delete(after, "audit")
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("rows before and after the upgrade:\n%s", diff)
	}
	if diff := cmp.Diff(texts(t, with.fresh(t).DB(), with.schema), texts(t, s.DB(), with.schema)); diff != "" {
		t.Errorf("a new installation's schema and the upgraded one:\n%s", diff)
	}

	keys, began := frozenKeys(t), time.Now()
	if name >= "0021" {
		if proof, err := server.VerifyAudit(t.Context(), keys, s, ""); err != nil {
			t.Errorf("the audit: %+v, %v", proof, err)
		}
	}
	k := newKitchen(t, func(o *server.Options) {
		o.Demo, o.Shops, o.Keys, o.Store = false, nil, keys, s
		// Nothing is old enough to be deleted.
		o.Now = func() time.Time { return time.UnixMilli(frozenAt).Add(time.Minute + time.Since(began)) }
	})
	c := k.browser()
	if status, body := k.post(c, api.PathSignIn, api.SignIn{Login: "ada", Password: secret}); status != http.StatusOK {
		t.Fatalf("sign in: %d %s", status, body)
	}
	walk(t, k.bench, c, name)
}

// walk makes the calls that the pages make, and looks for what was there before the upgrade.
func walk(t *testing.T, b *bench, c *http.Client, since string) {
	t.Helper()
	shop, template := fmt.Sprintf("?shop=%d", shopID), strings.Repeat("a", api.TemplateIDLength)
	calls := map[string][]struct {
		schema, shows string // the step of the schema from which on the answer shows a text
	}{
		api.PathSession: {{"0001", `"ada"`}}, api.PathShops: {{"0001", "100001"}}, api.PathRoster: {{"0026", "Kowloon"}},
		api.PathRecord + shop: {{"0025", "852-"}}, api.PathPauses: {{"0011", "100002"}},
		api.PathActivity: {{"0021", "run.apply"}}, api.PathJobs: nil, api.PathCrashes: {{"0052", "stack overflow"}},
		api.PathLegend:           {{"0053", "Being checked"}, {"0060", "Looked at"}},
		api.PathDateNames + shop: {{"0013", "Christmas"}}, api.PathOrders: {{"0018", `"1001"`}}, api.PathOrders + shop: nil,
		api.PathHistory: {{"0018", `"1002"`}}, api.PathHistoryTotals: nil,
		api.PathOrder + shop + "&order=1001": {{"0018", `"Ada"`}, {"0056", `"rang"`}},
		api.PathOrderSettings + shop:         {{"0018", `"maxOpen":2`}}, api.PathLivePoll + "?after=0": nil,
		api.PathPush: nil, api.PathHooks: {{"0017", `"count":3`}}, api.PathConnections: nil, api.PathOperators: {{"0015", "Bob"}},
		api.PathDevices: nil, api.PathAccount: {{"0001", "Ada"}}, api.PathProfile: nil,
		api.PathTemplates: {{"0029", "Short week"}}, api.PathDrift + "?template=" + template: nil,
		api.PathShopDrift + shop: nil, api.PathRuns: {{"0028", "Phones"}}, api.PathToday + shop: nil, api.PathYesterday: nil,
		api.PathSummary: {{"0059", `"minute":545`}}, api.PathRing: {{"0057", `"none"`}},
		api.PathHolidays + shop: nil, api.PathCheck: nil, api.PathStepUp: nil,
	}
	for _, path := range slices.Sorted(maps.Keys(calls)) {
		status, body := b.do(c, http.MethodGet, path, nil, nil)
		missing := strings.HasPrefix(path, api.PathDrift) && since < "0029" || strings.HasPrefix(path, api.PathOrder+"?") &&
			since < "0018"
		if status != http.StatusOK && !missing {
			t.Errorf("%s: %d %s", path, status, body)
		}
		for _, want := range calls[path] {
			if since >= want.schema && !strings.Contains(body, want.shows) {
				t.Errorf("%s doesn't show %s: %s", path, want.shows, body)
			}
		}
	}
}
