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
	shops, listed := p.State.Shops()
	failure := p.State.ListErr()
	return pages.Div("stack shops-page",
		p.head(),
		pages.MaybeFailure(text.T("shops.failed"), failure, p.again),
		components.Maybe(failure == nil && p.failed != nil, func() app.UI {
			return pages.FailureNote(text.T("shops.failed.state"), p.failed, func(app.Context) { p.line.Reload() })
		}),
		components.Shown(failure != nil && len(shops) > 0 && !listed, pages.Soft(text.T("shops.old"))),
		components.Shown(p.notice.Title != "", p.notice.Note("shops-notice")),
		components.Maybe(p.showsForm(), func() app.UI { return p.form(len(shops) == 0) }),
		components.Maybe(len(shops) > 0, p.whole),
		components.Shown(len(shops) == 0 && listed && !p.mayAdd(),
			pages.EmptyCard(components.IconShops, text.T("shops.empty"), text.T("shops.empty.other"))),
		pages.MaybeLoading(len(shops) == 0 && !listed && failure == nil, 6),
		p.dialogs(),
	)
}

// head is one line: the list begins right below it. Where one isn't enough, finding takes the second.
func (p *Page) head() app.UI {
	_, listed := p.State.Shops()
	return pages.Div("shops-line",
		pages.Heading(text.T("nav.shops")),
		app.P().Class("shops-found", "soft", "small", "num").Role("status").Text(p.summary()),
		components.Shown(p.mayAdd() && listed && !p.showsForm(),
			&components.Button{ID: buttonAdd, Label: text.T("shops.add"), Icon: components.IconPlus, OnClick: p.openForm}),
		components.Maybe(len(p.table.entries) > 0, p.seek),
	)
}

// summary counts the shops that are listed, and how they are once something is known of one.
func (p *Page) summary() string {
	c := p.table.counts()
	switch {
	case c.all == 0:
		return ""
	case p.look.narrowed():
		return text.T("shops.found", text.Number(len(p.list)), text.Number(len(p.table.entries)))
	case c.read == 0 && c.alert == 0:
		return text.N("shops.count", c.all)
	}
	words := text.T("shops.summary", text.N("shops.count", c.all), text.N("shops.count.open", c.open),
		text.N("shops.count.paused", c.paused), text.N("shops.count.alert", c.alert))
	if unread := c.all - c.read; unread > 0 {
		words = text.Dots(words, text.N("shops.count.unread", unread))
	}
	return words
}

// whole is the list with what is above and below it.
func (p *Page) whole() app.UI {
	nothing := text.T("shops.none.fits")
	if p.look.Find != "" {
		nothing = text.T("find.none", p.look.Find)
	}
	return pages.Stack(
		components.Maybe(p.filtering, func() app.UI { return components.Card{}.With(p.filters()) }),
		components.Card{Flush: true}.With(
			pages.NoneFit(len(p.list), nothing, text.T("action.all"), p.showAll),
			components.Maybe(len(p.list) > 0, p.grid),
			pages.P("shops-age soft small", p.age()),
		),
		components.Shown(len(p.chosen.ids) > 0, &components.Stuck{To: components.EdgeEnd, Draw: p.bar}),
	)
}

// age says how old what is shown is.
func (p *Page) age() string {
	list, fresh := p.State.Roster()
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
