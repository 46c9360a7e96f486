package shops

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const (
	fieldFind = "shops-find"
	buttonAdd = "shops-add"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	p.refresh()
	shops, listed := p.Deps.State.Shops()
	failure := p.Deps.State.ListErr()
	return app.Div().Class("stack").Body(
		p.head(),
		components.Maybe(failure != nil, func() app.UI { return pages.FailureNote(text.T("shops.failed"), failure, p.again) }),
		components.Maybe(failure == nil && p.failed != nil, func() app.UI {
			return pages.FailureNote(text.T("shops.failed.state"), p.failed, p.readAgain)
		}),
		components.Maybe(failure != nil && len(shops) > 0 && !listed, func() app.UI { return app.P().Class("soft").Text(text.T("shops.old")) }),
		components.Maybe(p.notice.Title != "", func() app.UI { return p.notice.Note("shops-notice") }),
		components.Maybe(p.showsForm(), func() app.UI { return p.form(len(shops) == 0) }),
		components.Maybe(len(shops) > 0, p.whole),
		components.Maybe(len(shops) == 0 && listed && !p.mayAdd(), func() app.UI { return &components.Card{Body: p.noShops} }),
		components.Maybe(len(shops) == 0 && !listed && failure == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 6}}
			}}
		}),
		p.dialogs(),
	)
}

func (p *Page) head() app.UI {
	_, listed := p.Deps.State.Shops()
	return app.Div().Class("head").Body(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("shops.title")),
			components.Maybe(len(p.table.lines) > 0, func() app.UI {
				return app.P().Class("soft", "num").Text(p.summary())
			}),
		),
		components.Maybe(p.mayAdd() && listed && !p.showsForm(), func() app.UI {
			return &components.Button{ID: buttonAdd, Label: text.T("shops.add"), Icon: components.IconPlus, OnClick: p.openForm}
		}),
	)
}

// summary counts the shops, once something is known of them.
func (p *Page) summary() string {
	c := p.table.counts()
	if list, _ := p.Deps.State.Roster(); list == nil {
		return text.N("shops.count", c.all)
	}
	return text.T("shops.summary", text.N("shops.count", c.all), text.N("shops.count.open", c.open), text.N("shops.count.paused", c.paused), text.N("shops.count.alert", c.alert))
}

func (p *Page) noShops() []app.UI {
	return []app.UI{&components.Empty{Icon: components.IconShops, Title: text.T("shops.empty"), Text: text.T("shops.empty.other")}}
}

// whole is the list with what is above and below it.
func (p *Page) whole() app.UI {
	return app.Div().Class("stack").Body(
		&components.Card{Body: func() []app.UI { return []app.UI{p.filters()} }},
		&components.Card{Flush: true, Body: func() []app.UI {
			return []app.UI{
				components.Maybe(len(p.list) == 0, func() app.UI {
					return &components.Empty{Icon: components.IconSearch, Title: p.nothing(), Action: func() []app.UI {
						return []app.UI{&components.Button{Label: text.T("shops.none.clear"), OnClick: p.showAll}}
					}}
				}),
				components.Maybe(len(p.list) > 0, p.grid),
				app.P().Class("shops-age", "soft", "small").Text(p.age()),
			}
		}},
		components.Maybe(len(p.chosen.ids) > 0, p.bar),
	)
}

func (p *Page) nothing() string {
	if p.look.Find != "" {
		return text.T("shops.none.found", p.look.Find)
	}
	return text.T("shops.none.fits")
}

// age says how old what is shown is.
func (p *Page) age() string {
	list, fresh := p.Deps.State.Roster()
	switch {
	case list == nil:
		return text.T("shops.age.reading")
	case !fresh && p.failed == nil:
		return text.T("shops.age.kept")
	}
	words := text.T("shops.age.some")
	if oldest := p.table.oldest(); oldest != 0 {
		words = text.T("shops.age.oldest", text.Since(p.now()-oldest))
	}
	if p.line.Lost() {
		words = text.T("shops.age.lost", words)
	}
	return words
}
