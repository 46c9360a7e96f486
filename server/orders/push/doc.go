// Package push tells people of orders on devices where nobody looks at the
// console: Web Push (RFC 8030, 8291, 8292). A browser that was asked to gives an
// endpoint at its maker's push service and keys of its own; what we post there
// is encrypted for that browser alone and shown by our service worker.
//
// Each replica follows the event log (see package live) and knows from it which
// orders wait. When something is due to be told (an order that nobody has
// accepted after a moment, its last minute, a cancellation or a refund asked for
// by somebody else) it finds the subscriptions for that shop, asks again who each one's
// session belongs to and what they may see, and claims telling them: whoever
// inserts the row first, of all replicas, sends. A process that dies between
// claim and send has told nobody, and nobody repeats it: a notification comes at
// most once. After a start the log's last minutes are read again; what was
// claimed isn't told anew.
//
// A subscription goes with the session in which it was made. When that ends, is
// signed out, or its operator loses the shop, nothing more is sent to it.
//
// What is sent names the order's number and the shop, and nothing of the
// customer or of what was ordered.
package push
