package templates

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

func (p *Editor) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.save(ctx)
}

// save checks the template and sends it. Sent twice it is saved once.
func (p *Editor) save(app.Context) {
	if p.busy || p.e == nil {
		return
	}
	p.notice = pages.Notice{}
	if p.items = p.e.check(); len(p.items) > 0 {
		p.tries++
		return
	}
	request := p.e.request()
	p.busy = true
	b := p.Deps.Backend
	pages.Load(p.ctx, &p.saves, func(c context.Context) (*api.Template, error) { return b.SaveTemplate(c, request) },
		func(ctx app.Context, saved *api.Template, err error) { p.answered(ctx, request, saved, err) })
}

func (p *Editor) answered(ctx app.Context, request api.SaveTemplate, saved *api.Template, err error) {
	p.busy = false
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		p.saved(ctx, saved)
	case pages.OutcomeChanged:
		var theirs api.Template
		if json.Unmarshal(refusal.Current, &theirs) != nil {
			p.failedToSave(err)
			return
		}
		p.newer, p.clash = &theirs, true
		components.FocusID(ctx, clashTitle)
	case pages.OutcomeInvalid:
		p.refused(request, refusal)
	case pages.OutcomeSignedOut:
		p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.signed.out"), Text: text.T("edit.signed.press")})
	case pages.OutcomeUnknown:
		p.tell(pages.Notice{Tone: components.ToneWarn, Title: text.T("templates.unsure"), Text: text.T("templates.unsure.text"), Action: text.T("action.again"), Do: p.save})
	case pages.OutcomeFailed:
		if refusal != nil && refusal.Code == api.CodeNotFound {
			p.gone()
			return
		}
		p.failedToSave(err)
	}
}

// saved leaves for the template's shops.
func (p *Editor) saved(ctx app.Context, saved *api.Template) {
	p.Deps.State.DropDraft(p.draftKind(), 0)
	p.e.base = p.e.now
	p.Deps.Toast(ctx, text.T("templates.saved", text.Isolate(saved.Name)))
	p.Deps.Go(ctx, place(saved.ID))
}

// gone offers to keep what somebody else removed.
func (p *Editor) gone() {
	p.tell(pages.Notice{
		Tone: components.ToneWarn, Title: text.T("templates.gone"), Text: text.T("edit.kept"), Action: text.T("templates.gone.keep"),
		Do: func(ctx app.Context) {
			p.e.Version = 0
			p.save(ctx)
		},
	})
}

func (p *Editor) failedToSave(err error) {
	title, advice := text.Error(err)
	p.tell(pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", text.T("templates.not.saved"), title),
		Text: text.T("error.both", advice, text.T("edit.kept")), Action: text.T("action.again"), Do: p.save,
	})
}

const noticeID = "template-notice"

func (p *Editor) tell(n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, noticeID)
}

// refused shows what only the server can tell.
func (p *Editor) refused(request api.SaveTemplate, refusal *api.Error) {
	p.tries++
	p.items = nil
	for _, q := range refusal.Problems {
		item := components.ErrorItem{Target: targetOf(q.Path)}
		switch q.Code {
		case api.ProblemTemplateTaken:
			item.Text = text.T("templates.taken", text.Isolate(request.Name))
		case api.ProblemTemplateGroup, api.ProblemTemplateShop:
			item.Text = text.T("templates.denied")
		case api.ProblemTemplateMany:
			item.Text = text.T("templates.many", api.MaxTemplates)
		default:
			q.Path = strings.TrimPrefix(q.Path, "parts.")
			item.Text = diff.Problem(q, request.Parts.Dates)
		}
		p.items = append(p.items, item)
	}
}

// targetOf is the control that a problem is about.
func targetOf(path string) string {
	path = strings.TrimPrefix(path, "parts.")
	for _, part := range allParts {
		if strings.HasPrefix(path, string(part)) {
			return partID(part)
		}
	}
	switch {
	case strings.HasPrefix(path, "groups"), strings.HasPrefix(path, "shops"):
		return fieldAssign
	}
	return fieldName
}

// undo keeps the keyboard in the bar when its own button goes grey.
func (p *Editor) undo(app.Context) {
	if p.e.undo() {
		p.travelled(text.T("edit.undone"), len(p.e.past), undoID, redoID)
	}
}

func (p *Editor) redo(app.Context) {
	if p.e.redo() {
		p.travelled(text.T("edit.redone"), len(p.e.future), redoID, undoID)
	}
}

const (
	undoID = "template-undo"
	redoID = "template-redo"
)

func (p *Editor) travelled(words string, left int, from, to string) {
	p.spoken = words
	p.keep()
	if p.tries > 0 {
		p.items = p.e.check()
	}
	if left == 0 && !app.IsServer && app.Window().Get("document").Get("activeElement").Get("id").String() == from {
		components.FocusID(p.ctx, to)
	}
}

// discard goes back to what is saved. It can be undone.
func (p *Editor) discard(ctx app.Context) {
	if p.e.read(p.e.base) {
		p.e.note("")
	}
	p.notice, p.items, p.tries, p.draftAt = pages.Notice{}, nil, 0, time.Time{}
	p.did(text.T("edit.dropped"))
	components.FocusID(ctx, undoID)
}

const clashTitle = "conflict-title"

func (p *Editor) lookAtBoth(ctx app.Context) {
	p.clash = p.newer != nil
	components.FocusID(ctx, clashTitle)
}

// keepMine saves the edit over what somebody else saved, knowing it.
func (p *Editor) keepMine(ctx app.Context) {
	p.e.Version = p.newer.Version
	p.newer, p.clash = nil, false
	p.keep()
	p.save(ctx)
}

// takeTheirs drops the edit. It can be undone.
func (p *Editor) takeTheirs(ctx app.Context) {
	theirs := *p.newer
	past := append(p.e.past, p.e.now)
	p.take(theirs)
	p.e.past = past
	p.spoken = text.T("edit.dropped")
	components.FocusID(ctx, undoID)
}

func (p *Editor) backToMine(app.Context) { p.clash = false }
