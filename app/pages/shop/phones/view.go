package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page: the phones, or the choice between two versions of them.
func (p *Page) Render() app.UI { return p.editor.Page(p.head(), p.form) }

func (p *Page) head() app.UI {
	return app.Div().Class("head").Body(app.Div().Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("phones.title")),
		app.P().Class("soft").Text(text.T("phones.intro")),
	))
}

// plain is the list for who may not change it.
func (p *Page) plain() app.UI {
	list := stored(p.model.base)
	return app.Div().Class("card").Body(
		app.If(len(list) == 0, func() app.UI { return app.P().Class("soft").Text(text.T("phones.empty")) }),
		app.Ol().Class("phones-plain").Aria("label", text.T("phones.list")).Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Li().Body(components.Num(list[i]))
		})),
	)
}

// form is the list with its save bar. It is a form, so that assistive technology
// knows what belongs together.
func (p *Page) form() app.UI {
	if !p.editor.May() {
		return p.plain()
	}
	rows := p.model.Rows(p.held())
	full := !p.model.CanAdd()
	return app.Form().ID("%s", p.editor.FormID()).Class("stack").Attr("novalidate", "true").Aria("label", text.T("phones.list")).
		OnSubmit(p.submit).OnKeyDown(p.key).
		Body(
			p.editor.Summary(),
			app.Div().Class("card", "phones-card").Body(
				app.If(len(rows) == 0, func() app.UI { return app.P().Class("soft").Text(text.T("phones.empty")) }),
				app.Ol().Class("phones-list").Aria("label", text.T("phones.list")).
					Body(app.Range(rows).Slice(func(i int) app.UI { return &row{Board: &p.board, View: rows[i]} })),
				app.Div().Class("row").Body(
					&components.Button{ID: addID, Label: text.T("phones.add"), Icon: components.IconPlus, Disabled: full, OnClick: p.add},
					app.If(full, func() app.UI { return app.Span().Class("soft", "small").Text(text.T("phones.full")) }),
				),
				app.P().Class("hint").Text(text.T("phones.hint")),
			),
			p.editor.Bar(),
		)
}
