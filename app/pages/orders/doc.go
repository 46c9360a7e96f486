// Package orders is all that is done with orders: the board of one shop or of
// all, an order's own page, its partial refund, and the orders of the past.
//
// What is known of orders is the book's (package book); the acts are asked for
// through package live, so that an answer counts wherever the person is by then.
package orders
