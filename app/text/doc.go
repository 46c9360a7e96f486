// Package text holds the console's words. Pages name a text by its key; the
// words stand in one catalogue per language, in files en.go and en_<page>.go.
//
// A text may hold placeholders {0}, {1}, …, filled by the arguments in order.
// A text that depends on a number has its forms separated by "|" and is asked
// for with [N]; {0} is the number.
//
// Dates and moments are written by the browser's Intl; natively, for tests, by
// package time. A test checks that every key used in app/ exists and that every
// key is used.
package text
