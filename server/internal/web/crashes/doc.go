// Package crashes takes reports of crashes of the browser program: it finds the
// names and lines of the stack, logs them, and keeps the latest crashes for owners
// to read (docs/adr/0033-shrink.md).
//
// A report is untrusted and may hold any text, so only the parts that package crash
// accepts are kept.
//
// service.go takes reports and lists crashes; tell.go finds names and lines, and says which crashes are the same.
package crashes
