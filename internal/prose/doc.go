// Package prose holds what of STYLE's rules of writing a program can hold: the
// width of lines, the words that comments don't begin with, and where links lead.
package prose
