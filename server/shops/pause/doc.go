// Package pause suspends shops for a while and reopens them by itself
// (interface 3.1). The platform knows neither an end nor a reason: both are
// ours, and so is the timer. A pause is a row in the store, so that it
// survives restarts and any replica can end it.
//
// Whoever works on a pause, a request or the worker, first claims its row: it
// saves the row with a lease. It then reads the shop, makes at most one call
// that changes something, and saves what came of it, all by compare-and-swap
// on the row's version. No transaction or lock is held meanwhile. Whoever dies
// half-way leaves a row that is due: the next one begins with reading the
// shop, so that nothing is repeated whose outcome isn't known.
//
// # What isn't reopened
//
// The worker reopens a shop only if it still looks as it did right after we
// suspended it: same status, same rest statuses. Anything else means that the
// platform, or somebody on its side, has had a hand in it. It is then left as
// it is, and said so. Paused shops are read every few minutes, so that one
// that was reopened and closed again elsewhere isn't taken for ours.
//
// A shop suspended by the proxied call of the platform's own interface, or on
// the platform itself, has no row here: its pause has no end and nobody's
// name, and no timer touches it. The browser calls only this package.
//
// # A pause, from its button to its end
//
//  1. The browser posts to {mount}/api/pauses, never to the platform's own rest:
//     end, reason and name are ours, since the platform keeps none of them
//     (interface 3.1).
//  2. server/shops/pause reads the shop. One that isn't open was closed by somebody
//     else and can't be paused.
//  3. It saves a row of pauses with a lease (compare-and-swap on the row's version),
//     writes the audit's intent, calls rest, reads the shop again, and saves what it
//     looks like now: its status and rest statuses.
//  4. The worker of any replica finds rows that are due (due_at), takes a lease in
//     the same way, and reads the shop first. It looks at every paused shop each
//     five minutes: one that somebody reopened elsewhere has no pause any more.
//  5. At the end it reopens the shop only if that still looks as in step 3;
//     otherwise the pause becomes left, which is in the audit and on the screen, and
//     only a person can reopen the shop. A platform that doesn't answer is tried
//     again after 5 seconds, then at doubling distances up to 2 minutes, each time
//     beginning with a read.
//
// What the rest statuses mean isn't shown (2.2). If a platform closes a paused shop
// without changing any of them, and never shows it open in between, its closing can't
// be told from ours: the pause's end then reopens the shop.
//
// A shop suspended by the proxied rest or on the platform itself has no row. It is
// shown as paused with no end, by nobody we know; no timer touches it. One reopened in
// such a way during a pause ends the pause.
package pause
