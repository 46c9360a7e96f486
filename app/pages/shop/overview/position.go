package overview

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// position is where the platform has the shop, for checking: a coordinate that
// was typed wrong, or the wrong way round, is usually in another country.
type position struct {
	Text  string // "22.28290° N, 114.15510° E"
	Plain string // "22.28290, 114.15510": what other programs take
	X, Y  string // on the map of 720 by 300 that begins at 180° W, 90° N
	Link  string
	Doubt string          // why it can't be right, as the key of a text; "" for nothing
	Tone  components.Tone // of the doubt
}

// positionOf is the shop's; ok is false when it has none. nowMS is any instant,
// at which the zone's offset is taken.
func positionOf(s *platform.Shop, zone rules.Zone, nowMS int64) (p position, ok bool) {
	if s == nil || s.Latitude == 0 && s.Longitude == 0 {
		return position{}, false
	}
	lat, lon := degrees(s.Latitude), degrees(s.Longitude)
	p = position{
		Text:  half(s.Latitude, "N", "S") + ", " + half(s.Longitude, "E", "W"),
		Plain: lat + ", " + lon,
		Link:  "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lon + "#map=17/" + lat + "/" + lon,
	}
	if math.Abs(s.Latitude) > 90 || math.Abs(s.Longitude) > 180 {
		p.Doubt, p.Tone = "shop.place.nowhere", components.ToneBad
		return p, true
	}
	p.X, p.Y = decimal((s.Longitude+180)*2, 1), decimal((90-s.Latitude)*2, 1)
	if zone != nil {
		// Zones follow the sun to within three hours or so.
		away := math.Abs(s.Longitude/15 - float64(zone.OffsetAt(nowMS))/3600)
		if min(away, 24-away) > 3.5 {
			p.Doubt, p.Tone = "shop.place.zone", components.ToneWarn
		}
	}
	return p, true
}

func degrees(v float64) string { return decimal(v, 5) }

func half(v float64, positive, negative string) string {
	if v < 0 {
		return degrees(-v) + "° " + negative
	}
	return degrees(v) + "° " + positive
}

func decimal(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

// place shows where the platform has the shop, and whose clock it has.
func (p *Page) place(record state.Record) app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	return &components.Card{ID: "shop-place", Title: text.T("shop.place"), Body: func() []app.UI {
		return []app.UI{
			p.where(record, shop.Zone),
			components.Maybe(p.State.Operator().May(api.MayAddShops), p.zone),
		}
	}}
}

// where is the place on the map. Nothing is asked of anybody else: the link is only followed by a press.
func (p *Page) where(record state.Record, zoneName string) app.UI {
	if record.Shop == nil {
		return p.missing(record)
	}
	zone, _ := state.ZoneOf(zoneName)
	at, ok := positionOf(record.Shop, zone, p.ServerNow().UnixMilli())
	if !ok {
		return pages.Soft(text.T("shop.place.none"))
	}
	return pages.Stack(
		app.If(at.Doubt != "", func() app.UI {
			return &components.Note{
				Tone: at.Tone, Title: text.T(at.Doubt, text.Place(zoneName)), Text: text.T("shop.place.check"),
			}
		}),
		components.Only(at.X != "", worldPin(at)),
		app.P().Body(components.Num(at.Text)),
		pages.Row(
			&components.Button{ID: "shop-place-copy", Label: text.T("shop.place.copy"), OnClick: p.copyPlace},
			&components.Link{
				Href: at.Link, Label: text.T("shop.place.open"), Kind: components.LinkButton, External: true,
			},
		),
	)
}

// worldPin is the map with the shop on it: the land's outline is from our own server.
func worldPin(at position) app.UI {
	svg := func(name string) app.HTMLElem { return app.Elem(name).XMLNS("http://www.w3.org/2000/svg") }
	return app.Div().Class("shop-map").Attr("dir", "ltr").Role("img").Aria("label",
		text.T("shop.place.alt", at.Text)).Body(
		app.Img().Class("shop-map-land").Src(app.Getenv("GOAPP_STATIC_RESOURCES_URL")+"/world.svg").Role("presentation").
			Attr("width", 720).Attr("height", 300).Attr("loading", "lazy"),
		svg("svg").Class("shop-map-pin").Attr("viewBox", "0 0 720 300").Attr("focusable", "false").Body(
			svg("path").Attr("d", "M"+at.X+" 0V300M0 "+at.Y+"H720"),
			svg("circle").Attr("cx", at.X).Attr("cy", at.Y).Attr("r", "7"),
		),
	)
}

// copyPlace puts the coordinates on the clipboard, as other programs take them.
func (p *Page) copyPlace(ctx app.Context) {
	if at, ok := positionOf(p.Record().Shop, nil, 0); ok {
		device.Copy(ctx.Dispatch, at.Plain, func(ctx app.Context) { p.Toast(ctx, text.T("shop.place.copied", at.Plain)) })
	}
}
