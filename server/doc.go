// Package server is the console as an http.Handler: [New] takes [Options] and returns a [Server] that answers under
// any path prefix.
//
// # In a program
//
//  1. Open a store (package sqlite or postgres) and load the keys that seal the platform's tokens (package sealed).
//  2. Call [New] with the store, the keys, the platform, and either Options.Identity, when the program signs people in
//     itself, or [SetupLink] for the first owner of the console's own sign-in.
//  3. Mount the [Server] at the path of Options.PublicURL. The prefix isn't stripped. The platform itself calls /hooks/
//     and /photos/ below it: they must be outside the program's own sign-in and its check of forged requests.
//  4. At the end call [Server.Drain] when the program begins to stop (http.Server's RegisterOnShutdown), [Server.Close]
//     when serving has ended, and then Close of the store.
//
// The other functions are the commands of an installation's machine, and may run beside a running server:
// [OpenOperators], [OpenPrivacy], [Why], [KeyUses], [RewrapKeys], [VerifyAudit] and [Noted].
//
// # Inside
//
// The packages in server/internal are grouped by area: access (sign-in and permissions), gateway (calls to the
// platform), orders (pushes and orders), shops (facts about shops and changes to them), web (the page and its files).
// Package server wires them, and holds the list of routes with their guards.
package server
