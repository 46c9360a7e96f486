// Package backend is how pages reach our server: typed calls to our own API
// and a [platform.Client] whose transport is the server's proxy.
//
// How a request travels is a [Fetcher]: the browser's fetch (fetch_js.go), or
// a test's. Nothing here, nor below it, imports net/http.
//
// Every failure is one of two kinds. An answer of 400 or above is an
// *[api.Error]; its Code is what pages switch on. A call without an answer is
// a *[platform.UnreachableError] that wraps [ErrOffline], [ErrTimeout] or
// [ErrNoAnswer].
package backend
