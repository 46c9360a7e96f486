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

// notice is what came of the last save, or of a merge, until the next one.
type notice struct {
	tone   components.Tone
	title  string
	text   string
	action string // a button's words, "" for none
	do     func(app.Context)
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
		notes = append(notes, noteOf("hours-draft", notice{
			tone: components.ToneInfo, title: text.T("hours.draft", text.Moment(p.draftAt)), text: text.T("hours.draft.text"),
			action: text.T("hours.draft.drop"), do: p.discard,
		}))
	}
	if p.newer != nil {
		notes = append(notes, noteOf("hours-newer", notice{
			tone: components.ToneWarn, title: text.T("hours.newer"), text: text.T("hours.newer.text"),
			action: text.T("hours.newer.look"), do: p.lookAtBoth,
		}))
	}
	if p.notice.title != "" {
		notes = append(notes, noteOf("hours-notice", p.notice))
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
