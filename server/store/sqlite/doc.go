// Package sqlite opens a store in one SQLite file, with modernc.org/sqlite: no cgo, no server. One
// console at a time works with a file, though a second process may do a short job at the same time,
// such as making a setup link.
package sqlite
