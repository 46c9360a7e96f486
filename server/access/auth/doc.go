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
package auth
