// Package dates is the special dates of one shop: closures and one-off hours
// on a calendar and in a list, edited, checked and saved as a whole.
//
// What is edited is a model of plain Go that knows nothing of go-app:
//
//	item.go     one entry as it stands on the screen
//	model.go    the edits
//	history.go  undo
//	problem.go  what is wrong, in words
//	merge.go    what to do when somebody else saved meanwhile
//	draft.go    what survives a reload
//	derived.go  what follows from the list, worked out once
//	night.go    what an entry does to the nights around it, in words
//	month.go    what the calendar shows
//	rows.go     what the list shows
//	bring.go    entries brought along: from a calendar file, or to the next year
//
// Dates here are days of a calendar, in no zone. They become timestamps only
// when the list is sent, by the platform's anchor; the device's own zone has no
// say in it.
//
// The page itself stands in page.go (state and lifecycle), the views
// (view.go, listview.go, editor.go, dialogs.go,
// conflict.go), actions.go, edits.go, file.go
// and save.go.
package dates
