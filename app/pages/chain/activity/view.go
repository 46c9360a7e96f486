package activity

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	return pages.Stack(
		pages.Titled(text.T("nav.activity"), text.T("activity.intro"), p.exportButton()),
		p.filters(),
		pages.MaybeFailure(text.T("action.csv.failed"), p.export.err, p.startExport),
		components.Shown(p.known || p.err == nil, components.Card{Flush: true}.With(p.list()...)),
		pages.MaybeFailure(text.T("activity.failed"), p.err, p.again),
		p.backDialog(),
	)
}

func (p *Page) exportButton() app.UI {
	if p.export.busy {
		return &components.Button{
			ID: "activity-csv", Label: text.T("activity.csv.stop", len(p.export.entries)), OnClick: p.stopExport,
		}
	}
	return &components.Button{
		ID: "activity-csv", Label: text.T("action.csv"),
		Disabled: len(p.entries) == 0, OnClick: p.startExport,
	}
}

func (p *Page) list() []app.UI {
	switch {
	case !p.known, len(p.entries) == 0 && p.next != 0:
		return []app.UI{pages.Div("activity-wait", pages.Loading(8))}
	case len(p.entries) == 0 && p.filter == filter{} && p.Route.ShopID == 0:
		title, words := text.T("activity.empty"), text.T("activity.empty.text")
		return []app.UI{&components.Empty{Icon: components.IconActivity, Title: title, Text: words}}
	case len(p.entries) == 0:
		return []app.UI{pages.NoneFit(0, text.T("activity.empty.found"), text.T("activity.all"), p.showAll)}
	}
	return []app.UI{
		app.Ul().Aria("busy", components.Flag(p.listed != p.filter)).
			Body(pages.Each(p.entries, p.row)),
		components.Shown(p.next != 0, pages.Div("activity-more",
			&components.Button{ID: "activity-more", Label: text.T("activity.more"), Busy: p.busy, OnClick: p.readMore},
		)),
	}
}

// few is how many changes an entry shows before it is opened.
const few = 3

func (p *Page) row(e api.ActivityEntry) app.UI {
	changes := reader{p.State}.changes(e)
	hidden := 0
	if !p.open[e.ID] && len(changes) > few+1 {
		hidden = len(changes) - few
		changes = changes[:few]
	}
	id := "activity-" + strconv.FormatInt(e.ID, 10)
	return app.Li().ID("%s", id).Class("activity-row").Body(
		pages.Div("activity-line",
			app.Strong().Text(title(e)),
			components.Shown(e.Outcome != api.OutcomeDone, &components.Pill{Tone: tone(e), Text: outcome(e)}),
		),
		app.P().Class("soft", "small").Body(app.Text(p.byline(e))),
		p.changeList(e, changes),
		components.Shown(e.Detail != "", pages.P("small", text.T("edit.of", text.T("activity.csv.detail"), e.Detail))),
		components.Maybe(hidden > 0 || p.mayGoBack(e), func() app.UI {
			return pages.Row(
				components.Shown(hidden > 0, &components.Button{
					ID: id + "-open", Label: text.N("activity.open", hidden), Kind: components.KindBare,
					OnClick: func(app.Context) { p.open[e.ID] = true },
				}),
				components.Shown(p.mayGoBack(e), &components.Button{
					ID: id + "-back", Label: text.T("action.undo"), Icon: components.IconUndo, Kind: components.KindBare,
					OnClick: func(app.Context) { p.back.entry, p.back.err = &e, nil },
				}),
			)
		}),
	)
}

// byline is who, where and when, and for owners from which address.
func (p *Page) byline(e api.ActivityEntry) string {
	where := p.shopName(e.ShopID)
	if where == "" {
		where = text.T("nav.shops")
	}
	words := text.T("activity.by", text.Isolate(who(e)), text.Isolate(where), pages.When(p.State, e.ShopID, e.At))
	if e.Address != "" {
		words = text.T("activity.from.address", words, text.LTR(e.Address))
	}
	return words
}

// changeList lists what changed in a shop. An order is called by a number that nobody reads, so there is a link to it.
func (p *Page) changeList(e api.ActivityEntry, changes []change) app.UI {
	order := orderOf(e.Request)
	number := strconv.FormatInt(order, 10)
	return app.Ul().Class("activity-changes").Body(pages.Each(changes, func(c change) app.UI {
		if order != 0 && e.ShopID != 0 && c.After == number {
			return app.Li().Body(&components.Link{Href: p.Href(p.Route.Order(e.ShopID, order)), Label: text.T("today.open")})
		}
		if c.PhotoBefore != "" || c.PhotoAfter != "" {
			return diff.Photos(c)
		}
		return app.Li().Body(pages.Unbroken(c.String())...)
	}))
}

// outcome says what came of it; one that isn't known is shown as it is.
func outcome(e api.ActivityEntry) string {
	if e.Outcome == api.OutcomePart {
		return text.T("runs.shop.partly")
	}
	return text.Word("activity.outcome.", e.Outcome)
}

func tone(e api.ActivityEntry) components.Tone {
	if e.Outcome == api.OutcomeRefused {
		return components.ToneBad
	}
	return components.ToneWarn
}
