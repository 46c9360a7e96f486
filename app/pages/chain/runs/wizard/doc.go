// Package wizard is the page that changes many shops at once: which shops, which
// change, what it would do to each, and when. The three steps stand in any order
// at hand; all that is chosen or half typed is a draft until the run is made.
package wizard
