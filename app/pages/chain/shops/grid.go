package shops

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// grid is the list itself: a table where there is room, cards on a phone. Only
// the rows in sight are in the page; the others' place is held by drawings of
// their height, since a style would break the page's policy.
func (p *Page) grid() app.UI {
	shown := p.table.shown(p.look)
	// app/shell brings what scrolls back to its height.
	return app.Div().ID(scrollID).Class("shops-scroll").DataSet("scrolls", "list").Body(
		app.Div().Class("shops-grid").Role("grid").
			Aria("label", text.T("nav.shops")).
			Aria("multiselectable", "true").
			Aria("rowcount", len(p.list)+1).
			Aria("colcount", len(shown)+2).
			OnClick(p.clicked).
			OnKeyDown(p.pressed).
			Body(
				app.Div().Class("shops-head").Role("rowgroup").Body(p.heading(shown)),
				app.Div().ID(rowsID).Class("shops-rows").Role("rowgroup").Body(p.rows(shown)...),
			),
	)
}

func (p *Page) rows(shown []column) []app.UI {
	titles := pages.Words(shown, column.title)
	s := &p.sight
	tab := p.tabAt()
	k := p.clock()
	rows := []app.UI{spacer(s.height(s.from))}
	for at := s.from; at < s.to && at < len(p.list); at++ {
		e := &p.table.entries[p.list[at]]
		r := &row{
			Shop: e.shop.ShopID, At: at + 1, Name: e.name(), Other: state.OtherName(e.shop),
			Ticked: p.chosen.ids[e.shop.ShopID], Tab: at == tab,
			Href: p.Href(routes.Route{Page: routes.Shop, ShopID: e.shop.ShopID}), Titles: titles,
			Cells: make([]cell, len(shown)),
		}
		for i, c := range shown {
			r.Cells[i] = e.shown(c, &p.table, k)
		}
		rows = append(rows, r)
	}
	return append(rows, spacer(s.height(len(p.list)-min(s.to, len(p.list)))))
}

// tabAt is the position of the row that the keyboard comes to first: the one it
// was in last, or the first that is drawn.
func (p *Page) tabAt() int {
	if at := p.position(p.cursor); at >= p.sight.from && at < p.sight.to {
		return at
	}
	return p.sight.from
}

// position is where a shop stands in the list, -1 for nowhere.
func (p *Page) position(shop int64) int {
	if shop == 0 {
		return -1
	}
	return slices.Index(p.ids, shop)
}

func spacer(height int) app.UI {
	return app.Div().Class("shops-space").Role("presentation").Aria("hidden", "true").Body(
		app.Elem("svg").XMLNS("http://www.w3.org/2000/svg").Aria("hidden", "true").Attr("width", 1).
			Attr("height", strconv.Itoa(height)),
	)
}

// heading has a button in each column that sorts by it.
func (p *Page) heading(shown []column) app.UI {
	ticked := p.chosen.among(p.ids)
	cells := []app.UI{
		app.Div().Class("shops-tick").Role("columnheader").Body(&components.Checkbox{
			ID: "shops-all", Label: text.T("shops.choose.all"), HideLabel: true,
			Checked: ticked > 0 && ticked == len(p.ids), Mixed: ticked > 0 && ticked < len(p.ids), OnChange: p.tickAll,
		}),
		p.headCell(colName),
	}
	for _, c := range shown {
		cells = append(cells, p.headCell(c))
	}
	return app.Div().Class("shops-row").Role("row").Aria("rowindex", 1).Body(cells...)
}

func (p *Page) headCell(c column) app.UI {
	sorted, icon := "none", components.IconName("")
	if p.look.Sort == c {
		sorted, icon = "ascending", components.IconUp
		if p.look.Down {
			sorted, icon = "descending", components.IconDown
		}
	}
	return app.Div().Class("shops-cell").Role("columnheader").Aria("sort", sorted).Body(
		&components.Button{
			ID: "shops-sort-" + cmp.Or(string(c), "name"), Label: c.title(), Kind: components.KindBare, Icon: icon,
			OnClick: func(app.Context) { p.sortBy(c) },
		},
	)
}
