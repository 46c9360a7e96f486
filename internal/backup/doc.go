// Package backup makes and restores backups of an installation's database, while the console runs.
//
// A backup is one file: a tar archive in zstd, which age may have sealed with a backup key. Its first entry is
// manifest.json; the others are the databases, as they were at one moment: SQLite's two files, or a dump by
// PostgreSQL's own pg_dump. So age, zstd and tar open a backup without this program. The keys file isn't in it.
//
// The package reads schemas older than this program's, and migrates nothing.
package backup
