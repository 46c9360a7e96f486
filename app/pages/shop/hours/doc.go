// Package hours is the weekly hours of one shop: seven days of shifts, edited
// as people write times, checked while they are, and saved as a whole.
//
// What is edited is a model of plain Go: day and week are what stands on the
// screen; model holds them with their history, what was read of the platform and
// what is wrong. Nothing of it knows go-app. A shift and its times are package
// special's.
//
//	day.go      a day of shifts, its switch and its "24 hours"
//	room.go     where a further shift fits
//	model.go    the edits
//	problem.go  what is wrong, in words, and when to say so
//	merge.go    two edits of the same week, day by day
//	rows.go     what each row of the page shows
//
// The page itself stands in page.go (state and lifecycle), board.go and the views
// of its parts (row.go for a day, review.go, copying.go). Loading, drafts, saving
// and conflicts are package editor's.
package hours
