// Package change says what a change, or a template, makes of a shop: which
// calls of the platform it takes, in which the shop would differ, and which
// rules it would break. It is pure: it reads no clock, and calls nobody.
package change
