// Package book is what this browser knows of orders: the orders themselves by
// column, the server's clock, which new ones nobody has seen yet, and which acts
// are on their way. It is plain Go: no network, no go-app, no sound.
//
// All methods belong to the UI goroutine. Times are milliseconds of Unix time
// by the server's clock, unless they say otherwise.
package book
