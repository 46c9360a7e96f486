// Package orders keeps our copy of the platform's orders (interface 2.1, 3.2) and does the acts
// that operators ask for.
//
// An order is a row with a version. A pushed event, a read of the platform and an operator's act
// each compute the next state from the stored one and save it by compare-and-swap. The timeline and
// the event that wakes the screens are saved in the same transaction. States only move forward:
// new, preparing, ready, done, cancelled. The state is a maximum, so repeated and late events
// change nothing.
//
// # The area
//
// Package inbox receives and keeps a push, and hands the order's event to this package. The event
// of the transaction goes through package live to the screens, and through package push to devices
// whose screens are off. A press on a screen comes back to this package as an act. Package ring knows
// which devices would ring.
//
// # Which file
//
//   - What is known of an order: state.go; what a push changes of it, heard.go; a read, record.go; an act, send.go;
//     which refunds are the same one, refunds.go; change.go saves, and says when the order is read again.
//   - Reads of the platform: work.go (which are due, and after a time without messages), fetch.go;
//     untold.go notes a change that no message told. Acts: act.go, turn.go (one at a time), earlier.go (a
//     repeated key), unknown.go (what came of an act without an answer), refused.go, refund.go, auto.go (by rule).
//   - What screens ask for: lists.go (the board), detail.go, history.go (the search), totals.go, settings.go.
//   - The way to people: reach.go; why nobody confirmed: why.go, in words why_words.go; lost orders and refunds in
//     figures: behind.go. Customers' details, exported and erased: personal.go.
//
// # Acts
//
// The browser makes a key for each press and sends the key with the act. A lease allows one act at
// a time for each order, on all replicas together. The act is in the audit before the call is sent.
// When the platform doesn't answer, the order is read; if the read doesn't show the outcome either,
// the outcome stays unknown, and the next act begins with a read. A refusal because someone else
// was faster, on a POS terminal for instance, is news and not an error.
//
// # Customers' details
//
// The platform's record holds the recipient's name, phone and address. The record is sealed at
// rest. The record and the customer's note are deleted some weeks after the order has ended.
package orders
