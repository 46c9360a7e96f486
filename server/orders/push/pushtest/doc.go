// Package pushtest is a push service with browsers behind it, for tests: it
// demands of each message what real ones demand (RFC 8030, 8292), and opens it
// with the browser's own keys (RFC 8291), by code of its own.
package pushtest
