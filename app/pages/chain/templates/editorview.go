package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Editor) Render() app.UI {
	if isGone(p.err) {
		return pages.Stack(p.head(), goneNote(p.Deps))
	}
	return p.editor.Page(p.head(), p.form, p.holidayDialog())
}

func isGone(err error) bool { return api.CodeOf(err) == api.CodeNotFound }

func goneNote(d pages.Deps) app.UI {
	title := text.T("error.not_found")
	words := text.T("error.not_found.do")
	return &components.Empty{Icon: components.IconCopy, Title: title, Text: words, Action: func() []app.UI {
		return []app.UI{d.LinkTo(place(""), text.T("action.all"))}
	}}
}

func (p *Editor) head() app.UI {
	title := text.T("templates.new")
	if id, _ := p.id(); id != "" {
		title = text.T("templates.edit.title")
	}
	back := &components.Link{Href: p.Href(place("")), Label: text.T("nav.templates"), Icon: components.IconBack}
	if p.begun.Version > 0 {
		back.Href, back.Label = p.Href(place(p.begun.ID)), p.model.Now.Name
	}
	return pages.Head(app.Div().Body(
		app.P().Class("small").Body(back),
		pages.Heading(title),
		pages.Soft(text.T("templates.edit.intro")),
	))
}

func (p *Editor) form() app.UI {
	return p.editor.Form(p.editor.Save).Aria("label", text.T("templates.one")).Body(
		p.editor.Summary(),
		components.Card{}.With(
			&components.TextField{
				ID: fieldName, Label: text.T("label.name"), Hint: text.T("templates.name.hint"), Error: p.model.At(fieldName),
				Value: p.model.Now.Name, Autocomplete: "off", OnInput: pages.Bind(&p.model.Now.Name, p.edited),
			},
			p.source(),
		),
		p.weekCard(), p.datesCard(), p.phonesCard(), p.pictureCard(), p.assignCard(),
		p.editor.Bar(),
	)
}
