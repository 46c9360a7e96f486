//go:build frozen

package migrations

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

var (
	freezeFrom = flag.String("from", "", "file of a filled SQLite database of the newest schema")
	freezeTo   = flag.String("to", "", "folder for the frozen databases")
)

// TestFreeze writes a database for each step of the schema and each engine, filled with what that step has room for,
// and the checksums of the migrations: see make frozen. What is there already stays as it is.
func TestFreeze(t *testing.T) {
	from, err := sql.Open("sqlite", *freezeFrom)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	names, err := fs.Glob(texts, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var sums strings.Builder
	for _, name := range names {
		text, err := texts.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
		number, err := goose.NumericComponent(name)
		if err != nil {
			t.Fatal(err)
		}
		for engine, dump := range map[string]func(*testing.T, *sql.DB, int64) string{
			"sqlite": freezeSQLite, "postgres": freezePostgres,
		} {
			file := filepath.Join(*freezeTo, engine, fmt.Sprintf("%04d.sql.gz", number))
			if _, err := os.Stat(file); err == nil {
				continue
			}
			var packed bytes.Buffer
			w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(dump(t, from, number))); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, packed.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile("testdata/released.txt", []byte(sums.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// step migrates a database up to one step of the schema.
func step(t *testing.T, e Engine, db *sql.DB, number int64) {
	t.Helper()
	provider, err := newProvider(e, db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), number); err != nil {
		t.Fatal(err)
	}
}

func freezeSQLite(t *testing.T, from *sql.DB, number int64) string {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "step.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	step(t, SQLite, db, number)
	fill(t, from, db, SQLite)
	var text strings.Builder
	dump := func(kind string) {
		for _, one := range list(t, db, `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
			AND type `+kind+` ORDER BY rowid`) {
			text.WriteString(one + ";\n")
		}
	}
	dump(`= 'table'`)
	for _, table := range list(t, db, tablesSQLite) {
		var values []string
		for _, c := range columnsSQLite(t, db, table) {
			values = append(values, "quote("+c.name+")")
		}
		for _, row := range list(t, db, `SELECT `+strings.Join(values, ` || ', ' || `)+` FROM `+table+` ORDER BY rowid`) {
			text.WriteString("INSERT INTO " + table + " VALUES (" + row + ");\n")
		}
	}
	dump(`<> 'table'`)
	return text.String()
}

func freezePostgres(t *testing.T, from *sql.DB, number int64) string {
	blank, err := pgtest.Template(func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	dsn := pgtest.Copy(t, blank)
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	step(t, Postgres, db, number)
	fill(t, from, db, Postgres)
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(programs) == 0 {
		t.Fatal("no pg_dump", err)
	}
	out, err := exec.Command(programs[len(programs)-1], "--inserts", "--no-owner", "--no-privileges",
		"--dbname="+dsn).Output()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(out)) {
		if line != "\n" && !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\`) {
			text.WriteString(line)
		}
	}
	return text.String()
}

const tablesSQLite = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`

// column is a column of a table.
type column struct {
	name, kind string
	needed     bool // it takes no NULL and has no default
}

// reader is a handle or one of its connections.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func columnsSQLite(t *testing.T, db reader, table string) []column {
	return columns(t, db, `SELECT name, lower(type), "notnull" AND dflt_value IS NULL AND NOT pk
		FROM pragma_table_info($1)`, table)
}

func columns(t *testing.T, db reader, query, table string) (all []column) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.name, &c.kind, &c.needed); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

func list(t *testing.T, db reader, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// fill puts the rows of the newest schema into an older one: the columns that it has, and the rows that it takes.
func fill(t *testing.T, from, to *sql.DB, e Engine) {
	t.Helper()
	ctx := t.Context()
	conn, err := to.Conn(ctx) // for what is set for the session
	if err != nil {
		t.Fatal(err)
	}
	tables := list(t, from, tablesSQLite)
	shape := map[string][]column{}
	overriding := ""
	for _, table := range tables {
		if e.postgres {
			shape[table] = columns(t, conn, `SELECT column_name, data_type, is_nullable = 'NO' AND column_default IS NULL
				AND is_identity = 'NO' FROM information_schema.columns WHERE table_schema = current_schema()
				AND table_name = $1 ORDER BY ordinal_position`, table)
		} else {
			shape[table] = columnsSQLite(t, conn, table)
		}
	}
	if e.postgres {
		overriding = " OVERRIDING SYSTEM VALUE"
		if _, err := conn.ExecContext(ctx, `SET session_replication_role = replica`); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range tables {
		want := shape[table]
		if len(want) == 0 || table == "shopdesk_migrations" || table == "blobs" {
			continue
		}
		if _, err := conn.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			t.Fatal(err) // what the migration itself has put there
		}
		var have []string
		for _, c := range columnsSQLite(t, from, table) {
			have = append(have, c.name)
		}
		var read, write, places []string
		var kinds []string
		for _, c := range want {
			switch found := slices.Contains(have, c.name); {
			case found:
				read = append(read, c.name)
			case c.needed && strings.Contains(c.kind, "int"):
				read = append(read, "0")
			case c.needed:
				read = append(read, "''")
			default:
				continue
			}
			write, kinds = append(write, c.name), append(kinds, c.kind)
			places = append(places, fmt.Sprint("$", len(write)))
		}
		rows, err := from.Query(`SELECT ` + strings.Join(read, ", ") + ` FROM ` + table + ` ORDER BY rowid`)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(read)), make([]any, len(read))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			for i := range values {
				values[i] = as(kinds[i], values[i])
			}
			if _, err := conn.ExecContext(ctx, `INSERT INTO `+table+` (`+strings.Join(write, ", ")+`)`+overriding+` VALUES (`+
				strings.Join(places, ", ")+`)`, values...); err != nil {
				if !strings.Contains(strings.ToLower(err.Error()), "check") {
					t.Fatal(table, err)
				}
			}
		}
		rows.Close()
		if e.postgres && slices.ContainsFunc(want, func(c column) bool { return c.name == "id" && c.kind == "bigint" }) {
			if _, err := conn.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence('`+table+`', 'id'),
				(SELECT max(id) FROM `+table+`)) WHERE pg_get_serial_sequence('`+table+`', 'id') IS NOT NULL
				AND EXISTS (SELECT 1 FROM `+table+`)`); err != nil {
				t.Fatal(table, err)
			}
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// as turns a value of SQLite into one of a column's kind.
func as(kind string, value any) any {
	switch v := value.(type) {
	case int64:
		if kind == "boolean" {
			return v != 0
		}
	case string:
		if kind == "bytea" || kind == "blob" {
			return []byte(v)
		}
	case []byte:
		if kind == "text" {
			return string(v)
		}
		return append([]byte{}, v...) // an empty one isn't NULL
	}
	return value
}
