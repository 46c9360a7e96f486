// Package pause suspends shops for a while and reopens them automatically (interface 3.1). The platform keeps neither
// an end nor a reason: both are ours, and so is the timer. A pause is a row in the store, so that it survives
// restarts and any replica can end it.
//
// A request or the worker first claims the pause's row: it saves the row with a lease. The holder then reads the
// shop, makes at most one call that changes the shop, and saves the result, all by compare-and-swap on the row's
// version. The lease is prolonged while its holder works, and once more right before the call that changes the
// shop; a holder that can't prolong its lease ends its calls. No transaction or lock is held meanwhile. A process
// that dies half-way leaves a row that is due: its next holder begins with reading the shop, so that no call with an
// unknown outcome is repeated blindly.
//
// # Shops that aren't reopened
//
// The worker reopens a shop only if the shop still looks as it did right after we suspended it: same status, same
// rest statuses. Any difference means that the platform, or a person there, has acted on the shop. The shop is then
// left closed, and the audit and the screen say so. Paused shops are read every few minutes, so that a shop that was
// reopened and closed again elsewhere isn't taken for ours.
//
// A shop suspended by the proxied call of the platform's own interface, or on the platform itself, has no row here:
// its pause has no end and no name, and no timer touches it. The browser calls only this package.
//
// # A pause, from its button to its end
//
//  1. The browser posts to {mount}/api/pauses, never to the platform's own rest: end, reason and name are ours,
//     since the platform keeps none of them (interface 3.1).
//  2. shops/pause (ask.go) reads the shop. A shop that isn't open was closed by another party and can't be
//     paused. A shop that has a pause and is open was reopened elsewhere, and is suspended again.
//  3. The handler saves a row of pauses with a lease (compare-and-swap on the row's version), writes the audit's
//     intent, calls rest, reads the shop again, and saves the shop's new look: its status and rest statuses.
//  4. The worker of any replica (work.go) finds rows that are due (due_at), takes a lease in the same way, and
//     reads the shop first. The worker reads every paused shop each five minutes: a shop that was reopened
//     elsewhere has no pause any more. A record that doesn't show the pause yet is read again, for a minute
//     after the last try to suspend the shop.
//  5. At the end the worker (step.go) reopens the shop only if the shop still looks as in step 3; otherwise the
//     pause becomes left, which is in the audit and on the screen, and only a person can reopen the shop. A
//     platform that doesn't answer is tried again after 5 seconds, then at doubling distances up to 2 minutes,
//     each time beginning with a read. A platform that refuses is tried again ten times.
//
// The meaning of the rest statuses isn't documented (2.2). If a platform closes a paused shop without changing any of
// them, and never shows it open in between, its closing can't be told from ours: the pause's end then reopens the
// shop.
//
// A shop suspended by the proxied rest or on the platform itself has no row. The shop is shown as paused without an
// end and without a name; no timer touches it. A shop that is reopened in such a way during a pause ends the pause.
package pause
