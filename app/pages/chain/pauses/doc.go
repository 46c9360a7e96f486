// Package pauses is the dialog in which the orders of several shops are paused or
// resumed at once. It begins a run, so that the change goes on when the dialog is
// closed, and lists what came of it in each shop.
package pauses
