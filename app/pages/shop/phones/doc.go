// Package phones is the page of a shop's contact phones (interface 4.4, rule
// 4): one to three, "<area code>-<number>", in an order.
//
// A phone is a country, for its calling code, and the number in that country
// as somebody writes it. Whatever is typed or pasted is read by read; what
// would be stored stands below the field. A number of the platform's that
// isn't in its own format is kept as it is until somebody changes it.
package phones
