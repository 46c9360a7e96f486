// Package pgtest gives tests a real PostgreSQL: one throw-away server for the
// test binary, and an empty schema of it for each test, or a copy of a database
// that was filled once. It needs initdb and
// postgres, in the PATH or in /usr/lib/postgresql, but no running server, no
// root and no container; where they are missing the test fails.
//
// With SHOPDESK_TEST_DATABASE_URL set (a postgres:// address), the schemas are
// made in that database instead.
package pgtest
