// Package proxy carries an operator's calls to the platform: it finds the
// endpoint in the catalogue, decodes the request strictly, obtains the scope
// of its shop, applies the rules that the browser applied, writes a change
// into the audit before it is sent, and passes the platform's bytes back
// untouched.
//
// What fails is told in our own words and codes (package api). The platform's
// words are shown only for its refusals of the matter itself, and scrubbed; an
// error about tokens or signatures is never passed on, because the platform
// puts the signature it computed into it (interface 7.2).
package proxy
