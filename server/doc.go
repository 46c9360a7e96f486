// Package server is the console as an http.Handler: [New] takes [Options] and
// returns a [Server] that answers under any path prefix.
//
// The packages below it each do one thing (auth, token, proxy, shell, store);
// this one wires them, and holds the list of routes and what stands before
// them.
package server
