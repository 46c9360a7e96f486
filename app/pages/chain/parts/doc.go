// Package parts reads what a shop has, in the parts that a template or a change
// can have, and says what parts there are.
package parts
