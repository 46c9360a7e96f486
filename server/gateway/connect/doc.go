// Package connect brings merchants' consents: it sends an operator's browser
// to the platform's page and takes what comes back, or takes a code that was
// pasted; it finds out which shops a consent reaches; and it lists, mends and
// ends connections (interface 5; docs/adr/0010).
//
// One redirect in flight is held in a cookie of [auth.Redirects] and in a row
// of the store that makes it good for one return. Any replica can take it.
// Connecting and disconnecting ask whoever does it for a proof of who they are.
package connect
