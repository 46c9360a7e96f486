// Package proxy passes an operator's calls to the platform: it finds the endpoint
// in the catalogue, decodes the request strictly, obtains the scope of its shop,
// applies the rules that the browser applied, writes a change into the audit before
// the change is sent, and returns the platform's bytes unchanged.
//
// Failures are answered with our own words and codes (package api). The platform's
// words are shown, scrubbed, only when the platform refuses the change or read
// itself. Errors about tokens or signatures are never passed on, because the
// platform puts the signature it computed into them (interface 7.2).
//
// Which calls there are, and which record each replaces, is in platform/catalogue.go. proxy.go takes a call, decode.go
// and kept.go read its body, check.go and night.go apply the rules, turn.go has saves of a record wait for each other,
// compare.go compares the record with that of the edit, change.go sends, judge.go tells what came of it, in words and
// in the log, and read.go reads for our own server.
package proxy
