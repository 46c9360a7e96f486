// Package auth is the operators' side of the server: who signs in, how long
// they stay, and what they may do to which shop.
//
// A [Service] is made once by [New]. Its middleware [Service.Identify] finds
// out who asks, [Service.Scope] is the only maker of a [ShopScope], and its
// Handle methods answer the routes of sign-in; the routes themselves are the
// server's. The table in roles.go is the only place that says what a role
// allows.
//
// Sessions are scs sessions over our own store adapter, which leaves
// tombstones, so that a slow request can't bring back a session that was
// signed out. A session holds the operator's id and nothing that can change:
// roles are read from the store and remembered for two seconds, which is how
// long another replica may need to notice a revocation. In this process
// revocations count at once.
//
// Passwords are argon2id hashes. Tries are slowed down, never locked out; see
// throttle.go.
//
// It imports api, platform, server/web/httpio and the interfaces of server/store.
//
// # A dangerous act
//
//  1. The page sends it. The handler judges everything first, and last
//     auth.RequireStepUp: within five minutes of a sign-in or a proof it goes on;
//     otherwise the answer is step_up and nothing was done.
//  2. stepup.Guard keeps the act and stepup.Dialog asks for password or passkey over
//     the page. The session goes on under a new token; the act is sent again as it
//     was.
//  3. auth.audited writes what is about to be done, does it in one transaction of
//     the store, and writes what came of it.
//
// Who may call which route stands beside it in server/routes.go and is checked before
// its handler; what each role may do is [one table](roles.md). A stream asks with
// auth.Service.Again at each heartbeat and ends when its operator is out. Only a call
// that a person caused keeps a session alive ([ADR
// 0028](adr/0028-use-is-a-persons-act.md)).
package auth
