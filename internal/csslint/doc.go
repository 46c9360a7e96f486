// Package csslint keeps the console's style sheets to their rules, and the
// sheets and the Go code that names their classes in step. Its tests run it
// over the whole tree; nothing ships it.
//
// The rules: everything in a layer; logical properties only; colours as hex and
// weights of text in the tokens alone; no data: addresses and no other origin; no
// !important but to stop motion for those who asked for that, and to take back a
// translate or a margin that the program has given an element; no ids in selectors; rules nested
// two deep at most; no :has on what holds a page or much of one, since whatever is
// added there would have all of it styled anew; text of 12 px or more; only declared
// tokens; every class in Go exists in a sheet and every class of a sheet is used.
package csslint
