package overview

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// worldMap is the address of the land's outline, from our own server.
func worldMap() string { return app.Getenv("GOAPP_STATIC_RESOURCES_URL") + "/world.svg" }

// place shows where the platform has the shop. Nothing is asked of anybody
// else: the link is only followed by a press.
func (p *Page) place(record state.Record) app.UI {
	shop, _ := p.Deps.State.Shop(p.Deps.Route.ShopID)
	zone, _ := state.ZoneOf(shop.Zone)
	return &components.Card{ID: "shop-place", Title: text.T("shop.place"), Body: func() []app.UI {
		if record.Shop == nil {
			return []app.UI{p.missing(record)}
		}
		at, ok := positionOf(record.Shop, zone, p.Deps.State.Now().UnixMilli())
		if !ok {
			return []app.UI{app.P().Class("soft").Text(text.T("shop.place.none"))}
		}
		return []app.UI{
			app.If(at.Doubt == "shop.place.zone", func() app.UI {
				return &components.Note{Tone: components.ToneWarn, Title: text.T("shop.place.zone", text.Place(shop.Zone)), Text: text.T("shop.place.check")}
			}).ElseIf(at.Doubt != "", func() app.UI {
				return &components.Note{Tone: components.ToneBad, Title: text.T("shop.place.nowhere"), Text: text.T("shop.place.check")}
			}),
			app.If(at.X != "", func() app.UI { return worldPin(at) }),
			app.P().Body(components.Num(at.Text)),
			app.Div().Class("row").Body(
				&components.Button{ID: "shop-place-copy", Label: text.T("shop.place.copy"), OnClick: p.copyPlace},
				&components.Link{Href: at.Link, Label: text.T("shop.place.open"), Kind: components.LinkButton, External: true},
			),
		}
	}}
}

// worldPin is the map with the shop on it.
func worldPin(at position) app.UI {
	svg := func(name string) app.HTMLElem { return app.Elem(name).XMLNS("http://www.w3.org/2000/svg") }
	return app.Div().Class("shop-map").Attr("dir", "ltr").Role("img").Aria("label", text.T("shop.place.alt", at.Text)).Body(
		app.Img().Class("shop-map-land").Src(worldMap()).Role("presentation").Attr("width", 720).Attr("height", 300).Attr("loading", "lazy"),
		svg("svg").Class("shop-map-pin").Attr("viewBox", "0 0 720 300").Attr("focusable", "false").Body(
			svg("path").Attr("d", "M"+at.X+" 0V300M0 "+at.Y+"H720"),
			svg("circle").Attr("cx", at.X).Attr("cy", at.Y).Attr("r", "7"),
		),
	)
}

// copyPlace puts the coordinates on the clipboard, as other programs take them.
func (p *Page) copyPlace(ctx app.Context) {
	at, ok := positionOf(p.Deps.Record().Shop, nil, 0)
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !ok || !clipboard.Truthy() {
		return
	}
	clipboard.Call("writeText", at.Plain).Then(func(app.Value) {
		ctx.Dispatch(func(ctx app.Context) { p.Deps.Toast(ctx, text.T("shop.place.copied", at.Plain)) })
	})
}
