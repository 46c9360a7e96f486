package pgtest_test

import (
	"database/sql"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// Two tests of one server don't see each other's tables.
func TestSchemasAreSeparate(t *testing.T) {
	t.Parallel()
	first, second := open(t), open(t)
	if _, err := first.Exec(`CREATE TABLE one (id BIGINT)`); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Exec(`SELECT * FROM one`); err == nil {
		t.Error("the second schema sees the first one's table")
	}
	if _, err := first.Exec(`SELECT * FROM one`); err != nil {
		t.Error(err)
	}
}

func TestSchemaIsDropped(t *testing.T) {
	t.Parallel()
	var schema string
	t.Run("use", func(t *testing.T) {
		if err := open(t).QueryRow(`SELECT current_schema()`).Scan(&schema); err != nil {
			t.Fatal(err)
		}
	})
	var left int
	err := open(t).QueryRow(`SELECT count(*) FROM pg_namespace WHERE nspname = $1`, schema).Scan(&left)
	if err != nil || schema == "" || left != 0 {
		t.Errorf("schema %q: %d left, %v", schema, left, err)
	}
}

// A session that filled a template may end late.
func TestTemplateWithAnOpenSessionIsCopied(t *testing.T) {
	t.Parallel()
	template, err := pgtest.Template(func(dsn string) error {
		_, err := connect(t, dsn).Exec(`CREATE TABLE one (id BIGINT)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := connect(t, pgtest.Copy(t, template)).Exec(`INSERT INTO one VALUES (1)`); err != nil {
			t.Error(err)
		}
	}
}

func open(t *testing.T) *sql.DB {
	t.Helper()
	return connect(t, pgtest.Start(t))
}

func connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
