package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/gallery"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// rail is where one can go. The shop's own places are there once there is a
// shop to go to.
func (r *Root) rail() app.UI {
	shop := r.currentShop()
	return app.Nav().Class("rail").Aria("label", text.T("nav.label")).Body(
		app.Div().Class("mark").Body(mark(), app.Span().Text(text.T("app"))),
		r.ordersPlace(shop),
		app.If(shop != 0, func() app.UI { return r.place(routes.Shop, shop, "nav.shop", components.IconShop) }),
		app.If(shop != 0, func() app.UI { return r.place(routes.Hours, shop, "nav.hours", components.IconHours) }),
		app.If(shop != 0, func() app.UI { return r.place(routes.Dates, shop, "nav.dates", components.IconDates) }),
		app.If(shop != 0, func() app.UI { return r.place(routes.Phones, shop, "nav.phones", components.IconPhone) }),
		app.If(shop != 0, func() app.UI { return app.Hr() }),
		r.place(routes.Shops, 0, "nav.shops", components.IconShops),
		app.If(gallery.Enabled(), func() app.UI { return r.place(routes.Gallery, 0, "nav.gallery", components.IconSettings) }),
	)
}

// ordersPlace leads to the board, with the count of new orders.
func (r *Root) ordersPlace(shop int64) app.UI {
	if r.route.Page == routes.Orders {
		shop = r.route.ShopID
	}
	return &components.Link{
		Href: r.Mount.Href(routes.Route{Page: routes.Orders, ShopID: shop}), Label: text.T("nav.orders"), Icon: components.IconOrders, Kind: components.LinkRail,
		Current: r.route.Page == routes.Orders || r.route.Page == routes.Order || r.route.Page == routes.Refund || r.route.Page == routes.Past,
		Count:   r.watch.NewCount(), CountFor: text.T("orders.count"),
	}
}

func (r *Root) place(page routes.Page, shop int64, key string, icon components.IconName) app.UI {
	return &components.Link{
		Href: r.Mount.Href(routes.Route{Page: page, ShopID: shop}), Label: text.T(key), Icon: icon,
		Kind: components.LinkRail, Current: r.route.Page == page, Extra: page == routes.Gallery,
	}
}

// currentShop is the shop of the page, else the one looked at last.
func (r *Root) currentShop() int64 {
	if _, theirs := r.State.Shop(r.route.ShopID); theirs {
		return r.route.ShopID
	}
	return r.State.LastShop()
}

// top is the bar above the page.
func (r *Root) top() app.UI {
	pill, known := pages.StandingPill(r.State.Standing(r.route.ShopID))
	shops, _ := r.State.Shops()
	return app.Header().Class("top").Body(
		components.Maybe(len(shops) > 0, func() app.UI {
			return &components.ShopSwitcher{
				ID: "switcher", Label: text.T("switcher.label"), SearchLabel: text.T("switcher.find"),
				EmptyText: text.T("switcher.none"), NoneText: text.T("switcher.pick"),
				Shops: r.switcherShops(), Current: r.route.ShopID, OnChoose: r.changeShop,
			}
		}),
		app.Div().Class("top-status").Body(app.If(r.route.InShop() && known, func() app.UI {
			pill.Live = true
			return &pill
		}), r.pausedBy()),
		app.Span().Class("grow"),
		r.watch.Pill(),
		components.Maybe(r.mayPause(), r.pauseButton),
		app.If(r.State.Operator() != nil, r.menu),
	)
}

func (r *Root) switcherShops() []components.ShopItem {
	shops, _ := r.State.Shops()
	items := make([]components.ShopItem, len(shops))
	for i, shop := range shops {
		items[i] = components.ShopItem{ID: shop.ShopID, Name: state.DisplayName(shop), Detail: state.OtherName(shop)}
		standing := r.State.Standing(shop.ShopID)
		if pill, ok := pages.StandingPill(standing); ok {
			items[i].Tone, items[i].Status = pill.Tone, pages.StandingWord(standing)
		}
	}
	return items
}

// changeShop keeps the page and changes the shop.
func (r *Root) changeShop(ctx app.Context, id int64) { r.open(ctx, r.route.WithShop(id)) }

// themeItem is the id of a theme in the menu.
func themeItem(theme state.Theme) string { return "theme-" + string(theme) }

const itemOut = "out"

// menu is the operator's own.
func (r *Root) menu() app.UI {
	operator := r.State.Operator()
	worn := r.State.Theme()
	var items []components.MenuItem
	for _, theme := range state.Themes() {
		label := text.T("menu.theme", text.T("theme."+string(theme)))
		if theme == worn {
			label = text.T("menu.theme.worn", text.T("theme."+string(theme)))
		}
		items = append(items, components.MenuItem{ID: themeItem(theme), Label: label})
	}
	if !r.State.Session().HostSign {
		items = append(items, components.MenuItem{ID: itemOut, Label: text.T("menu.out")})
	}
	return app.Div().Class("me").Body(
		app.Span().Class("me-name").Body(
			app.B().Class("cut").Text(operator.Name),
			app.Span().Class("soft", "small").Text(text.T("role."+string(operator.Role))),
		),
		&components.Menu{
			ID: "me", Label: text.T("menu.label", operator.Name, text.T("role."+string(operator.Role))),
			Icon: components.IconPerson, Bare: true, Items: items, OnChoose: r.chooseMine,
		},
	)
}

func (r *Root) chooseMine(_ app.Context, id string) {
	if id == itemOut {
		r.signOut()
		return
	}
	for _, theme := range state.Themes() {
		if id == themeItem(theme) {
			_ = r.State.SetTheme(theme) // worn now, whether or not it can be kept
			r.wear(theme)
		}
	}
}
