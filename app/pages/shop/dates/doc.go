// Package dates is the special dates of one shop: closures and one-off hours
// on a calendar and in a list, edited, checked and saved as a whole.
//
// What is edited is a model of plain Go that knows nothing of go-app:
//
//	item.go     one entry as it stands on the screen
//	model.go    the list that is edited, and what the platform has
//	editing.go  what is done to it (times.go: the times of an entry)
//	payload.go  what is to be saved
//	names.go    what entries are called, kept by our server
//	holidays.go public holidays, offered one by one
//	problem.go  what is wrong, in words
//	clash.go    days that the entry being edited shares with others
//	merge.go    two edits of the same list, entry by entry
//	derived.go  what follows from the list, worked out once
//	touched.go  what of it stays as it was when one entry changes
//	month.go    what the calendar shows
//	rows.go     what the list shows
//	bring.go    entries brought along: from a calendar file, or to the next year
//	unlisted.go entries that our server knows and the platform doesn't list
//	edit.go     a list that is no shop's own
//
// Dates here are days of a calendar, in no zone. They become timestamps only
// when the list is sent, by the platform's anchor; the device's own zone has no
// say in it.
//
// The page itself stands in page.go (state and lifecycle), the views (view.go,
// listview.go, editor.go, dialogs.go, holidayview.go), actions.go, edits.go and
// offering.go. Loading, drafts, saving and conflicts are package editor's.
package dates
