// Package editor is the editing of a record that stands elsewhere: it loads the
// record, keeps the draft, takes what somebody else saves meanwhile, checks,
// saves, and says what came of the save. A page brings its model and its view.
//
//	model.go     what a page's model can do
//	board.go     where a model is drawn and edited
//	merge.go     two edits of the same record
//	history.go   the steps of undo and redo
//	editor.go    from the record to the edit and back
//	target.go    where a record stands
//	saver.go     one save
//	takeback.go  a save is taken back from its toast
//	outcome.go   what is shown and kept for each outcome; pages.OutcomeOf tells which
//	             failure is which, as server/internal/gateway/upstream does for the server
//	fields.go    the model of a record that is edited as plain fields
//	typed.go     the part of a model that takes what is typed
//	view.go      notes, save bar, and the page around the fields
//	conflict.go  the choice between two versions
//	keys.go      the keys of undo and redo
//
// A save names the record it began from by its digest. When the platform has
// another one by then, nothing is overwritten: what only one side changed comes
// together, for the rest the person chooses. When no answer comes, the editor
// reads what the platform has and says which it is. A page that is left meanwhile
// has the outcome told in a toast, and what the same person saved elsewhere is
// never taken for somebody else's.
package editor
