// Package overview is a shop's overview: today's and tomorrow's hours, the next
// special dates, its place, and what the platform holds about it. Today and
// tomorrow can be changed alone, as a special date of one day:
//
//	quick.go      what such a change does to the list; plain Go
//	quickedit.go  what is typed in the dialog, and what a change brings along
//	quicksave.go  read, compare, write; undo
//
// Whether the shop takes orders now also stands in the frame above.
package overview
