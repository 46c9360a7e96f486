// Package orders keeps our reading of the platform's orders (interface 2.1,
// 3.2) and does what operators ask of them.
//
// An order is a row with a version. Whoever changes one (a pushed event, a read
// of the platform, an operator's act) computes the next state from the present
// one and saves it by compare-and-swap, together with its timeline and the
// event that wakes the screens: one transaction. States only move forward, new,
// preparing, ready, done, cancelled, whatever comes in whatever order: they are
// a maximum, so repeats and late arrivals change nothing.
//
// # The area
//
// A push enters package inbox, which keeps it and hands what it says to this
// package. The event of the transaction goes through package live to the
// screens, and through package push to devices whose screens are dark. A press
// on a screen comes back to this package as an act.
//
// # Acts
//
// An act is asked for with a key made by the browser for each press. One act at
// a time is under way for an order, on all replicas together: a lease. It is in
// the audit before it is sent. When the platform doesn't answer, the order is
// read; if that doesn't tell either, the outcome stays unknown, and the next
// act begins with reading. A refusal because somebody else was faster, on a POS
// terminal for instance, is news and no error.
//
// # Customers' details
//
// The platform's record, which has the recipient's name, phone and address, is
// sealed at rest and deleted, with the customer's note, some weeks after the
// order has ended.
package orders
