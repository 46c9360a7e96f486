package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Facts are what a database holds. After a restore they are found anew and compared.
type Facts struct {
	Schema     int64            `json:"schema"`              // number of the newest migration
	Namespace  string           `json:"namespace,omitempty"` // PostgreSQL's schema with the tables
	Database   string           `json:"databaseId"`
	AuditEnd   string           `json:"auditEnd"` // "<number>:<signature>"; "" for an empty audit
	OpenOrders int64            `json:"openOrders"`
	OpenRuns   int64            `json:"openRuns"` // scheduled or running bulk changes
	Rows       map[string]int64 `json:"rows"`     // by table
}

// querier is a connection or transaction that sees one moment of a database.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tables are the queries for the names of a database's tables.
var tables = map[string]string{
	SQLite:   `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
	Postgres: `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`,
}

// look finds the facts of a database of any schema. A table that the schema doesn't have yet counts as empty.
func look(ctx context.Context, engine string, db querier) (f Facts, err error) {
	names, err := list(ctx, db, tables[engine])
	if err != nil {
		return f, err
	}
	if !slices.Contains(names, "shopdesk_migrations") {
		return f, errors.New("there is no installation")
	}
	f.Rows = map[string]int64{}
	for _, name := range names {
		var rows int64
		quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM `+quoted).Scan(&rows); err != nil {
			return f, fmt.Errorf("count %s: %w", name, err)
		}
		f.Rows[name] = rows
	}
	var seq int64
	var signature []byte
	for _, one := range []struct {
		table, query string
		into         []any
	}{
		{"shopdesk_migrations", `SELECT max(version_id) FROM shopdesk_migrations`, []any{&f.Schema}},
		{"meta", `SELECT value FROM meta WHERE name = 'database.id'`, []any{&f.Database}},
		{"audit_head", `SELECT seq, mac FROM audit_head WHERE id = 1`, []any{&seq, &signature}},
		{"orders", `SELECT count(*) FROM orders WHERE stage NOT IN ('done', 'cancelled')`, []any{&f.OpenOrders}},
		{"runs", `SELECT count(*) FROM runs WHERE state IN ('scheduled', 'running')`, []any{&f.OpenRuns}},
	} {
		if _, found := f.Rows[one.table]; !found {
			continue
		}
		err := db.QueryRowContext(ctx, one.query).Scan(one.into...)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return f, fmt.Errorf("read %s: %w", one.table, err)
		}
	}
	if seq > 0 {
		f.AuditEnd = fmt.Sprintf("%d:%x", seq, signature)
	}
	if engine == Postgres {
		err = db.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&f.Namespace)
	}
	return f, err
}

func list(ctx context.Context, db querier, query string) (names []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// compare returns ErrDamaged with the first difference.
func (f Facts) compare(found Facts) error {
	for _, name := range slices.Sorted(maps.Keys(f.Rows)) {
		if found.Rows[name] != f.Rows[name] {
			return fmt.Errorf("%w: table %s has %d rows, not %d", ErrDamaged, name, found.Rows[name], f.Rows[name])
		}
	}
	switch {
	case found.Schema != f.Schema:
		return fmt.Errorf("%w: its schema is %d, not %d", ErrDamaged, found.Schema, f.Schema)
	case found.Database != f.Database:
		return fmt.Errorf("%w: its database is %s, not %s", ErrDamaged, found.Database, f.Database)
	case found.AuditEnd != f.AuditEnd:
		return fmt.Errorf("%w: its audit ends at %s, not %s", ErrDamaged, found.AuditEnd, f.AuditEnd)
	}
	return nil
}

// eventsGap is added to the number of the last event. A screen that has seen events from after the backup then knows
// that it missed some, and reads its lists again.
const eventsGap = `1000000000`

// settle changes a restored database where the time since the backup matters. Bulk changes that were scheduled or
// under way wait for a person, and so do pauses that should have ended by now, or were being begun or ended: shops may
// have been changed since, or paused anew. No shop looks as such a pause says, so the console opens none by itself.
func (f Facts) settle(ctx context.Context, db *sql.DB) error {
	for table, query := range map[string]string{
		"event_head":  `UPDATE event_head SET seq = seq + ` + eventsGap + `, kept = seq + ` + eventsGap,
		"invitations": `DELETE FROM invitations`,
		"runs":        `UPDATE runs SET state = 'paused', version = version + 1 WHERE state IN ('scheduled', 'running')`,
		"pauses": fmt.Sprintf(`UPDATE pauses SET state = 'paused', seen = 'elsewhere'
			WHERE state IN ('asked', 'resuming') OR state = 'paused' AND until_at BETWEEN 1 AND %d`, time.Now().UnixMilli()),
	} {
		if _, found := f.Rows[table]; !found {
			continue
		}
		if _, err := db.ExecContext(ctx, query); err != nil {
			return fmt.Errorf("settle %s: %w", table, err)
		}
	}
	return nil
}
