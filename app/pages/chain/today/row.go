package today

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// row is one need in words, with the one thing to do about it.
type row struct {
	app.Compo

	Key     string
	Tone    components.Tone
	Shop    string
	Href    string // of the shop
	Text    string
	Since   int64
	Until   int64 // a countdown to it
	Now     int64
	Act     string // the button's words, "" for none
	ActHref string // it leads to a page
	Busy    bool
	Rests   bool // has just come to where another need stood
	Off     bool
	Undone  string // what wasn't done
	Why     string
	Need    api.Need
	OnPress func(app.Context, api.Need)
	OnTouch func(app.Context, api.Need) // a finger came down on it

	Other     string // another button's words, "" for none
	OtherBusy bool
	OnOther   func(app.Context, api.Need)
	OrderHref string // of the order, "" for none
}

// CompoID is the need: a row is never taken over by another one.
func (r *row) CompoID() string { return r.Key }

// Render draws the row.
func (r *row) Render() app.UI {
	return app.Li().Class("need").ID("%s", "need-"+r.Key).DataSet("tone", string(r.Tone)).
		On("pointerdown", func(ctx app.Context, _ app.Event) { r.OnTouch(ctx, r.Need) }).Body(
		app.Div().Class("need-what").Body(
			app.A().Class("need-shop").Href(r.Href).Body(app.Elem("bdi").Text(r.Shop)),
			app.P().ID("%s", "need-text-"+r.Key).Text(r.Text),
			components.Maybe(r.OrderHref != "", func() app.UI {
				return app.A().ID("%s", "need-order-"+r.Key).Class("need-order", "small").Href(r.OrderHref).Text(text.T("today.open"))
			}),
		),
		app.Div().Class("need-time").Body(app.If(r.Until != 0, func() app.UI {
			return &components.Ring{ID: "need-left-" + r.Key, Label: text.T("orders.left"), Until: r.Until, Now: r.Now, Whole: fiveMinutes}
		}).ElseIf(r.Since != 0, func() app.UI {
			return app.Span().Class("num", "soft").DataSet("since", strconv.FormatInt(r.Since, 10)).Text(text.Since(r.Now - r.Since))
		})),
		app.Div().Class("need-act").Body(r.otherButton(), r.button()),
		components.Maybe(r.Undone != "" || r.Why != "", r.note),
	)
}

func (r *row) button() app.UI {
	switch {
	case r.ActHref != "":
		return &components.Link{ID: buttonID(r.Key), Href: r.ActHref, Label: r.Act, Kind: components.LinkButton}
	case r.Act == "":
		return app.Span().Hidden(true)
	}
	kind := components.KindPlain
	if r.Need.Kind == api.NeedOrder {
		kind = components.KindGo
	}
	return &components.Button{
		ID: buttonID(r.Key), Label: r.Act, Kind: kind, Busy: r.Busy, Rests: r.Rests, Disabled: r.Off, DescribedBy: "need-text-" + r.Key,
		OnClick: func(ctx app.Context) { r.OnPress(ctx, r.Need) },
	}
}

// otherButton is for what is done less often; it stands before the usual one.
func (r *row) otherButton() app.UI {
	return components.Maybe(r.Other != "", func() app.UI {
		return &components.Button{
			ID: "need-no-" + r.Key, Label: r.Other, Busy: r.OtherBusy, Disabled: r.Off, DescribedBy: "need-text-" + r.Key,
			OnClick: func(ctx app.Context) { r.OnOther(ctx, r.Need) },
		}
	})
}

func (r *row) note() app.UI {
	note := &components.Note{Tone: components.ToneInfo, Title: r.Undone, Text: r.Why}
	if r.Undone != "" {
		note.Tone, note.Alert = components.ToneBad, true
	}
	return note
}
