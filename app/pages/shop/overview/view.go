package overview

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Render draws the page: hours as soon as they are here, details as soon as
// they are.
func (p *Page) Render() app.UI {
	record := p.Record()
	body := []app.UI{p.Headed(p.head()), p.quickDialog()}
	switch {
	case record.Shop != nil || record.Week != nil:
		body = append(body, pages.Div("cols",
			pages.Stack(p.hours(record), p.details(record)),
			pages.Stack(p.dates(record), p.pictures(record), p.place(record)),
		))
	case record.Reading || record.Err == nil:
		body = append(body, components.Card{}.With(&components.Skeleton{Label: text.T("shop.loading"), Lines: 8}))
	default:
		body = append(body, p.failure())
	}
	return pages.Stack(append(body, p.messages())...)
}

func (p *Page) head() app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	other := state.OtherName(shop)
	return pages.Head(app.Div().Body(
		pages.Heading(state.DisplayName(shop)),
		app.P().Class("shop-sub", "soft").Body(
			components.Only(other != "", pages.Name(other)),
			app.Span().Body(app.Text(text.T("shop.number")+" "), components.Num(strconv.FormatInt(p.Route.ShopID, 10))),
		),
	), p.star(shop.Favourite))
}

// star marks the shop as a favourite, which stand first where shops are changed.
func (p *Page) star(on bool) app.UI {
	label := text.T("shop.star")
	if on {
		label = text.T("shop.unstar")
	}
	return &components.IconButton{
		ID: "shop-star", Icon: components.IconStar, Label: label, Kind: components.KindBare, On: on,
		OnClick: post(state.ActionMark),
	}
}

// failure says why the read failed, and how old what is shown is.
func (p *Page) failure() app.UI {
	record := p.Record()
	what := text.T("shop.failed")
	if record.Complete() {
		what = text.T("edit.old", text.Moment(record.ReadAt))
	}
	return pages.FailureNote(what, record.Err, p.Read)
}

// pause says whether somebody paused the shop, and who, why and until when.
func (p *Page) pause() (paused bool, note func() app.UI) {
	id := p.Route.ShopID
	kind := pause.KindOf(p.State, id)
	return kind == pause.Ours || kind == pause.Foreign, func() app.UI {
		current, _ := p.State.Pause(id)
		zone, _ := p.State.Zone(id)
		title, more := pause.Told(current, kind, zone, p.ServerNow())
		note := &components.Note{ID: "shop-pause", Tone: components.ToneWarn, Title: title, Text: more}
		if p.State.May(id, platform.PermissionShopPause) {
			note.Actions = pauseActions(kind)
		}
		return note
	}
}

func pauseActions(kind pause.Kind) func() []app.UI {
	if kind == pause.Foreign {
		return pages.Buttons(components.Button{
			Label: text.T("pause.reopen"), Icon: components.IconPlay, OnClick: post(state.ActionPause),
		})
	}
	return pages.Buttons(
		components.Button{
			Label: text.T("pause.resume"), Icon: components.IconPlay, Kind: components.KindGo, OnClick: post(state.ActionResume),
		},
		components.Button{ID: "shop-pause-change", Label: text.T("pause.change"), OnClick: post(state.ActionPause)},
	)
}

// post asks the shell, whose the dialog and the calls are.
func post(action string) func(app.Context) {
	return func(ctx app.Context) { ctx.NewAction(action) }
}

// pictures are the profile images, shown and in review, and the logo.
func (p *Page) pictures(record state.Record) app.UI {
	id := p.Route.ShopID
	link := func() []app.UI {
		label := text.T("shop.picture.see")
		if p.State.May(id, platform.PermissionShopEdit) {
			label = text.T("shop.picture.edit")
		}
		to := p.LinkTo(routes.Route{Page: routes.Photo, ShopID: id}, label)
		to.Icon = components.IconPhoto
		return []app.UI{to}
	}
	return &components.Card{ID: "shop-pictures", Title: text.T("shop.picture"), Head: link, Body: func() []app.UI {
		s := record.Shop
		switch {
		case s == nil:
			return []app.UI{p.missing(record)}
		case len(s.MainPictures) == 0 && s.LogoURL == "":
			return []app.UI{pages.Soft(text.T("photo.none"))}
		}
		return []app.UI{app.Ul().Class("shop-pictures").Body(
			pages.Each(s.MainPictures, p.Picture),
			components.Only(s.LogoURL != "", app.Li().Body(&components.Picture{
				URL: s.LogoURL, Caption: text.T("shop.picture.logo"), Logo: true, FailedText: pages.PhotoFailed(s.LogoURL),
			})),
		)}
	}}
}
