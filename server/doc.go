// Package server is the console as an http.Handler: [New] takes [Options] and
// returns a [Server] that answers under any path prefix.
//
// The packages below it stand by area: access (who asks, may they), gateway
// (the way to the platform), orders (what comes back), shops (what is known and
// done), store (what is kept), web (what is served). This one wires them, and
// holds the list of routes and what stands before them.
package server
