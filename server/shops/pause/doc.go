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
package pause
