package devices

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// rings is the card about which devices of the operator's shops would ring.
type rings struct {
	app.Compo

	pages.Deps

	list []api.Device
	read pages.Reader
}

// OnMount reads them.
func (r *rings) OnMount(ctx app.Context) {
	pages.Read(ctx, &r.read, backend.Ringing.From(r.Backend), func(answer *api.Devices) { r.list = answer.Devices })
}

// Render draws the card, once a device is known.
func (r *rings) Render() app.UI {
	return pages.Div("maybe",
		r.read.Failure(text.T("edit.failed")),
		components.Maybe(len(r.list) > 0, func() app.UI {
			return components.Card{ID: "ringing", Title: text.T("rings.title")}.With(
				pages.Soft(text.T("rings.intro")), settings.Rows(r.list, idOf, r.ring))
		}),
	)
}

// ring is how one device rings.
func (r *rings) ring(d api.Device) app.UI {
	last, tone := "", components.ToneWarn
	if d.RangAt != 0 {
		last = text.T("rings.last", text.When(d.RangAt))
	}
	if d.Hush == api.HushNone {
		tone = components.ToneOK
	}
	shop := text.T("told.shops.all")
	if d.ShopID != 0 {
		shop = r.ShopName(d.ShopID)
	}
	return app.Li().Body(
		settings.Who(text.Dots(text.Isolate(d.Who), name(d)), shop, pages.SoftSmall(last)),
		&components.Pill{Tone: tone, Text: text.Word("rings.", d.Hush)},
	)
}
