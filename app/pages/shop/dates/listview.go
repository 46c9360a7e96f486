package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// lists are the entries to come, and those that are over.
func (p *Page) lists() app.UI {
	coming, past := p.model.Rows(p.today(), p.edit.May())
	return &lists{Page: p, Coming: coming, Past: past, May: p.edit.May()}
}

// lists is drawn anew only when the rows are others: not when a month is turned.
type lists struct {
	app.Compo

	Page         *Page
	Coming, Past []*row // the same ones as long as nothing of them changes: comparing is cheap
	May          bool
}

// Render draws the lists.
func (l *lists) Render() app.UI {
	all := len(l.Page.model.items)
	return pages.Stack(
		&components.Card{ID: "dates-coming", Title: text.T("dates.coming"), Body: func() []app.UI {
			if len(l.Coming) == 0 {
				return []app.UI{pages.Soft(text.T("dates.none"))}
			}
			return []app.UI{l.rows(l.Coming)}
		}},
		components.Only(len(l.Past) > 0, app.Details().Class("card", "dates-past").Body(
			app.Summary().Text(text.N("dates.past", len(l.Past))),
			l.rows(l.Past),
		)),
		components.Only(all > 0 || l.May, l.Page.tools(all)),
	)
}

func (l *lists) rows(rows []*row) app.UI {
	return app.Ul().Class("dates-list").Body(pages.Each(rows, func(r *row) app.UI {
		return &rowLine{List: l.Page, Row: r}
	}))
}

// tools act on the whole list.
func (p *Page) tools(n int) app.UI {
	return pages.Div("dates-tools",
		components.Only(p.edit.May(), &components.FileButton{
			ID: "dates-import", Label: text.T("dates.import"), Icon: components.IconDown, Accept: ".ics,text/calendar",
			OnFile: p.chooseFile,
		}),
		components.Only(n > 0, &components.Button{
			ID: "dates-export", Label: text.T("dates.export"), Icon: components.IconUp, Wide: true,
			OnClick: p.export,
		}),
		components.Only(n > 0 && p.edit.May(), &components.Button{
			ID: "dates-clear", Label: text.T("dates.clear"), Kind: components.KindStop, Wide: true,
			OnClick: pages.Set(&p.clearing, true),
		}),
	)
}

// list is what the rows act on.
type list interface {
	open(id int)
	remove(id int)
	repeat(id int)
}

// rowLine is an entry of the list. One whose row is as it was isn't drawn
// again.
type rowLine struct {
	app.Compo

	List list
	Row  *row // the same one as long as nothing of it changes: comparing is cheap
}

// CompoID is the entry.
func (l *rowLine) CompoID() string { return strconv.Itoa(l.Row.ID) }

// Render draws the entry.
func (l *rowLine) Render() app.UI {
	r := l.Row
	return app.Li().Class("dates-row").DataSet("changed", components.Flag(r.Changed)).Body(
		pages.Div("dates-row-head",
			components.Only(r.Name != "", app.B().Class("dates-name").Dir("auto").Text(r.Name)),
			app.Elem(special.DatesElem(r.Name)).Text(r.Dates),
			&components.Pill{Tone: r.Tone, Text: r.Label},
			components.Only(r.Changed, pages.Span("soft small", text.T("dates.changed"))),
		),
		pages.Div("maybe",
			components.Only(r.Hours != "", app.P().Body(pages.Unbroken(r.Hours)...)),
			components.Only(r.Days != "", pages.SoftSmall(r.Days)),
			pages.Each(r.Nights, pages.SoftSmall),
			components.Only(r.Problem != "", pages.Wrong(r.Problem)),
		),
		app.If(r.May, func() app.UI {
			tools := []app.UI{
				&components.Button{
					ID: editID(r.ID), Label: text.T("dates.edit"), Name: text.T("dates.edit.of", r.Title),
					Kind: components.KindBare, OnClick: func(app.Context) { l.List.open(r.ID) },
				},
				&components.Button{
					Label: text.T("dates.repeat"), Name: text.T("edit.of", text.T("dates.repeat"), r.Title),
					Kind: components.KindBare, OnClick: func(app.Context) { l.List.repeat(r.ID) },
				},
				&components.Button{
					Label: text.T("action.remove"), Name: text.T("action.remove.of", r.Title), Kind: components.KindBare,
					OnClick: func(app.Context) { l.List.remove(r.ID) },
				},
			}
			if r.ID < 0 {
				tools = tools[1:2]
			}
			return pages.Div("dates-row-tools", tools...)
		}),
	)
}
