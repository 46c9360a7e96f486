package shops

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// filters is what narrows the list down, and what is done with all of it.
func (p *Page) filters() app.UI {
	return app.Div().Class("shops-filters").Role("search").Aria("label", text.T("shops.filters")).DataSet("open", truthOf(p.filtering)).Body(
		&components.TextField{
			ID: fieldFind, Label: text.T("shops.find"), Hint: text.T("shops.find.hint"), Type: "search",
			Autocomplete: "off", Value: p.look.Find, OnInput: p.typeFind,
		},
		app.Div().Class("shops-more-filters").Body(
			&components.Button{ID: "shops-filter", Label: p.filterLabel(), Wide: true, OnClick: p.openFilters},
		),
		&components.Select{ID: "shops-standing", Label: text.T("shops.col.status"), Value: string(p.look.Standing), Options: standingOptions(), OnChange: p.chooseStanding},
		&components.Select{ID: "shops-group", Label: text.T("shops.col.groups"), Value: p.look.Group, Options: p.groupOptions(), OnChange: p.chooseGroup},
		&components.Select{ID: "shops-only", Label: text.T("shops.only"), Value: p.look.Only, Options: onlyOptions(), OnChange: p.chooseOnly},
		app.Div().Class("shops-sort").Body(
			&components.Select{ID: "shops-sort", Label: text.T("shops.sort"), Value: string(p.look.Sort), Options: p.sortOptions(), OnChange: p.chooseSort},
			&components.Checkbox{ID: "shops-down", Label: text.T("shops.sort.down"), Checked: p.look.Down, OnChange: p.turnSort},
		),
		app.Div().Class("row", "shops-tools").Body(
			&components.Menu{ID: "shops-views", Label: text.T("shops.views"), Icon: components.IconEye, Start: true, Items: p.viewItems(), OnChoose: p.chooseView},
			&components.Button{ID: "shops-columns", Label: text.T("shops.columns"), OnClick: p.askColumns},
			components.Maybe(p.mayGroup(), func() app.UI {
				return &components.Button{ID: "shops-groups", Label: text.T("shops.groups"), OnClick: p.askGroups}
			}),
			&components.Button{ID: "shops-csv", Label: text.T("shops.csv"), Disabled: len(p.list) == 0, OnClick: p.export},
			app.P().Class("soft", "small", "num", "shops-found").Role("status").Text(p.foundWords()),
		),
	)
}

func (p *Page) filterLabel() string {
	if p.filtering {
		return text.T("shops.filter.close")
	}
	return text.T("shops.filter.open")
}

func (p *Page) foundWords() string {
	if !p.look.narrowed() {
		return ""
	}
	return text.T("shops.found", text.Number(len(p.list)), text.Number(len(p.table.lines)))
}

func standingOptions() []components.Option {
	options := []components.Option{{Label: text.T("shops.any")}}
	for i := range order {
		s := order[len(order)-1-i]
		options = append(options, components.Option{Value: string(s), Label: pages.StandingName(s)})
	}
	return options
}

func onlyOptions() []components.Option {
	options := []components.Option{{Label: text.T("shops.any")}}
	for _, only := range onlyAll {
		options = append(options, components.Option{Value: only, Label: text.T("shops.only." + only)})
	}
	return options
}

// groupOptions lists the groups, and one of a view that is no more.
func (p *Page) groupOptions() []components.Option {
	options := []components.Option{{Label: text.T("shops.any")}}
	there := p.look.Group == ""
	for _, g := range p.table.groups {
		there = there || g.ID == p.look.Group
		options = append(options, components.Option{Value: g.ID, Label: groupLabel(g)})
	}
	if !there {
		options = append(options, components.Option{Value: p.look.Group, Label: text.T("shops.group.gone")})
	}
	return options
}

func groupLabel(g api.Group) string {
	if g.Tag {
		return text.T("shops.tag.label", g.Name)
	}
	return g.Name
}

func (p *Page) sortOptions() []components.Option {
	options := []components.Option{{Label: colName.title()}}
	for _, c := range columns {
		options = append(options, components.Option{Value: string(c), Label: c.title()})
	}
	return options
}

// bar is what can be done with the shops that are ticked.
func (p *Page) bar() app.UI {
	count := len(p.chosen.ids)
	words := text.N("shops.chosen", count)
	if hidden := count - p.chosen.among(p.ids); hidden > 0 {
		words = text.N("shops.chosen.hidden", hidden, words)
	}
	return app.Section().Class("savebar").Aria("label", text.T("shops.bar")).Body(
		app.P().Class("savebar-text", "num").Role("status").Text(words),
		app.Div().Class("savebar-actions").Body(
			&components.Button{ID: "shops-none", Label: text.T("shops.choose.none"), Kind: components.KindBare, OnClick: p.tickNone},
			components.Maybe(p.mayGroup(), func() app.UI {
				return &components.Button{ID: "shops-bar-groups", Label: text.T("shops.groups"), OnClick: p.askGroups}
			}),
			components.Maybe(p.mayGroup(), func() app.UI {
				return &components.Button{ID: "shops-change", Label: text.T("shops.change"), Kind: components.KindGo, OnClick: p.change}
			}),
		),
	)
}
