package today

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	m := &p.model
	return pages.Stack(
		p.head(),
		pages.MaybeLoading(!m.known && m.err == nil, 4),
		components.Maybe(m.known, p.needs),
		components.Maybe(m.known || m.figures != nil, p.plots),
		p.question(),
		p.asker.Dialog(p.Deps),
		p.messages(),
	)
}

// messages come by themselves.
func (p *Page) messages() app.UI {
	m := &p.model
	old, failed := "", text.T("edit.failed")
	if m.known && (!m.answered && m.err != nil || p.line.Lost()) {
		old = text.T("today.old", text.When(m.today.Now))
		failed = text.Together(failed, old)
	}
	return pages.Messages("today-messages", []components.StripNote{
		{Shown: m.err != nil, Note: func() app.UI { return pages.FailureNote(failed, m.err, p.again) }},
		{Shown: m.err == nil && old != "", Note: func() app.UI {
			return &components.Note{ID: "today-old", Tone: components.ToneInfo, Title: old, Quiet: true}
		}},
	})
}

func (p *Page) head() app.UI {
	m, count := &p.model, ""
	if n := m.count(); m.known && n > 0 {
		count = text.N("today.count", n)
	}
	shops, _ := p.State.Shops()
	return pages.Head(
		app.Div().Body(
			pages.Heading(text.T("nav.today")),
			app.P().ID("today-count").Class("today-count", "soft", "num").Role("status").Text(count),
		),
		p.LinkTo(routes.Route{Page: routes.Yesterday}, text.T("nav.yesterday")),
		components.Shown(len(shops) > 1, pages.Div("today-shop", p.ShopPicker("today-shop", p.chooseShop))),
	)
}

// needs are the cards, one for each kind, the most urgent first.
func (p *Page) needs() app.UI {
	m := &p.model
	kinds := append(api.NeedKinds(), m.unknown()...)
	info := slices.ContainsFunc(m.today.Needs, func(n api.Need) bool { return n.Kind.Info() })
	only := func(info bool) []api.NeedKind {
		return slices.DeleteFunc(slices.Clone(kinds), func(k api.NeedKind) bool { return k.Info() != info })
	}
	return pages.Stack(
		components.Shown(m.count() == 0,
			pages.EmptyCard(components.IconCheck, text.T("today.calm"), text.T("today.calm.text"))),
		pages.Each(only(false), p.kind),
		components.Shown(info, app.H2().ID("today-info").Text(text.T("today.info"))),
		pages.Each(only(true), p.kind),
	)
}

// kind is the card of one kind. It keeps its place when there is nothing of it.
func (p *Page) kind(kind api.NeedKind) app.UI {
	shown, listed, more := p.model.of(kind)
	return components.Maybe(listed > 0, func() app.UI {
		title := text.Word("today.kind.", kind)
		card := components.Card{ID: "today-" + string(kind), Title: title, Flush: true, Head: func() []app.UI {
			count := text.Number(listed + more)
			return []app.UI{app.Span().Class("need-count", "num").DataSet("tone", string(tones[kind])).Text(count)}
		}}
		words := text.N("today.all", listed)
		if p.model.all[kind] {
			words = text.T("today.fewer")
		}
		return card.With(
			app.Ul().Class("needs").Body(pages.EachKeyed(shown, func(n api.Need) string { return key(&n) }, p.row)),
			components.Shown(listed > few, pages.Div("need-more",
				&components.Button{
					ID: "today-all-" + string(kind), Label: words, Kind: components.KindBare,
					OnClick: func(app.Context) { p.model.all[kind] = !p.model.all[kind] },
				},
				components.Only(more > 0, pages.Span("soft small", text.N("today.more", more))),
			)),
		)
	})
}

// question asks before a shop is reopened that somebody else closed.
func (p *Page) question() app.UI {
	m := &p.model
	return components.Maybe(m.asked != nil, func() app.UI {
		return pages.Asking(&m.open, pages.Question{
			ID: "today-reopen", Title: p.ShopName(m.asked.ShopID), Text: text.T("pause.reopen.ask"),
			Keep: text.T("today.keep"),
			Body: func() []app.UI { return []app.UI{pages.Soft(p.rowOf(*m.asked).Text)} },
			Go: components.Button{
				ID: "today-reopen-go", Label: text.T("pause.title.reopen"), Kind: components.KindGo, OnClick: p.reopen,
			},
		})
	})
}
