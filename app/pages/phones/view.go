package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page: the phones, or the choice between two versions of
// them. What comes and goes above the fields has a place that stays: without
// it a field would be made anew while somebody types in it.
func (p *Page) Render() app.UI {
	record := p.Deps.Record()
	body := []app.UI{p.head(), app.Div().Class("stack", "phones-place").Body(p.notes(record)...)}
	switch status := pages.RecordStatus(record, p.model.loaded); {
	case p.clash:
		body = append(body, p.versions())
	case status == pages.Loaded && !p.may():
		body = append(body, p.plain())
	case status == pages.Loaded:
		body = append(body, p.editor())
	case status != pages.Failed:
		body = append(body, &components.Card{Body: func() []app.UI {
			return []app.UI{&components.Skeleton{Label: text.T("phones.loading"), Rows: 3}}
		}})
	}
	return app.Div().Class("stack").Body(append(body,
		app.P().Class("hidden").Role("status").Text(p.spoken),
		&components.Toasts{
			Label: text.T("phones.toasts"), DismissLabel: text.T("toast.dismiss"), Items: p.toasts,
			OnAction: p.restore, OnDismiss: p.dropToast,
		},
	)...)
}

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

// editor is the list with its save bar. It is a form, so that assistive
// technology knows what belongs together.
func (p *Page) editor() app.UI {
	rows := p.model.Rows(p.held())
	full := !p.model.CanAdd()
	return app.Form().ID(formID).Class("stack").Attr("novalidate", "true").Aria("label", text.T("phones.list")).
		OnSubmit(p.submit).OnKeyDown(p.key).
		Body(
			app.Div().Class("phones-place").Body(app.If(p.model.Summary(), func() app.UI {
				return &components.ErrorSummary{ID: "phones-summary", Title: text.T("form.problem"), Items: p.model.items(), Focus: p.model.tried}
			})),
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
			app.If(p.showsBar(), p.bar),
		)
}
