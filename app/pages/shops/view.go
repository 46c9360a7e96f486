package shops

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const (
	fieldFind = "shops-find"
	buttonAdd = "shops-add"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	shops, listed := p.Deps.State.Shops()
	failure := p.Deps.State.ListErr()
	body := []app.UI{p.head(len(shops), listed)}
	if failure != nil {
		body = append(body, pages.FailureNote(text.T("shops.failed"), failure, p.again))
		if len(shops) > 0 && !listed {
			body = append(body, app.P().Class("soft").Text(text.T("shops.old")))
		}
	}
	if p.showsForm() {
		body = append(body, p.form(len(shops) == 0))
	}
	switch {
	case len(shops) > 0:
		body = append(body, p.list())
	case listed && !p.mayAdd():
		body = append(body, &components.Card{Body: p.noShops})
	case !listed && failure == nil:
		body = append(body, &components.Card{Body: func() []app.UI {
			return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 6}}
		}})
	}
	return app.Div().Class("stack").Body(body...)
}

func (p *Page) head(count int, listed bool) app.UI {
	return app.Div().Class("head").Body(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("shops.title")),
			app.If(listed && count > 0, func() app.UI {
				return app.P().Class("soft", "num").Text(text.N("shops.count", count))
			}),
		),
		components.Maybe(p.mayAdd() && listed && !p.showsForm(), func() app.UI {
			return &components.Button{ID: buttonAdd, Label: text.T("shops.add"), Icon: components.IconPlus, OnClick: p.openForm}
		}),
	)
}

func (p *Page) noShops() []app.UI {
	return []app.UI{&components.Empty{Icon: components.IconShops, Title: text.T("shops.empty"), Text: text.T("shops.empty.other")}}
}

// list is the shops that fit what is searched for. A few need no search.
func (p *Page) list() app.UI {
	all, _ := p.Deps.State.Shops()
	found := matching(all, p.query)
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			app.If(len(all) > 6, func() app.UI { return p.search(len(found), len(all)) }),
			app.If(len(found) == 0, func() app.UI {
				return &components.Empty{Icon: components.IconSearch, Title: text.T("shops.none.found", p.query), Action: func() []app.UI {
					return []app.UI{&components.Button{Label: text.T("shops.none.clear"), OnClick: p.showAll}}
				}}
			}),
			app.Ul().Class("shops-list").Body(app.Range(found).Slice(func(i int) app.UI {
				shop := found[i]
				r := &row{Shop: shop, Href: p.Deps.Href(routes.Route{Page: routes.Shop, ShopID: shop.ShopID})}
				r.Status, r.Known = pages.StandingPill(p.Deps.State.Standing(shop.ShopID))
				return r
			})),
		}
	}}
}

func (p *Page) search(found, all int) app.UI {
	count := ""
	if p.query != "" {
		count = text.T("shops.found", found, all)
	}
	return app.Div().Class("shops-search").Role("search").Body(
		&components.TextField{
			ID: fieldFind, Label: text.T("shops.find"), Hint: text.T("shops.find.hint"), Type: "search",
			Autocomplete: "off", Value: p.query, OnInput: p.find,
		},
		app.P().Class("soft", "small", "num").Role("status").Text(count),
	)
}
