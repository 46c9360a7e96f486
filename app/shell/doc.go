// Package shell is the console's frame in the browser: the rail, the top bar
// with shop and status, the messages, and one page at a time within. It reads
// who is signed in, keeps the current shop's record fresh, and asks for the
// password over the page when a session ends.
//
// [Run] is the whole program.
package shell
