package hours

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// noticeID is the id of the notice.
const noticeID = "hours-notice"

// tell shows a notice, also to somebody who has scrolled down to the button.
func (p *Page) tell(n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, noticeID)
}

// notes are what stands above the week.
func (p *Page) notes(record state.Record) []app.UI {
	var notes []app.UI
	if record.Err != nil {
		what := text.T("hours.failed")
		if p.model.loaded {
			what = text.T("hours.old", text.Moment(record.WeekAt))
		}
		notes = append(notes, pages.FailureNote(what, record.Err, p.Deps.Read))
	}
	if !p.model.loaded {
		return notes
	}
	if !p.may() {
		notes = append(notes, &components.Note{Tone: components.ToneInfo, Text: text.T("hours.readonly"), Quiet: true})
	}
	if p.unkept {
		notes = append(notes, &components.Note{Tone: components.ToneWarn, Title: text.T("hours.storage"), Text: text.T("hours.storage.text")})
	}
	if p.merge == nil {
		notes = append(notes, p.editNotes()...)
	}
	return notes
}

// editNotes are about the edit under way.
func (p *Page) editNotes() []app.UI {
	var notes []app.UI
	if !p.draftAt.IsZero() && p.model.Dirty() {
		notes = append(notes, pages.Notice{
			Tone: components.ToneInfo, Title: text.T("hours.draft", text.Moment(p.draftAt)), Text: text.T("hours.draft.text"),
			Action: text.T("hours.draft.drop"), Do: p.discard,
		}.Note("hours-draft"))
	}
	if p.newer != nil {
		notes = append(notes, pages.Notice{
			Tone: components.ToneWarn, Title: text.T("hours.newer"), Text: text.T("hours.newer.text"),
			Action: text.T("hours.newer.look"), Do: p.lookAtBoth,
		}.Note("hours-newer"))
	}
	if p.notice.Title != "" {
		notes = append(notes, p.notice.Note(noticeID))
	}
	return notes
}

// dayNames lists days: "Monday, Tuesday and Friday".
func dayNames(days []platform.Day) string {
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = text.Day(d)
	}
	if n := len(names); n > 1 {
		head := names[0]
		for _, name := range names[1 : n-1] {
			head = text.T("hours.list.comma", head, name)
		}
		return text.T("hours.list.and", head, names[n-1])
	}
	return strings.Join(names, "")
}
