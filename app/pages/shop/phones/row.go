package phones

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// row is one phone. Rows are told apart by their place and not by their phone:
// while a phone is dragged the element that holds the pointer stays.
type row struct {
	app.Compo

	Board *board
	View  rowView
}

// Render draws the row.
func (r *row) Render() app.UI {
	v := &r.View
	id, number := rowID(v.Index), v.Index+1
	return app.Li().ID("%s", id).Class("phones-row").
		DataSet("held", components.Flag(v.Held)).
		On("focusout", r.leave).
		Body(
			app.Span().Class("phones-handle").Aria("hidden", "true").Attr("title", text.T("phones.row", number)).
				On("pointerdown", r.hold).On("pointermove", r.drag).On("pointerup", r.drop).On("pointercancel", r.drop).
				Body(app.Span().Class("phones-grip"), pages.Span("num", strconv.Itoa(number))),
			pages.Div("phones-fields",
				&components.Picker{
					ID: countryID(v.Index), Label: text.T("edit.of", text.T("phones.country", number), v.Name),
					SearchLabel: text.T("phones.country.find"), EmptyText: text.T("phones.country.nobody"),
					Mark: v.Mark, Text: v.Code, Value: v.Country,
					Items: countryItems, OnChoose: func(_ app.Context, id string) {
						r.Board.chooseCountry(v.Index, id)
					}, Invalid: r.problemOf(v.OfChoice),
				},
				r.number(),
			),
			pages.Div("phones-tools",
				&components.IconButton{
					ID: upID(v.Index), Icon: components.IconUp, Label: text.T("phones.up", number), Kind: components.KindBare,
					Disabled: v.Index == 0, OnClick: func(app.Context) { r.Board.move(v.Index, v.Index-1) },
				},
				&components.IconButton{
					ID: downID(v.Index), Icon: components.IconDown, Label: text.T("phones.down", number), Kind: components.KindBare,
					Disabled: v.Index == v.Of-1, OnClick: func(app.Context) { r.Board.move(v.Index, v.Index+1) },
				},
				&components.IconButton{
					ID: removeID(v.Index), Icon: components.IconTrash, Label: text.T("phones.remove", number),
					Kind: components.KindBare, Once: true,
					OnClick: func(app.Context) { r.Board.remove(v.Index) },
				},
			),
			pages.Div("phones-line", r.lines()...),
		)
}

// number is the field. Its words stand below the row, so it is drawn by hand
// and not by a Field with an error of its own.
func (r *row) number() app.UI {
	v := &r.View
	return &components.PhoneField{
		ID: numberID(v.Index), Label: text.T("phones.number", v.Index+1), Value: v.Text,
		Invalid: v.Problem != "" && !v.OfChoice, DescribedBy: r.describedBy(),
		OnInput:  func(_ app.Context, value string) { r.Board.typeNumber(v.Index, value) },
		OnCommit: func(_ app.Context, value string) { r.Board.enterNumber(v.Index, value) },
	}
}

// problemOf is the id of the row's problem if it holds.
func (r *row) problemOf(holds bool) string {
	if holds && r.View.Problem != "" {
		return problemID(r.View.Index)
	}
	return ""
}

func (r *row) describedBy() string {
	ids := []string{rowID(r.View.Index) + "-note"}
	if r.View.Problem != "" {
		ids = slices.Insert(ids, 0, problemID(r.View.Index))
	}
	return strings.Join(ids, " ")
}

// lines stand below the field: what is wrong, what would be stored, what is
// unusual.
func (r *row) lines() []app.UI {
	v := &r.View
	return []app.UI{
		components.Only(v.Problem != "", pages.Wrong(v.Problem).ID("%s", problemID(v.Index))),
		app.P().ID("%s", rowID(v.Index)+"-note").Class("soft", "small").Body(
			components.Only(v.Raw, app.Text(text.T("phones.raw"))),
			components.Only(!v.Raw && v.Stored != "", app.Span().Body(app.Text(text.T("phones.stored")+" "),
				app.B().Body(components.Num(v.Stored)))),
			components.Only(v.Doubt != "", pages.Span("doubt", " "+v.Doubt)),
		),
	}
}

func (r *row) leave(app.Context, app.Event) { r.Board.settle() }

// countryItems lists the countries by name.
func countryItems() []components.PickerItem {
	list := countries()
	items := make([]components.PickerItem, len(list))
	for i, c := range list {
		items[i] = components.PickerItem{ID: c.ID, Mark: c.flag(), Name: text.Region(c.ID), Detail: "+" + c.Code}
	}
	slices.SortStableFunc(items, func(a, b components.PickerItem) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return items
}
