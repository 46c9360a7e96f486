package orders

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func (p *Board) closeSheet(app.Context) { p.sheet = false }

// sheetDialog is the dialog with what can be set: for this device, and for the
// shop.
func (p *Board) sheetDialog() app.UI {
	shop := p.Route.ShopID
	return &components.Dialog{
		ID: "sheet", Title: text.T("orders.sheet"), Open: p.sheet, CloseLabel: text.T("action.close"), OnClose: p.closeSheet,
		Body: func() []app.UI {
			body := []app.UI{p.deviceSheet()}
			if shop != 0 && p.State.May(shop, platform.PermissionShopPause) {
				body = append(body, p.auto.Page(app.H3().Text(text.T("orders.auto")), p.ruleForm))
			} else if set, ok := p.Book.Settings(shop); ok && set.AutoAccept {
				body = append(body, app.P().Text(text.T("orders.auto.is")))
			}
			return body
		},
		Actions: pages.Buttons(components.Button{Label: text.T("action.close"), OnClick: p.closeSheet}),
	}
}

// deviceSheet is what holds for this device alone.
func (p *Board) deviceSheet() app.UI {
	st := p.State
	return pages.Stack(
		app.H3().Text(text.T("devices.this")),
		pages.RingNote(p.Book.Hush),
		components.Shown(p.ringsForOne(), pages.P("hint", text.T("orders.ring.alone", p.ShopName(p.Route.ShopID)))),
		&components.Switch{
			ID: "sheet-sound", Label: text.T("account.sound"), On: st.Sound(),
			OnChange: func(ctx app.Context, _ bool) { p.toggleSound(ctx) },
		},
		&components.Choices{
			ID: "sheet-volume", Label: text.T("orders.volume"), Value: strconv.Itoa(st.Volume()), OnChange: p.chooseVolume,
			Options: []components.Option{
				{Value: "0", Label: text.T("orders.volume.low")}, {Value: "1", Label: text.T("orders.volume.middle")},
				{Value: "2", Label: text.T("orders.volume.high")},
			},
		},
		pages.Row(
			p.tester("new", device.TuneNew), p.tester("last", device.TuneUrgent), p.tester("lost", device.TuneLost),
			p.tester("notice", device.TuneNotice),
		),
		pages.P("hint", text.T("orders.test.hint")),
		&components.Switch{ID: "sheet-print", Label: text.T("orders.print.auto"), On: st.AutoPrint(),
			DescribedBy: "sheet-print-hint", OnChange: func(ctx app.Context, on bool) {
				st.SetAutoPrint(on)
				p.Changed(ctx)
			}},
		app.P().ID("sheet-print-hint").Class("hint").Text(text.T("orders.print.auto.hint")),
		pages.Row(&components.Button{ID: "sheet-keys", Label: text.T("orders.keys"), OnClick: func(app.Context) {
			p.sheet, p.keys = false, true
		}}),
		components.Shown(!st.Session().HostSign,
			pages.Row(p.LinkTo(routes.Route{Page: routes.Devices}, text.T("orders.background")))),
	)
}

// ringsForOne reports whether this device rings for one shop, of several that the person may see the orders of.
func (p *Board) ringsForOne() bool {
	shops, _ := p.State.Shops()
	return p.Route.ShopID != 0 && slices.ContainsFunc(shops, func(shop api.Shop) bool {
		return shop.ShopID != p.Route.ShopID && p.State.May(shop.ShopID, platform.PermissionOrderView)
	})
}

// tester has a tune heard.
func (p *Board) tester(name string, tune device.Tune) app.UI {
	return &components.Button{
		ID: "test-" + name, Label: text.T("orders.test." + name), Icon: components.IconSound, OnClick: p.test(tune),
	}
}

func (p *Board) test(tune device.Tune) func(app.Context) {
	return func(app.Context) {
		device.Unmute()
		p.State.SetHeard()
		device.Play(tune.At(p.State.Loudness()))
	}
}

func (p *Board) chooseVolume(ctx app.Context, value string) {
	chosen, err := strconv.Atoi(value)
	if err != nil {
		return
	}
	p.State.SetVolume(chosen)
	p.test(device.TuneNew)(ctx)
	p.Changed(ctx)
}
