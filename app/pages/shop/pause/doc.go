// Package pause is the dialog in which orders are paused, a pause is changed,
// or a shop is reopened that was closed elsewhere, and the words in which a
// pause is told everywhere else. The timer is the server's: nothing here has
// to stay open for a pause to end.
package pause
