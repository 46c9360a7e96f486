package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// notice is what came of the last save, or of a merge, until the next one.
type notice struct {
	tone   components.Tone
	title  string
	text   string
	action string // a button's words, "" for none
	do     func(app.Context)
}

// notes are what stands above the list.
func (p *Page) notes(record state.Record) []app.UI {
	var notes []app.UI
	if record.Err != nil {
		what := text.T("phones.failed")
		if p.model.loaded {
			what = text.T("phones.old", text.Moment(record.ShopAt))
		}
		notes = append(notes, pages.FailureNote(what, record.Err, p.Deps.Read))
	}
	if !p.model.loaded {
		return notes
	}
	if !p.may() {
		notes = append(notes, &components.Note{Tone: components.ToneInfo, Text: text.T("phones.readonly"), Quiet: true})
	}
	if p.unkept {
		notes = append(notes, &components.Note{Tone: components.ToneWarn, Title: text.T("phones.storage"), Text: text.T("phones.storage.text")})
	}
	if !p.clash {
		notes = append(notes, p.editNotes()...)
	}
	return notes
}

// editNotes are about the edit under way.
func (p *Page) editNotes() []app.UI {
	var notes []app.UI
	if !p.draftAt.IsZero() && p.model.Dirty() {
		notes = append(notes, noteOf("phones-draft", notice{
			tone: components.ToneInfo, title: text.T("phones.draft", text.Moment(p.draftAt)), text: text.T("phones.draft.text"),
			action: text.T("phones.draft.drop"), do: p.discard,
		}))
	}
	if p.newer != nil {
		notes = append(notes, noteOf("phones-newer", notice{
			tone: components.ToneWarn, title: text.T("phones.newer"), text: text.T("phones.newer.text"),
			action: text.T("phones.newer.look"), do: p.lookAtBoth,
		}))
	}
	if p.notice.title != "" {
		notes = append(notes, noteOf("phones-notice", p.notice))
	}
	return notes
}

// noteOf draws a notice; its button has the id of the note with "-go".
func noteOf(id string, n notice) app.UI {
	note := &components.Note{ID: id, Tone: n.tone, Title: n.title, Text: n.text, Alert: n.tone == components.ToneBad}
	if n.do != nil {
		note.Actions = func() []app.UI {
			return []app.UI{&components.Button{ID: id + "-go", Label: n.action, OnClick: n.do}}
		}
	}
	return note
}
