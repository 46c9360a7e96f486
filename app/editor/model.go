package editor

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Form is what an editor asks of a model whatever its record is. As JSON a model
// is its draft: the record it began from, and what stands on the screen.
type Form interface {
	json.Marshaler
	json.Unmarshaler

	// Dirty reports whether there is something to save.
	Dirty() bool
	// Count counts the changes.
	Count() int
	// Try reports whether nothing is wrong. From then on all that is wrong shows.
	Try() bool
	// Wrong leads to what is wrong. It is empty before the first Try.
	Wrong() pages.Faults
	// Refused takes the problems that the server found, and reports whether one
	// of them has a place.
	Refused(found []rules.Problem) bool
	// Undo and Redo report whether there was a step to go.
	Undo() bool
	Redo() bool
	CanUndo() bool
	CanRedo() bool
	// Reset goes back to the record, as an edit that can be undone.
	Reset()
}

// Model is the edit of a record R, in plain Go. R is a pointer, so that the
// program holds one editor for all records.
type Model[R any] interface {
	Form

	// Load begins anew with a record.
	Load(now R)
	// Base is the record that the edit began from.
	Base() R
	// Payload is the record to save.
	Payload() R
	// Saved takes the record that the platform has now. Edits made since the
	// save was sent stay.
	Saved(now R)
	// Merge compares the edit with a record that somebody else saved.
	Merge(theirs R) *Merge
	// Rebase goes on from theirs, with each part as the merge has it. Undo takes
	// back choices and own edits, never what only they changed.
	Rebase(theirs R, g *Merge)
}
