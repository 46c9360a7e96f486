// Package sqlstore implements [store.Store] on database/sql: one SQL text for SQLite and
// PostgreSQL, with $1 placeholders, and times as BIGINT milliseconds. [Dialect] holds the
// differences between the engines. The packages sqlite and postgres open and migrate the database.
//
// Free text is stored as valid UTF-8 without NUL, as PostgreSQL requires: on both engines all other
// bytes become U+FFFD.
package sqlstore
