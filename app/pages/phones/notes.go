package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// noticeID is the id of the notice.
const noticeID = "phones-notice"

// tell shows a notice, also to somebody who has scrolled down to the button.
func (p *Page) tell(n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, noticeID)
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
		notes = append(notes, pages.Notice{
			Tone: components.ToneInfo, Title: text.T("phones.draft", text.Moment(p.draftAt)), Text: text.T("phones.draft.text"),
			Action: text.T("phones.draft.drop"), Do: p.discard,
		}.Note("phones-draft"))
	}
	if p.newer != nil {
		notes = append(notes, pages.Notice{
			Tone: components.ToneWarn, Title: text.T("phones.newer"), Text: text.T("phones.newer.text"),
			Action: text.T("phones.newer.look"), Do: p.lookAtBoth,
		}.Note("phones-newer"))
	}
	if p.notice.Title != "" {
		notes = append(notes, p.notice.Note(noticeID))
	}
	return notes
}
