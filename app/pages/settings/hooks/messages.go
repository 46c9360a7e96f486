package hooks

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// messages are what needs a person: letters given up on, deliveries refused,
// and codes that we don't know.
func (p *Page) messages() app.UI {
	h := p.hooks
	said := func(m api.HookMessage) string {
		return strings.Join([]string{eventName(m.EventID), subject(p.State, m.ShopID, m.OrderID), m.Why, m.Message}, " ")
	}
	dead, odd := components.Holding(h.Dead, p.query, said), components.Holding(h.Unknown, p.query, said)
	refusals := components.Holding(h.Refusals, p.query, func(r api.HookRefusal) string {
		return strings.Join([]string{
			whyOf(r.Why), eventName(r.EventID), subject(p.State, r.ShopID, 0), r.Address, r.Received, r.Body,
			diagnosis(r, h.Rule),
		}, " ")
	})
	all, found := len(h.Dead)+len(h.Unknown)+len(h.Refusals), len(dead)+len(odd)+len(refusals)
	return pages.Stack(
		components.Shown(all > many || p.query != "",
			settings.Find("hooks-find", text.T("hooks.find"), &p.query, text.T("hooks.found", found, all))),
		components.Shown(found == 0 && p.query != "", components.Card{}.With(
			pages.NoneFit(found, text.T("find.none", p.query), text.T("strip.more"), pages.Set(&p.query, "")),
		)),
		components.Maybe(len(dead) > 0 || p.query == "", func() app.UI { return p.dead(dead) }),
		components.Maybe(len(refusals) > 0 || p.query == "", func() app.UI { return p.refusals(refusals) }),
		components.Maybe(len(odd) > 0, func() app.UI { return p.odd(odd) }),
	)
}

func (p *Page) dead(list []api.HookMessage) app.UI {
	h := p.hooks
	card := components.Card{ID: "hooks-dead", Title: text.T("hooks.dead"), Flush: true}
	if len(h.Dead) > 1 {
		card.Head = pages.Buttons(components.Button{
			ID: "hooks-replay", Label: text.T("hooks.replay.all"), Icon: components.IconReload, Busy: p.act.Busy == busyReplay,
			OnClick: func(app.Context) { p.replay(busyReplay) },
		})
	}
	if len(list) == 0 && p.looks > 0 {
		return card.With(&components.Empty{Icon: components.IconReload, Title: text.T("hooks.waiting"), Text: waiting(h)})
	}
	if len(list) == 0 {
		return card.With(settings.None(text.T("hooks.dead.none"), text.T("hooks.dead.none.text")))
	}
	return card.With(
		components.Maybe(h.DeadAll > len(h.Dead), func() app.UI {
			words := text.T("hooks.dead.all", h.DeadAll, len(h.Dead))
			return app.P().ID("hooks-dead-all").Class("hooks-more", "soft", "small").Text(words)
		}),
		settings.Rows(list, numberOf, p.letter),
	)
}

func numberOf(m api.HookMessage) string { return strconv.FormatInt(m.ID, 10) }

// letter is one dead letter with why it was given up on.
func (p *Page) letter(m api.HookMessage) app.UI {
	id := numberOf(m)
	return app.Li().ID("%s", "hooks-letter-"+id).Body(
		settings.Who(
			eventName(m.EventID), at(m.At, subject(p.State, m.ShopID, m.OrderID)),
			app.P().Class("small").Dir("auto").Text(m.Why),
			settings.Raw(text.T("hooks.raw"), m.Message),
		),
		&components.Button{
			ID: "hooks-letter-" + id + "-go", Label: text.T("action.again"), Icon: components.IconReload,
			Busy:    p.act.Busy == id,
			OnClick: func(app.Context) { p.replay(id, id) },
		},
	)
}

// refusals tell which URL and rule the platform signs with.
func (p *Page) refusals(list []api.HookRefusal) app.UI {
	card := components.Card{ID: "hooks-refusals", Title: text.T("hooks.refusals"), Flush: true}
	if len(list) == 0 {
		return card.With(settings.None(text.T("hooks.refusals.none"), text.T("hooks.refusals.none.text")))
	}
	return card.With(settings.Rows(
		list, func(r api.HookRefusal) string { return strconv.FormatInt(r.At, 10) + r.Address }, p.refusal,
	))
}

func (p *Page) refusal(r api.HookRefusal) app.UI {
	about, fit := subject(p.State, r.ShopID, 0), diagnosis(r, p.hooks.Rule)
	if r.EventID != 0 {
		about = text.Dots(eventName(r.EventID), about)
	}
	return app.Li().Body(settings.Who(
		whyOf(r.Why), at(r.At, about),
		components.Only(fit != "", pages.P("small", fit)),
		components.Only(r.Received != "", pages.SoftSmall(text.T("hooks.received", text.LTR(r.Received)))),
		pages.SoftSmall(text.T("hooks.sender", text.LTR(r.Address), text.LTR(strconv.Itoa(r.Size)))),
		components.Only(r.Body != "", settings.Raw(text.T("hooks.body"), r.Body)),
	))
}

// odd are messages of codes that we don't know, as they came.
func (p *Page) odd(list []api.HookMessage) app.UI {
	return components.Card{ID: "hooks-unknown", Title: text.T("hooks.unknown"), Flush: true}.With(
		settings.Rows(list, numberOf, func(m api.HookMessage) app.UI {
			return app.Li().Body(settings.Who(
				eventName(m.EventID), at(m.At, subject(p.State, m.ShopID, m.OrderID)),
				settings.Raw(text.T("hooks.raw"), m.Message),
			))
		}),
	)
}
