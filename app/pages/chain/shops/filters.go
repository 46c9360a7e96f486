package shops

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// seek looks for shops by a word, and unfolds the filters.
func (p *Page) seek() app.UI {
	label := text.T("shops.filter.open")
	if p.filtering {
		label = text.T("shops.filter.close")
	}
	return pages.Div("shops-seek",
		&components.TextField{
			ID: fieldFind, Label: text.T("shops.find"), HideLabel: true, Placeholder: text.T("shops.find"),
			Type: "search", Autocomplete: "off", Value: p.look.Find,
			OnInput: looks(p, func(k *look, v string) { k.Find = v }),
		},
		&components.Button{ID: "shops-filter", Label: label, OnClick: pages.Set(&p.filtering, !p.filtering)},
	).Role("search")
}

// filters is what narrows the list down, and what is done with all of it.
func (p *Page) filters() app.UI {
	return app.Div().Class("shops-filters").Role("group").Aria("label", text.T("shops.filters")).Body(
		&components.Select{
			ID: "shops-standing", Label: text.T("shops.col.status"), Value: string(p.look.Standing), Options: standingOptions(),
			OnChange: looks(p, func(k *look, v string) { k.Standing = api.Standing(v) }),
		},
		&components.Select{
			ID: "shops-group", Label: text.T("shops.col.groups"), Value: p.look.Group, Options: p.groupOptions(),
			OnChange: looks(p, func(k *look, v string) { k.Group = v }),
		},
		&components.Select{
			ID: "shops-only", Label: text.T("shops.only"), Value: p.look.Only, Options: onlyOptions(),
			OnChange: looks(p, func(k *look, v string) { k.Only = v }),
		},
		pages.Div("shops-sort",
			&components.Select{
				ID: "shops-sort", Label: text.T("shops.sort"), Value: string(p.look.Sort), Options: sortOptions(),
				OnChange: looks(p, func(k *look, v string) { k.Sort, k.Down = column(v), false }),
			},
			&components.Checkbox{
				ID: "shops-down", Label: text.T("shops.sort.down"), Checked: p.look.Down,
				OnChange: looks(p, func(k *look, down bool) { k.Down = down }),
			},
		),
		pages.Div("row shops-tools",
			&components.Menu{
				ID: "shops-views", Label: text.T("shops.views"), Icon: components.IconEye, Start: true, Items: p.viewItems(),
				OnChoose: p.chooseView,
			},
			&components.Button{
				ID: "shops-columns", Label: text.T("shops.columns"), OnClick: pages.Set(&p.ask.what, askColumns),
			},
			components.Shown(p.mayGroup(), p.groupsButton("shops-groups")),
			&components.Button{ID: "shops-csv", Label: text.T("action.csv"), Disabled: len(p.list) == 0, OnClick: p.export},
		),
	)
}

func (p *Page) groupsButton(id string) app.UI {
	return &components.Button{ID: id, Label: text.T("shops.col.groups"), OnClick: pages.Set(&p.ask.what, askGroups)}
}

func standingOptions() []components.Option {
	best := slices.Clone(order)
	slices.Reverse(best)
	return pages.Options(text.T("shops.any"), best, pages.StandingName)
}

func onlyOptions() []components.Option {
	return pages.Options(text.T("shops.any"), onlyAll, func(only string) string { return text.T("shops.only." + only) })
}

func (p *Page) groupName(g api.Group) string { return pages.GroupName(p.State, p.table.groups, g) }

// groupOptions lists the groups, and one of a view that is no more.
func (p *Page) groupOptions() []components.Option {
	options := []components.Option{{Label: text.T("shops.any")}}
	there := p.look.Group == ""
	for _, g := range p.table.groups {
		there = there || g.ID == p.look.Group
		options = append(options, components.Option{Value: g.ID, Label: p.groupName(g)})
	}
	if !there {
		options = append(options, components.Option{Value: p.look.Group, Label: text.T("shops.group.gone")})
	}
	return options
}

func sortOptions() []components.Option {
	return pages.Options(colName.title(), columns, column.title)
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
		pages.Div("savebar-actions",
			&components.Button{
				ID: "shops-none", Label: text.T("action.clear"), Kind: components.KindBare, OnClick: p.tickNone,
			},
			components.Shown(p.mayGroup(), p.groupsButton("shops-bar-groups")),
			components.Shown(p.mayGroup(), &components.Button{
				ID: "shops-pause", Label: text.T("pauses.chosen"), Icon: components.IconPause, OnClick: p.pause,
			}),
			components.Shown(p.mayGroup(), &components.Button{
				ID: "shops-change", Label: text.T("shops.change"), Kind: components.KindGo, OnClick: p.change,
			}),
		),
	)
}
