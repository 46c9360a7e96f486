// Package text is how the console speaks. Pages name a text by its key; the
// words stand in app/text/words, a folder per language, and reach the browser as
// one file of the language on screen.
//
// A text may hold placeholders {0}, {1}, …, filled by the arguments in order.
// A text that depends on a number has its forms separated by "|" (see number.go)
// and is asked for with [N]; {0} is the number.
//
// Dates and moments are written by the browser's Intl; natively, for tests, by
// package time. A test checks that every key used in app/ exists, that every key
// is used, and that all languages have the same keys and placeholders.
package text
