// Package sqlite opens a store in one SQLite file, with modernc.org/sqlite:
// no cgo, no server. It is meant for one process, though a second may do a
// short job beside it, such as making a setup link.
package sqlite
