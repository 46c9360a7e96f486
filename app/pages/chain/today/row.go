package today

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// row is one need in words, with the one thing to do about it.
type row struct {
	Key     string
	Tone    components.Tone
	Text    string
	Until   int64  // a countdown to it
	Act     string // the button's words, "" for none
	ActHref string // it leads to a page
	Busy    bool
	Rests   bool // has just come to where another need stood
	Off     bool
	Undone  string // what wasn't done
	Why     string
	Need    api.Need

	Other     string // another button's words, "" for none
	OtherBusy bool
	OrderHref string // of the order, "" for none
}

// row draws a need.
func (p *Page) row(n api.Need) app.UI {
	r := p.rowOf(n)
	href := p.Href(routes.Route{Page: routes.Shop, ShopID: n.ShopID})
	return app.Li().Class("need").ID("%s", rowID(r.Key)).DataSet("tone", string(r.Tone)).
		On("pointerdown", func(ctx app.Context, _ app.Event) { p.touch(ctx, n) }).Body(
		pages.Div("need-what",
			app.A().ID("%s", shopLinkID(r.Key)).Class("need-shop", "reach").Href(href).Body(
				app.Span().Text(pages.ShopThere(p.State, n.ShopID))),
			app.P().ID("%s", "need-text-"+r.Key).Text(r.Text),
			components.Maybe(r.OrderHref != "", func() app.UI {
				order := app.A().ID("%s", "need-order-"+r.Key).Class("need-order", "small", "reach")
				return order.Href(r.OrderHref).Text(text.T("today.open"))
			}),
		),
		pages.Div("need-time", app.If(r.Until != 0, func() app.UI {
			return &components.Ring{
				ID: "need-left-" + r.Key, Label: text.T("orders.left"), Until: r.Until, Now: p.now(), Whole: api.AcceptWithin,
			}
		}).ElseIf(n.Since != 0, func() app.UI {
			since := strconv.FormatInt(n.Since, 10)
			return app.Span().Class("num", "soft").DataSet("since", since).Text(text.Since(p.now() - n.Since))
		})),
		pages.Div("need-act",
			// What is done less often stands before the usual.
			components.Shown(r.Other != "", &components.Button{
				ID: "need-no-" + r.Key, Label: r.Other, Busy: r.OtherBusy, Disabled: r.Off, DescribedBy: r.which(),
				OnClick: func(app.Context) { p.refuse(n) },
			}),
			p.button(r),
		),
		components.Maybe(r.Undone != "" || r.Why != "", r.note),
	)
}

// first is the id of what takes the keyboard first: the act's button, or the shop's link where there is none to press.
func (r *row) first() string {
	if r.ActHref == "" && (r.Act == "" || r.Off) {
		return shopLinkID(r.Key)
	}
	return buttonID(r.Key)
}

// which describes a button by the shop and the need.
func (r *row) which() string { return shopLinkID(r.Key) + " need-text-" + r.Key }

func (p *Page) button(r *row) app.UI {
	switch {
	case r.ActHref != "":
		return &components.Link{ID: buttonID(r.Key), Href: r.ActHref, Label: r.Act, Kind: components.LinkButton,
			DescribedBy: r.which()}
	case r.Act == "":
		return app.Span().Hidden(true)
	}
	kind := components.KindPlain
	if r.Need.Kind == api.NeedOrder {
		kind = components.KindGo
	}
	return &components.Button{
		ID: buttonID(r.Key), Label: r.Act, Kind: kind, Busy: r.Busy, Rests: r.Rests, Disabled: r.Off,
		DescribedBy: r.which(),
		OnClick:     func(ctx app.Context) { p.press(ctx, r.Need) },
	}
}

func (r *row) note() app.UI {
	note := &components.Note{Tone: components.ToneInfo, Title: r.Undone, Text: r.Why}
	if r.Undone != "" {
		note.Tone, note.Alert = components.ToneBad, true
	}
	return note
}
