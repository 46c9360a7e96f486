// Package server is the console as an http.Handler: [New] takes [Options] and returns a [Server] that answers under
// any path prefix.
//
// The packages below it are grouped by area: access (sign-in and permissions), gateway (calls to the platform),
// orders (pushes and orders), shops (facts about shops and changes to them), store (the database), web (the page and
// its files). Package server wires them, and holds the list of routes with their guards.
package server
