package overview

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page: hours as soon as they are here, details as soon as
// they are.
func (p *Page) Render() app.UI {
	record := p.Deps.Record()
	body := []app.UI{p.head(), p.quickDialog()}
	anything := record.Shop != nil || record.Week != nil
	switch pages.RecordStatus(record, anything) {
	case pages.Loaded:
		body = append(body, app.Div().Class("cols").Body(
			app.Div().Class("stack").Body(p.hours(record), p.details(record)),
			app.Div().Class("stack").Body(p.dates(record), p.pictures(record), p.place(record)),
		))
	case pages.NeverLoaded, pages.Loading:
		body = append(body, loading(8))
	case pages.Failed: // said below
	}
	return app.Div().Class("stack").Body(append(body, p.messages())...)
}

func (p *Page) head() app.UI {
	shop, _ := p.Deps.State.Shop(p.Deps.Route.ShopID)
	other := state.OtherName(shop)
	return app.Div().Class("head").Body(app.Div().Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(state.DisplayName(shop)),
		app.P().Class("shop-sub", "soft").Body(
			app.If(other != "", func() app.UI { return app.Elem("bdi").Text(other) }),
			app.Span().Body(app.Text(text.T("shop.number")+" "), components.Num(p.id())),
		),
	), p.star(shop.Favourite))
}

// star marks the shop as a favourite, which stand first where shops are changed.
func (p *Page) star(on bool) app.UI {
	label := text.T("shop.star")
	if on {
		label = text.T("shop.unstar")
	}
	return &components.IconButton{ID: "shop-star", Icon: components.IconStar, Label: label, Kind: components.KindBare, On: on, OnClick: func(ctx app.Context) { ctx.NewAction(state.ActionMark) }}
}

// failure says why the read failed, and how old what is shown is.
func (p *Page) failure() app.UI {
	record := p.Deps.Record()
	what := text.T("shop.failed")
	if record.Complete() {
		what = text.T("shop.old", text.Moment(record.ReadAt))
	}
	return pages.FailureNote(what, record.Err, p.again)
}

func loading(rows int) app.UI {
	return &components.Card{Body: func() []app.UI {
		return []app.UI{&components.Skeleton{Label: text.T("shop.loading"), Lines: rows}}
	}}
}
