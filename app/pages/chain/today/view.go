package today

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	m := &p.model
	return app.Div().Class("stack").Body(
		p.head(),
		components.Maybe(!m.known && m.err == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 4}} }}
		}),
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
	old, failed := "", text.T("today.failed")
	if m.known && (!m.answered && m.err != nil || p.lost()) {
		old = text.T("today.old", text.Moment(time.UnixMilli(m.today.Now)))
		failed = text.T("error.both", failed, old)
	}
	return pages.Messages("today-messages", []components.StripNote{
		{Shown: m.err != nil, Note: func() app.UI { return pages.FailureNote(failed, m.err, p.again) }},
		{Shown: m.err == nil && old != "", Note: func() app.UI {
			return &components.Note{ID: "today-old", Tone: components.ToneInfo, Title: old, Quiet: true}
		}},
	})
}

func (p *Page) head() app.UI {
	m := &p.model
	shops, _ := p.Deps.State.Shops()
	return app.Div().Class("head").Body(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("today.title")),
			app.P().ID("today-count").Class("today-count", "soft", "num").Role("status").Text(p.sum()),
		),
		components.Maybe(len(shops) > 1, func() app.UI {
			chosen, value := text.T("today.shop.all"), ""
			if m.shop != 0 {
				chosen, value = p.shopName(m.shop), strconv.FormatInt(m.shop, 10)
			}
			return app.Div().Class("today-shop").Body(&components.Picker{
				ID: "today-shop", Label: text.T("today.shop"), SearchLabel: text.T("switcher.find"), EmptyText: text.T("switcher.none"),
				Text: chosen, Name: chosen, Value: value, Items: p.shopItems, OnChoose: p.chooseShop,
			})
		}),
	)
}

// sum says how many needs there are.
func (p *Page) sum() string {
	m := &p.model
	if !m.known || m.count() == 0 {
		return ""
	}
	return text.N("today.count", m.count())
}

func (p *Page) shopItems() []components.PickerItem {
	shops, _ := p.Deps.State.Shops()
	items := []components.PickerItem{{Name: text.T("today.shop.all")}}
	for _, shop := range shops {
		id := strconv.FormatInt(shop.ShopID, 10)
		items = append(items, components.PickerItem{ID: id, Name: state.DisplayName(shop), Detail: id})
	}
	return items
}

// needs are the cards, one for each kind, the most urgent first.
func (p *Page) needs() app.UI {
	m := &p.model
	kinds := append(api.NeedKinds(), m.unknown()...)
	return app.Div().Class("stack").Body(
		components.Maybe(m.count() == 0, func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Empty{Icon: components.IconCheck, Title: text.T("today.calm"), Text: text.T("today.calm.text")}}
			}}
		}),
		app.Range(kinds).Slice(func(i int) app.UI { return p.kind(kinds[i]) }),
	)
}

// kind is the card of one kind. It keeps its place when there is nothing of it.
func (p *Page) kind(kind api.NeedKind) app.UI {
	shown, listed, more := p.model.of(kind)
	return components.Maybe(listed > 0, func() app.UI {
		return &components.Card{
			ID: "today-" + string(kind), Title: kindWord(kind), Flush: true,
			Head: func() []app.UI {
				return []app.UI{app.Span().Class("need-count", "num").DataSet("tone", string(tones[kind])).Text(text.Number(listed + more))}
			},
			Body: func() []app.UI {
				return []app.UI{
					app.Ul().Class("needs").Body(app.Range(shown).Slice(func(i int) app.UI { return p.rowOf(shown[i]) })),
					components.Maybe(listed > few, func() app.UI {
						words := text.N("today.all", listed)
						if p.model.all[kind] {
							words = text.T("today.fewer")
						}
						return app.Div().Class("need-more").Body(
							&components.Button{ID: "today-all-" + string(kind), Label: words, Kind: components.KindBare, OnClick: func(app.Context) { p.showAll(kind) }},
							app.If(more > 0, func() app.UI { return app.Span().Class("soft", "small").Text(text.N("today.more", more)) }),
						)
					}),
				}
			},
		}
	})
}

// question asks before a shop is reopened that somebody else closed.
func (p *Page) question() app.UI {
	m := &p.model
	return components.Maybe(m.asked != nil, func() app.UI {
		return &components.Dialog{
			ID: "today-reopen", Title: p.shopName(m.asked.ShopID), Open: m.open, CloseLabel: text.T("action.close"), OnClose: p.keepClosed,
			Body: func() []app.UI {
				return []app.UI{app.P().Text(text.T("pause.reopen.ask")), app.P().Class("soft").Text(p.rowOf(*m.asked).Text)}
			},
			Actions: func() []app.UI {
				return []app.UI{
					&components.Button{Label: text.T("today.keep"), OnClick: p.keepClosed},
					&components.Button{ID: "today-reopen-go", Label: text.T("pause.reopen.go"), Kind: components.KindGo, OnClick: p.reopen},
				}
			},
		}
	})
}
