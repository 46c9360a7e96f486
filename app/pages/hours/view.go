package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page: the week, or the choice between two versions of it.
// What comes and goes stands in boxes that stay: go-app compares by position,
// and a note above the week would make it anew, under the hands of whoever is
// typing.
func (p *Page) Render() app.UI {
	record := p.Deps.Record()
	return app.Div().Class("stack").Body(
		p.head(),
		app.Div().Class("hours-notes", "stack").Body(p.notes(record)...),
		app.Div().Body(p.content(pages.RecordStatus(record, p.model.loaded))),
		app.P().Class("hidden").Role("status").Text(p.spoken),
		p.reviewDialog(),
		p.copyDialog(),
		&components.Toasts{
			Label: text.T("hours.toasts"), DismissLabel: text.T("toast.dismiss"), Items: p.toasts,
			OnAction: p.restore, OnDismiss: p.dropToast,
		},
	)
}

func (p *Page) content(status pages.Status) app.UI {
	switch {
	case p.merge != nil:
		return p.conflict()
	case status == pages.Loaded:
		return p.editor()
	case status == pages.Failed:
		return app.Div()
	}
	return &components.Card{Body: func() []app.UI {
		return []app.UI{&components.Skeleton{Label: text.T("hours.loading"), Rows: 7}}
	}}
}

func (p *Page) head() app.UI {
	zone := text.T("hours.zone.unknown")
	if shop, ok := p.Deps.State.Shop(p.shopID()); ok && shop.Zone != "" {
		zone = text.T("hours.zone", text.Place(shop.Zone))
	}
	return app.Div().Class("head").Body(app.Div().Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("hours.title")),
		app.P().Class("soft").Text(zone),
	))
}

// editor is the week with its save bar. It is a form, so that assistive
// technology knows what belongs together. Enter in a time only ends the time: a
// change of a live shop takes a press of its button, which submits nothing.
func (p *Page) editor() app.UI {
	rows := p.model.Rows(!p.may())
	return app.Form().ID(formID).Class("stack").Attr("novalidate", "true").Aria("label", text.T("hours.week")).
		OnSubmit(p.submit).
		Body(
			app.Div().Class("hours-notes", "stack").Body(
				app.If(p.model.Summary(), func() app.UI {
					return &components.ErrorSummary{ID: "hours-summary", Title: text.T("form.problem"), Items: p.model.items(), Focus: p.asked}
				}),
				app.If(p.empty(), func() app.UI {
					return &components.Note{Tone: components.ToneInfo, Title: text.T("hours.empty"), Text: text.T("hours.empty.text"), Quiet: true}
				}),
			),
			app.Div().Class("card", "hours-card").Body(
				app.Range(rows[:]).Slice(func(i int) app.UI { return &row{Board: &p.board, View: rows[i]} }),
				app.If(p.may(), func() app.UI { return app.P().Class("hint", "hours-hint").Text(text.T("hours.hint")) }),
			),
			app.If(p.showsBar(), p.bar),
		)
}

// empty reports whether the shop has no hours and nobody has begun any.
func (p *Page) empty() bool {
	for _, d := range p.model.week {
		if d.Open {
			return false
		}
	}
	return p.may() && !p.model.Dirty()
}
