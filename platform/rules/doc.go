// Package rules says what a valid request is and what follows from a shop's
// hours: which problems a weekly map, a list of special dates or a request has
// (interface 2.3 to 2.5, 3.3 and 4.2 to 4.4), what applies on a date, whether
// the shop is open at an instant, and what two weeks differ in.
//
// Everything is a pure function. The browser runs the same code as the server,
// so the package imports platform and small parts of the standard library
// only: no time zones from the system, no network, no words. Zones come in as a
// [Zone]; problems go out as codes that app/text turns into words.
package rules
