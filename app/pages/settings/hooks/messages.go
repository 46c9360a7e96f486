package hooks

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// messages are what needs a person: letters given up on, deliveries refused,
// and codes that we don't know.
func (p *Page) messages() app.UI {
	h := p.hooks
	shops, _ := p.Deps.State.Shops()
	dead, odd, refusals := messagesLike(h.Dead, shops, p.query), messagesLike(h.Unknown, shops, p.query), refusalsLike(h.Refusals, h.Rule, shops, p.query)
	all, found := len(h.Dead)+len(h.Unknown)+len(h.Refusals), len(dead)+len(odd)+len(refusals)
	return app.Div().Class("stack").Body(
		components.Maybe(all > many, func() app.UI { return p.search(found, all) }),
		components.Maybe(found == 0 && p.query != "", func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Empty{Icon: components.IconSearch, Title: text.T("hooks.none", p.query), Action: func() []app.UI {
					return []app.UI{&components.Button{Label: text.T("hooks.none.clear"), OnClick: p.clear}}
				}}}
			}}
		}),
		components.Maybe(len(dead) > 0 || p.query == "", func() app.UI { return p.dead(dead, shops) }),
		components.Maybe(len(refusals) > 0 || p.query == "", func() app.UI { return p.refusals(refusals, shops) }),
		components.Maybe(len(odd) > 0, func() app.UI { return p.odd(odd, shops) }),
	)
}

func (p *Page) search(found, all int) app.UI {
	count := ""
	if p.query != "" {
		count = text.T("hooks.found", found, all)
	}
	return app.Div().Class("hooks-search").Role("search").Body(
		&components.TextField{ID: "hooks-find", Label: text.T("hooks.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find},
		app.P().Class("soft", "small", "num").Role("status").Text(count),
	)
}

func (p *Page) dead(list []api.HookMessage, shops []api.Shop) app.UI {
	return &components.Card{ID: "hooks-dead", Title: text.T("hooks.dead"), Flush: true, Head: func() []app.UI {
		return []app.UI{components.Maybe(len(p.hooks.Dead) > 1, func() app.UI {
			return &components.Button{ID: "hooks-replay", Label: text.T("hooks.replay.all"), Icon: components.IconReload, Busy: p.busy == busyReplay, OnClick: p.replayAll}
		})}
	}, Body: func() []app.UI {
		if len(list) == 0 {
			return []app.UI{&components.Empty{Icon: components.IconCheck, Title: text.T("hooks.dead.none"), Text: text.T("hooks.dead.none.text")}}
		}
		return []app.UI{components.Maybe(p.hooks.DeadAll > len(p.hooks.Dead), func() app.UI {
			return app.P().ID("hooks-dead-all").Class("hooks-more", "soft", "small").Text(text.T("hooks.dead.all", p.hooks.DeadAll, len(p.hooks.Dead)))
		}), app.Ul().Class("settings-list").Body(app.Range(list).Slice(func(i int) app.UI {
			id := strconv.FormatInt(list[i].ID, 10)
			return &letter{Message: list[i], About: subject(shops, list[i].ShopID, list[i].OrderID), Busy: p.busy == id, OnReplay: p.replay}
		}))}
	}}
}

// letter is one dead letter.
type letter struct {
	app.Compo

	Message  api.HookMessage
	About    string
	Busy     bool
	OnReplay func(app.Context, string)
}

func (l *letter) id() string { return strconv.FormatInt(l.Message.ID, 10) }

// CompoID is the message's.
func (l *letter) CompoID() string { return "hooks-letter-" + l.id() }

// Render draws the letter with why it was given up on.
func (l *letter) Render() app.UI {
	m := l.Message
	return app.Li().ID("%s", l.CompoID()).Body(
		app.Div().Class("settings-who").Body(
			app.B().Text(eventName(m.EventID)),
			app.P().Class("soft", "small").Text(at(m.At, l.About)),
			app.P().Class("small").Dir("auto").Text(m.Why),
			raw(text.T("hooks.raw"), m.Message),
		),
		&components.Button{ID: l.CompoID() + "-go", Label: text.T("hooks.replay.one"), Icon: components.IconReload, Busy: l.Busy, OnClick: l.replay},
	)
}

func (l *letter) replay(ctx app.Context) { l.OnReplay(ctx, l.id()) }

// refusals tell which URL and rule the platform signs with.
func (p *Page) refusals(list []api.HookRefusal, shops []api.Shop) app.UI {
	return &components.Card{ID: "hooks-refusals", Title: text.T("hooks.refusals"), Flush: true, Body: func() []app.UI {
		if len(list) == 0 {
			return []app.UI{&components.Empty{Icon: components.IconCheck, Title: text.T("hooks.refusals.none"), Text: text.T("hooks.refusals.none.text")}}
		}
		return []app.UI{app.Ul().Class("settings-list").Body(app.Range(list).Slice(func(i int) app.UI { return refusal(list[i], p.hooks.Rule, shops) }))}
	}}
}

func refusal(r api.HookRefusal, now api.HookRule, shops []api.Shop) app.UI {
	about, fit := subject(shops, r.ShopID, 0), diagnosis(r, now)
	if r.EventID != 0 {
		about = joined(eventName(r.EventID), about)
	}
	return app.Li().Body(app.Div().Class("settings-who").Body(
		app.B().Text(whyOf(r.Why)),
		app.P().Class("soft", "small").Text(at(r.At, about)),
		app.If(fit != "", func() app.UI { return app.P().Class("small").Text(fit) }),
		app.If(r.Received != "", func() app.UI {
			return app.P().Class("soft", "small").Text(text.T("hooks.received", text.LTR(r.Received)))
		}),
		app.P().Class("soft", "small").Text(text.T("hooks.sender", text.LTR(r.Address), text.LTR(strconv.Itoa(r.Size)))),
		app.If(r.Body != "", func() app.UI { return raw(text.T("hooks.body"), r.Body) }),
	))
}

// odd are messages of codes that we don't know, as they came.
func (p *Page) odd(list []api.HookMessage, shops []api.Shop) app.UI {
	return &components.Card{ID: "hooks-unknown", Title: text.T("hooks.unknown"), Flush: true, Body: func() []app.UI {
		return []app.UI{app.Ul().Class("settings-list").Body(app.Range(list).Slice(func(i int) app.UI {
			m := list[i]
			return app.Li().Body(app.Div().Class("settings-who").Body(
				app.B().Text(eventName(m.EventID)),
				app.P().Class("soft", "small").Text(at(m.At, subject(shops, m.ShopID, m.OrderID))),
				raw(text.T("hooks.raw"), m.Message),
			))
		}))}
	}}
}

// raw shows what came as it came, when it is asked for.
func raw(label, came string) app.UI {
	return app.Details().Class("settings-raw").Body(app.Summary().Text(label), app.Pre().Dir("ltr").Text(came))
}
