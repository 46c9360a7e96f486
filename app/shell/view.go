package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/signin"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the frame with its page, or a page that needs no frame.
func (r *Root) Render() app.UI {
	r.setClock()
	switch {
	case r.route.Page == routes.Gallery && showsGallery():
		return app.Div().Body(r.page())
	case r.route.ByLink(), r.phase != starting && !r.signedInside():
		return r.gate()
	}
	return r.desk()
}

// setClock has times be told by the clock of the shop on screen, else by that of most shops: with its place where shops
// of several zones meet, or where the device's own clock is another.
func (r *Root) setClock() {
	name, said := r.State.HomeZone(), ""
	if shop, ok := r.State.Shop(r.route.ShopID); ok && r.route.InShop() {
		name = shop.Zone
	} else if r.State.ZonesMeet() || name != state.DeviceZone() {
		said = name
	}
	zone, _ := state.ZoneOf(name)
	text.SetClock(zone, said)
}

// desk is the frame.
func (r *Root) desk() app.UI {
	now := r.seen()
	return app.Div().Class("desk").DataSet("ended", r.ended).Body(
		app.A().Class("skip").Href("#"+mainID).Text(text.T("nav.skip")).OnClick(r.focusMain),
		app.Div().Class("pull").Aria("hidden", "true").Text(text.T("pull")),
		&rail{Root: r, Seen: now},
		&top{Root: r, Seen: now},
		app.Main().ID(mainID).Class("main").DataSet("page", r.route.Page).TabIndex(-1).Body(
			r.banners(),
			r.page(),
		),
		components.Maybe(r.pausing.asking > 0, r.pauseDialog),
		components.Maybe(r.pausing.many.asking > 0, r.manyDialog),
		pages.Div("desk-over", r.signInOver()),
		&messages{Root: r, Items: r.toasts.items, Lang: text.Lang()},
	)
}

// gate is what somebody sees who isn't signed in.
func (r *Root) gate() app.UI {
	return pages.Div("gate",
		app.Header().Class("gate-top").Body(
			pages.Div("gate-mark mark", mark(), app.Span().Text(text.T("app"))),
			r.languageMenu(),
		),
		app.Main().ID(mainID).Class("gate-main").TabIndex(-1).Body(
			r.banners(),
			pages.Div("card gate-card", r.gatePage()),
		),
		&messages{Root: r, Items: r.toasts.items, Lang: text.Lang()},
	)
}

func (r *Root) gatePage() app.UI {
	switch {
	case r.phase == stuck:
		return r.stuckNote()
	case r.route.ByLink():
		return r.page()
	}
	return &slot{Key: "signin", Make: func() app.UI {
		return &signin.Form{Deps: r.deps(), Done: r.signedIn}
	}}
}

// stuckNote says why the console can't start.
func (r *Root) stuckNote() app.UI {
	title, advice := text.Error(r.startErr)
	return pages.Stack(
		pages.Heading(text.T("start.failed")),
		&components.Note{
			Tone: components.ToneBad, Title: title, Text: advice, Alert: true,
			Actions: pages.Buttons(components.Button{
				Label: text.T("action.again"), Icon: components.IconReload, OnClick: r.restart,
			}),
		},
	)
}

// signInOver asks for the password over the page, whose edits stay.
func (r *Root) signInOver() app.UI {
	return &components.Dialog{
		ID: "signin-over", Title: text.T("signin.over"), Open: r.ended,
		Body: func() []app.UI {
			return []app.UI{&signin.Form{Deps: r.deps(), Over: true, Unkept: r.unkept, Done: r.signedIn}}
		},
	}
}

// mark is the product's sign, as in the page that the server sends.
func mark() app.UI {
	const svg = "http://www.w3.org/2000/svg"
	return app.Elem("svg").XMLNS(svg).Attr("viewBox", "0 0 28 28").Attr("width", 28).Attr("height",
		28).Aria("hidden", "true").Body(
		app.Elem("rect").XMLNS(svg).Attr("width", 28).Attr("height", 28).Attr("rx", 8).Attr("fill", "#0b6b57"),
		app.Elem("path").XMLNS(svg).Attr("fill", "#fff").
			Attr("d", "M6 11l2-5h12l2 5v1a3 3 0 0 1-5.3 1.9 3.5 3.5 0 0 1-5.4 0A3 3 0 0 1 6 12zM8 17h12v5H8z"),
	)
}
