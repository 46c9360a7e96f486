// Package today is the page of what needs somebody in the operator's shops,
// each with what can be done about it, and of how the orders went. The server
// says what needs somebody; the page asks it again when the live line tells
// that something has happened, and when time alone changes the answer.
package today
