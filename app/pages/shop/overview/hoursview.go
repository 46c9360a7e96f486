package overview

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// hours are today's and tomorrow's, once weekly and special hours are known.
func (p *Page) hours(record state.Record) app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	return &components.Card{
		ID: "shop-hours", Title: text.T("shop.hours"),
		Head: func() []app.UI {
			label := text.T("shop.hours.see")
			if p.State.May(shop.ShopID, platform.PermissionHoursEdit) {
				label = text.T("shop.hours.edit")
			}
			link := p.LinkTo(routes.Route{Page: routes.Hours, ShopID: shop.ShopID}, label)
			link.Icon = components.IconHours
			return []app.UI{link}
		},
		Body: func() []app.UI { return p.hoursBody(record, shop.Zone) },
	}
}

func (p *Page) hoursBody(record state.Record, zoneName string) []app.UI {
	at, list, ok := p.here()
	switch {
	case at.Zone == nil:
		return []app.UI{p.zoneUnknown()}
	case !ok:
		return []app.UI{p.missing(record)}
	}
	body := []app.UI{p.standing()}
	today, seconds := p.Today()
	for i, d := range []day{
		dayOn(text.T("nav.today"), today, list, at), dayOn(text.T("shop.tomorrow"), today.AddDays(1), list, at),
	} {
		bar := &components.DayBar{ID: "shop-day-" + strconv.Itoa(i), Ticks: i == 1}
		for _, s := range d.segments {
			bar.Segments = append(bar.Segments, components.Segment{From: s.Start, To: s.End, Spill: s.Spill})
		}
		if i == 0 {
			bar.Now = &seconds
		}
		body = append(body, dayView(d, bar, p.quickButton(i, d)))
	}
	return append(body, pages.SoftSmall(text.T("shop.zone", text.Place(zoneName))))
}

// standing says whether the shop is open, and when that changes, on its own
// clock.
func (p *Page) standing() app.UI {
	standing := p.State.Standing(p.Route.ShopID)
	pill, ok := pages.StandingPill(standing)
	return components.Maybe(ok, func() app.UI {
		_, seconds := p.Today()
		return app.P().ID("shop-standing").Class("shop-standing").Body(
			&pill, pages.Span("soft small", text.T("shop.clock", text.LTR(rules.FormatClock(seconds-seconds%60)))),
		)
	})
}

func dayView(d day, bar *components.DayBar, change app.UI) app.UI {
	return pages.Div("shop-day",
		app.P().Body(
			app.B().Text(d.title),
			app.Text(" "),
			pages.Span("soft shop-day-date", d.date),
		),
		pages.Div("shop-day-words",
			app.Span().Body(pages.Unbroken(d.words)...),
			components.Only(d.special, &components.Pill{
				Tone: components.ToneInfo, Text: text.T("shop.special"),
			}),
		),
		components.Only(d.spill != "", pages.P("soft small shop-day-more", d.spill)),
		pages.Div("shop-day-bar", bar),
		pages.Div("shop-day-do", change),
	)
}

// dates are the next special dates.
func (p *Page) dates(record state.Record) app.UI {
	return &components.Card{ID: "shop-dates", Title: text.T("shop.dates"), Body: func() []app.UI {
		at, ok := special.PlaceOf(p.Deps)
		switch {
		case !ok:
			return []app.UI{p.zoneUnknown()}
		case record.Special == nil:
			return []app.UI{p.missing(record)}
		}
		names, _ := p.State.DateNames(p.Route.ShopID)
		today, _ := p.Today()
		list, more := next(today, record.Special.Value, names, at)
		if len(list) == 0 {
			return []app.UI{pages.Soft(text.T("dates.none"))}
		}
		return []app.UI{
			app.Ul().Class("shop-dates").Body(pages.Each(list, func(next nextDate) app.UI {
				return app.Li().Body(
					components.Only(next.name != "", app.B().Dir("auto").Text(next.name)),
					app.Elem(special.DatesElem(next.name)).Text(next.dates),
					app.Span().Body(pages.Unbroken(next.words)...),
				)
			})),
			components.Only(more > 0, pages.SoftSmall(text.N("shop.dates.more", more))),
		}
	}}
}

func (p *Page) zoneUnknown() app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	return app.P().Text(text.T("shop.zone.unknown", shop.Zone))
}

// missing stands where a part isn't here: on its way, or not to be had.
func (p *Page) missing(record state.Record) app.UI {
	if record.Reading || record.Err == nil {
		return &components.Skeleton{Label: text.T("shop.loading"), Lines: 2}
	}
	return pages.Soft(text.T("edit.failed"))
}
