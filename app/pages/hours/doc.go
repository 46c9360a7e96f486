// Package hours is the weekly hours of one shop: seven days of shifts, edited
// as people write times, checked while they are, and saved as a whole.
//
// What is edited is a model of plain Go: entry, shift, day and week are what
// stands on the screen; model holds them with their history, what was read of
// the platform and what is wrong. Nothing of it knows go-app.
//
//	entry.go    one time as it was typed
//	day.go      a day of shifts, its switch and its "24 hours"
//	room.go     where a further shift fits
//	model.go    the edits
//	history.go  undo and redo
//	problem.go  what is wrong, in words, and when to say so
//	merge.go    what to do when somebody else saved meanwhile
//	draft.go    what survives a reload
//	rows.go     what each row of the page shows
//
// The page itself stands in page.go (state and lifecycle), view.go and the
// views of its parts (row.go, line.go and tool.go for a day, bar.go, review.go,
// copying.go, conflict.go, notes.go), actions.go and keys.go (edits), keep.go
// (the draft), save.go and outcome.go (calls and what came of them).
//
// A save names the week it started from. When the platform has another one by
// then, nothing is overwritten: days that only one side changed come together by
// themselves, for the others the page asks. When no answer comes, the page reads
// what the platform has and says which it is.
package hours
