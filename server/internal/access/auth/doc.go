// Package auth signs operators in, ends their sessions, and decides what they may
// do to which shop.
//
// A server makes one [Service] with [New]. The middleware [Service.Identify] finds
// out who asks, [Service.Scope] is the only maker of a [ShopScope], and the Handle
// methods answer the routes of sign-in; package server lists the routes. Only the
// table in roles.go says what a role allows.
//
// Sessions are scs sessions over our own store adapter, which leaves tombstones, so
// that a slow request can't bring back a session that was signed out. A session
// holds the operator's id and nothing that can change: roles are read from the
// store and remembered for a moment (cacheFor), so another replica notices a
// revocation within two seconds. In this process revocations count at once.
//
// Passwords are argon2id hashes. Tries are slowed down, never locked out; see
// throttle.go.
//
// The package imports api, platform, background, web/httpio, server/identity and the
// interfaces of server/store.
//
// # Which file
//
//   - Who asks: identify.go, again.go (later, without a request), principal.go; what they may: roles.go,
//     authorise.go, grouproles.go.
//   - Signing in: signin.go, throttle.go (how long tries wait), password.go (what a password must be),
//     hasher.go (its hash), details.go (names and sign-in names), passkey_*.go, oidc*.go, redirect.go (to a
//     provider and back).
//   - Sessions: session.go (how long they last), sessionstore.go, codec.go; a browser that is known: device.go;
//     the list of signed-in devices: devices.go. Proof of who one is: stepup.go.
//   - People: people.go, people_change.go, invite.go and link.go (one-time links and how long they are valid),
//     setup.go (the first owner), account.go (one's own).
//   - What the command line does: machine.go. A site around the console: host.go. What is remembered of the
//     store, and for how long: cache.go, shopcache.go, service.go.
//
// # A dangerous act
//
//  1. The page sends the act. The handler checks everything else first, and
//     auth.RequireStepUp last. Within five minutes of a sign-in or a proof the act
//     goes on; otherwise the answer is step_up and nothing was done.
//  2. stepup.Guard keeps the act and stepup.Dialog asks for password or passkey
//     over the page. The session goes on under a new token; the page sends the act
//     again unchanged.
//  3. auth.audited makes the change and writes its audit entry in one transaction
//     of the store.
//
// The permission of each route stands beside the route in server/routes.go and is
// checked before its handler; [one table](roles.md) says what each role may do. A
// stream asks with auth.Service.Reauthenticator at each heartbeat and ends when its operator
// is out. Only calls that a person caused keep a session alive ([ADR
// 0028](adr/0028-use-is-a-persons-act.md)).
package auth
