package overview

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldZone = "shop-zone"

// zone is the clock that the shop has.
func (p *Page) zone() app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	return &zoneForm{State: p.State, Backend: p.Backend, Revision: p.Revision, Shop: p.Route.ShopID, Zone: shop.Zone}
}

// zoneForm corrects the time zone by which a shop's hours go. It is opened by a press: there are hundreds of zones.
type zoneForm struct {
	app.Compo

	State    *state.State
	Backend  *backend.Backend
	Revision int // of State
	Shop     int64
	Zone     string // the present one

	ctx    app.Context
	open   bool
	chosen string // "" for the present one
	busy   bool
	err    error // of the last try
	calls  pages.Generation
}

// OnMount keeps what outlives the button.
func (f *zoneForm) OnMount(ctx app.Context) { f.ctx = ctx }

// show opens or closes the form, and puts the keyboard at the control that is there then.
func (f *zoneForm) show(open bool) func(app.Context) {
	return func(ctx app.Context) {
		f.open = open
		components.FocusID(ctx, fieldZone)
	}
}

// Render draws the form, whose button is there once another zone is chosen.
func (f *zoneForm) Render() app.UI {
	if !f.open {
		return pages.Row(&components.Button{
			ID: fieldZone, Label: text.T("edit.of", text.T("shops.add.zone"), text.Place(f.Zone)), OnClick: f.show(true),
		})
	}
	wrong, failure := "", f.err
	if outcome, _ := pages.OutcomeOf(f.err); outcome == pages.OutcomeInvalid {
		wrong, failure = text.T("shops.add.zone.bad"), nil
	}
	chosen := cmp.Or(f.chosen, f.Zone)
	return pages.Form(f.save).Class("stack").Body(
		&components.Select{
			ID: fieldZone, Label: text.T("shops.add.zone"), Hint: text.T("shops.add.zone.hint"), Error: wrong, Value: chosen,
			Options: pages.ZoneOptions(f.Zone), OnChange: pages.Bind(&f.chosen, func(app.Context) { f.err = nil }),
		},
		pages.MaybeFailure(text.T("edit.not.saved"), failure, nil),
		components.Shown(chosen != f.Zone, pages.Row(&components.Button{
			Label: text.T("action.save"), Kind: components.KindGo, Submit: true, Busy: f.busy,
		})),
	)
}

// save saves the chosen zone, and offers to take that back.
func (f *zoneForm) save(app.Context) {
	if f.busy || f.chosen == "" {
		return
	}
	f.busy, f.err = true, nil
	deps, before := pages.Deps{State: f.State, Backend: f.Backend}, f.Zone
	request := api.SetZone{ShopID: f.Shop, Zone: f.chosen}
	call := backend.SetZone.To(f.Backend, request)
	pages.Send(f.ctx, &f.calls, call, func(ctx app.Context, answer api.Shops, err error) {
		if f.busy, f.err = false, err; err != nil {
			return
		}
		pages.Saved(&f.chosen, request.Zone, "")
		f.show(false)(ctx)
		zoneSaved(ctx, deps, answer)
		said := text.T("shop.quick.saved", text.T("shops.add.zone"), text.Place(request.Zone))
		request.Zone = before
		pages.Undo(ctx, deps, said, "error.both", text.T("activity.back.failed"), backend.SetZone.To(f.Backend, request),
			func(ctx app.Context, answer api.Shops) {
				zoneSaved(ctx, deps, answer)
				deps.Toast(ctx, text.T("edit.undone"))
			})
	})
}

// zoneSaved has every page go by the zones that the shops have now.
func zoneSaved(ctx app.Context, d pages.Deps, answer api.Shops) {
	d.State.SetShops(answer.Spread())
	d.Changed(ctx)
	d.Read(ctx)
}
