package migrations

import (
	"text/template"

	"github.com/pressly/goose/v3"
)

// Engine is a kind of database to migrate.
type Engine struct {
	dialect  goose.Dialect
	serial   string
	bytes    string
	postgres bool
	locked   bool   // one process at a time migrates, see [locked]
	folder   string // folder of its texts; "" is the main folder
	present  string // query: does a table of that name exist

	truncates bool // the audit can be truncated, see [Engine.fitted]
}

const presentSQLite = `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)`

// The engines.
var (
	SQLite = Engine{
		dialect: goose.DialectSQLite3,
		serial:  "INTEGER PRIMARY KEY AUTOINCREMENT", // an audit number is never used again
		bytes:   "BLOB",
		present: presentSQLite,
	}
	// SQLiteBlobs is the file beside SQLite's main file that holds large values. Their pages stay out
	// of the main file, its backup and its log.
	SQLiteBlobs = Engine{dialect: goose.DialectSQLite3, bytes: "BLOB", folder: "blobs", present: presentSQLite}
	Postgres    = Engine{
		dialect:  goose.DialectPostgres,
		serial:   "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		bytes:    "BYTEA",
		postgres: true,
		locked:   true,
		present:  `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1)`,
	}
)

func (e Engine) functions() template.FuncMap {
	return template.FuncMap{
		"serial":   func() string { return e.serial },
		"bytes":    func() string { return e.bytes },
		"postgres": func() bool { return e.postgres },
	}
}
