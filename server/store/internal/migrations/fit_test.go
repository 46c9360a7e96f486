package migrations

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

// refuseTruncation makes the database refuse triggers on TRUNCATE, as CockroachDB does.
const refuseTruncation = `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF current_query() LIKE '%BEFORE TRUNCATE%' THEN
			RAISE EXCEPTION 'statement-level triggers are not yet supported' USING ERRCODE = 'feature_not_supported';
		END IF;
	END $$;
	CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TRIGGER') EXECUTE FUNCTION refuse()`

// An engine without triggers on TRUNCATE is migrated without the one of the audit. PostgreSQL has it.
func TestTriggerOnTruncateIsOptional(t *testing.T) {
	t.Parallel()
	blank, err := pgtest.Template(func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		before string
		want   int
	}{
		"PostgreSQL": {`SELECT 1`, 2}, "an engine that refuses": {refuseTruncation, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := handle(t, pgtest.Copy(t, blank))
			if _, err := db.Exec(c.before); err != nil {
				t.Fatal(err)
			}
			if err := Up(t.Context(), Postgres, db); err != nil {
				t.Fatal(err)
			}
			var got int
			if err := db.QueryRow(`SELECT count(*) FROM pg_trigger WHERE tgname IN ('audit_guard_row', 'audit_guard_table')`).
				Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("the audit has %d guards, want %d", got, c.want)
			}
			if !current(t.Context(), Postgres, db) {
				t.Error("migrations are missing")
			}
		})
	}
}
