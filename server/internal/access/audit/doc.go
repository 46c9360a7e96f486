// Package audit signs, verifies, prunes and lists the audit: the chain of rows that package store keeps, for as
// long as server.Options.KeepAudit says. [Calls] writes the rows of a call to the platform. The package imports
// api, auth, background, httpio, sealed and store.
package audit
