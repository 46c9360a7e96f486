// Package prose holds what of STYLE's rules of writing a program can hold: the
// width of lines, and the words that comments don't begin with.
package prose
