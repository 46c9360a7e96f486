package editor

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
)

// Board is where a model is drawn and edited, on a page of its own or as a part of another page.
type Board struct {
	Ctx   app.Context        // of what draws it
	Heard func(words string) // is told of every edit

	spoken string
}

// Edited tells of an edit. The words are for assistive technology.
func (b *Board) Edited(words string) {
	b.spoken = words
	b.Heard(words)
}

// Left tells that a field was left. What was said last stays.
func (b *Board) Left() { b.Heard(b.spoken) }

// Spoken has the words of the last edit read out.
func (b *Board) Spoken() app.UI { return pages.Said(b.spoken) }

// Focus gives the keyboard to an element.
func (b *Board) Focus(id string) { components.FocusID(b.Ctx, id) }
