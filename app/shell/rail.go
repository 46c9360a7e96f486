package shell

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// place is a page that the rail leads to.
type place struct {
	page routes.Page
	icon components.IconName
}

// The places, in their order in the rail. A phone's bar has the first barPlaces
// of those that there are, and the others behind one button.
var (
	shopPlaces = []place{
		{routes.Shop, components.IconShop},
		{routes.Hours, components.IconHours},
		{routes.Dates, components.IconDates},
		{routes.Phones, components.IconPhone},
		{routes.Photo, components.IconPhoto},
	}
	shopsPlace    = place{routes.Shops, components.IconShops}
	todayPlace    = place{routes.Today, components.IconToday}
	ordersPlace   = place{routes.Orders, components.IconOrders}
	runsPlace     = place{routes.Runs, components.IconPlay}
	templatePlace = place{routes.Templates, components.IconCopy}
	activityPlace = place{routes.Activity, components.IconActivity}
	settingsPlace = place{routes.Settings, components.IconSettings}
	galleryPlace  = place{routes.Gallery, components.IconLink}
)

const barPlaces = 4

// places are those that there are now. The shop's own are there once there is a
// shop to go to; shops is how many they are.
func (r *Root) places() (all []place, shops int) {
	if r.State.MayAnywhere(platform.PermissionOrderView) {
		all = append(all, ordersPlace)
	}
	if r.currentShop() != 0 {
		all = append(all, shopPlaces...)
	}
	shops = len(all)
	if r.State.MayAnywhere(platform.PermissionShopPause) {
		all = append(all, todayPlace)
	}
	all = append(all, shopsPlace)
	if r.State.MayAnywhere(api.MayUseTemplates) {
		all = append(all, runsPlace, templatePlace)
	}
	if r.State.MayAnywhere(api.MayViewActivity) {
		all = append(all, activityPlace)
	}
	all = append(all, settingsPlace)
	if showsGallery() {
		all = append(all, galleryPlace)
	}
	return all, shops
}

// rail is where one can go.
func (r *Root) rail() app.UI {
	all, shops := r.places()
	body := []app.UI{pages.Div("mark", mark(), app.Span().Text(text.T("app")))}
	for i, p := range all {
		if i == shops && i > 0 {
			body = append(body, app.Hr())
		}
		body = append(body, r.placeLink(p, i >= barPlaces && len(all) > barPlaces+1))
	}
	return app.Nav().Class("rail").Aria("label", text.T("nav.label")).Body(append(body, r.more(all))...)
}

func (r *Root) placeLink(p place, extra bool) app.UI {
	link := &components.Link{
		Href: r.Mount.Href(r.routeOf(p.page)), Label: text.T(navKey(p.page)), Short: shortLabel(p.page), Icon: p.icon,
		Kind: components.LinkRail, Current: r.at(p), Extra: extra,
	}
	if n := r.watch.NewCount(); n > 0 && p == ordersPlace {
		link.Count, link.CountFor = strconv.Itoa(n), text.N("orders.count", n)
	}
	return link
}

// at reports whether the present page is the place or below it.
func (r *Root) at(p place) bool {
	switch p {
	case ordersPlace:
		return r.route.AboutOrders()
	case settingsPlace:
		return r.route.InSettings()
	case todayPlace:
		return r.route.Page == routes.Today || r.route.Page == routes.Yesterday
	}
	return r.route.Page == p.page
}

// routeOf is the place of a page; one of a shop's, in the current shop.
func (r *Root) routeOf(page routes.Page) routes.Route {
	route := routes.Route{Page: page}
	if page == routes.Orders || slices.ContainsFunc(shopPlaces, func(p place) bool { return p.page == page }) {
		route.ShopID = r.currentShop()
	}
	return route
}

// shortLabel is what a phone's bar calls a page whose name is long.
func shortLabel(page routes.Page) string { return text.Or(navKey(page)+".short", "") }

// more leads to the places that a phone's bar has no room for.
func (r *Root) more(all []place) app.UI {
	var items []components.MenuItem
	current := false
	for i := barPlaces; i < len(all) && len(all) > barPlaces+1; i++ {
		p := all[i]
		current = current || r.at(p)
		items = append(items, components.MenuItem{
			ID: string(p.page), Label: text.T(navKey(p.page)), Icon: p.icon, Current: r.at(p),
		})
	}
	return components.Only(len(items) > 0, pages.Div("rail-more", &components.Menu{
		ID: "more", Label: text.T("nav.more"), Icon: components.IconMore, Rail: true, Current: current, Items: items,
		OnChoose: r.choosePlace,
	}))
}

func (r *Root) choosePlace(ctx app.Context, id string) { r.open(ctx, r.routeOf(routes.Page(id))) }
