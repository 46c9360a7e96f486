package migrations

import (
	"context"
	"database/sql"
)

// truncation is the statement of two migrations that refuses TRUNCATE of the audit.
const truncation = `CREATE TRIGGER audit_guard_table BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();`

// askTruncation fails on every engine, because version is no function for triggers. The code tells whether that is the
// reason, or whether the engine has no such triggers. So it leaves nothing behind, also where a CREATE can't be undone.
const askTruncation = `CREATE TRIGGER ask BEFORE TRUNCATE ON ` + lockTable + `
	FOR EACH STATEMENT EXECUTE FUNCTION version()`

// fitted leaves out what the database of db doesn't have: CockroachDB has no triggers on TRUNCATE. The audit's chain
// tells afterwards that rows are missing. lockTable must exist.
func (e Engine) fitted(ctx context.Context, db *sql.DB) Engine {
	_, err := db.ExecContext(ctx, askTruncation)
	e.truncates = SQLState(err) == notSupported
	return e
}
