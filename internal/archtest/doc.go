// Package archtest keeps the import directions of docs/architecture.md.
package archtest
