// Package sqlstore implements [store.Store] on database/sql: one text of SQL
// for SQLite and PostgreSQL, with $1 placeholders and times as BIGINT
// milliseconds. What the engines don't share is in [Dialect]. The database is
// opened and migrated by the packages sqlite and postgres.
//
// Free text is kept as valid UTF-8 without NUL, which PostgreSQL demands:
// anything else in it becomes U+FFFD, on both engines.
package sqlstore
