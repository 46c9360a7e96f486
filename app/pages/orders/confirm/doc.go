// Package confirm has what every page needs that acts on orders: how an order and an
// act are called, and the dialog before an act that takes a reason or a second
// thought.
package confirm
