package shell

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// mainID is the id of the part of the frame that holds the page.
const mainID = "main"

// OnNav follows the address. A change of the fragment alone is no navigation.
func (r *Root) OnNav(ctx app.Context) {
	popped := r.popped
	r.popped = false
	route := r.Mount.Parse(ctx.Page().URL().Path)
	first := !r.arrived
	if route == r.route && !first {
		return
	}
	r.arrived = true
	if !first {
		r.heights.left(r.Mount.Href(r.route), popped)
		letGo()
	}
	if route.Page != r.route.Page {
		r.State.SetPlace("")
	}
	if !r.route.AboutOrders() {
		r.Book.Look = book.Look{} // whoever comes from elsewhere finds the whole board
	}
	r.route = route
	r.pausing.open, r.pausing.many.open = false, false // else one lies over the page, or opens again with its shop
	r.watch.Follow(route)
	r.arrive(ctx)
	if app.IsServer || first {
		return
	}
	r.toHeading()
	r.heights.arrived(r.ctx, r.Mount.Href(route), popped)
}

// open goes to a place.
func (r *Root) open(ctx app.Context, route routes.Route) { ctx.Navigate(r.Mount.Href(route)) }

// arrive does what the present place needs, as soon as enough is known: a
// title, a fresh record, and from the start on to a shop.
func (r *Root) arrive(ctx app.Context) {
	if r.phase != ready {
		return
	}
	if r.State.Operator() != nil {
		if r.route.Page == routes.Overview || r.route.Page == routes.SignIn && r.State.Checked() {
			r.moveOn(ctx)
		}
		if r.route.Page == routes.Share {
			r.moveShared(ctx)
		}
	}
	r.followShared(ctx)
	if r.route.InShop() {
		if _, ok := r.State.Shop(r.route.ShopID); ok {
			r.State.SetLastShop(r.route.ShopID)
		}
	}
	ctx.Page().SetTitle("%s", r.title())
	r.watch.Follow(r.route)
	r.refresh()
}

// moveOn leads from the start to where the person works: staff to their orders,
// others to the shop looked at last, to the only one, or to the list. The address
// is replaced, so that Back doesn't lead here again.
func (r *Root) moveOn(ctx app.Context) {
	route := routes.Route{Page: routes.Shops}
	shops, listed := r.State.Shops()
	role := r.State.Operator().Role
	switch last := r.State.LastShop(); {
	case role == api.RoleStaff && r.State.MayAnywhere(platform.PermissionOrderWork):
		route = r.watch.Board()
	case (role == api.RoleStaff || role == "") && !listed && r.State.ListErr() == nil:
		return // where they may work is on its way
	case last != 0:
		route = routes.Route{Page: routes.Shop, ShopID: last}
	case !listed && r.State.ListErr() == nil:
		return // the list is on its way
	case len(shops) == 1:
		route = routes.Route{Page: routes.Shop, ShopID: shops[0].ShopID}
	}
	r.replace(ctx, route)
}

// replace goes to a place instead of the present one.
func (r *Root) replace(ctx app.Context, route routes.Route) {
	address := ctx.Page().URL()
	address.Path, address.RawQuery = r.Mount.Href(route), ""
	ctx.Page().ReplaceURL(address)
	r.route = route
	r.toHeading()
}

// toHeading moves the keyboard to the new page's heading, for those who don't
// see that the page has changed. The form that led here may be gone by then,
// and its context with it. The browser lays the page out for that: what has been mounted sets its styles before, and a
// part of the page that takes the keyboard then keeps it, as does a field in which a person types by then.
func (r *Root) toHeading() {
	pressed := components.ActiveElement()
	r.ctx.Defer(func(ctx app.Context) {
		before := components.ActiveElement()
		if components.MovedOn(pressed) {
			return
		}
		ctx.Dispatch(func(ctx app.Context) {
			ctx.PreventUpdate()
			id := pages.HeadingID
			if !app.Window().GetElementByID(id).Truthy() {
				id = mainID
			}
			if components.ActiveElement().Equal(before) {
				components.FocusID(ctx, id)
			}
		})
	})
}

// title names page and shop, for tabs and history, after the number of orders that wait.
func (r *Root) title() string {
	if n := r.watch.NewCount(); n > 0 {
		return "(" + strconv.Itoa(n) + ") " + r.placeName()
	}
	return r.placeName()
}

func (r *Root) placeName() string {
	page := r.pageName()
	if shop, ok := r.State.Shop(r.route.ShopID); ok && r.route.InShop() && r.signedInside() && !r.ended {
		return text.T("app.shop.title", page, state.DisplayName(shop))
	}
	return text.T("app.title", page)
}

func (r *Root) pageName() string {
	if (r.ended || !r.signedInside()) && !r.route.ByLink() {
		return text.T("signin.title")
	}
	switch page := r.route.Page; {
	case page == routes.Setup:
		return text.T("setup.title")
	case page == routes.Invite:
		return text.T("invite.title")
	case page == routes.Past:
		return text.T("orders.past")
	case r.route.AboutOrders():
		return text.T("nav.orders")
	case page == routes.Shops:
		return text.T("nav.shops")
	case page == routes.Overview, page == routes.Share:
		return text.T("app")
	}
	if _, ours := r.Pages[r.route.Page]; !ours || r.route.ShopID != 0 && r.nobodys(r.route.ShopID) {
		return text.T("notfound.title")
	}
	return text.T(navKey(r.route.Page))
}

// navKey names the text that leads to a page: "nav.hours", and "nav.people" for
// "settings/operators".
func navKey(page routes.Page) string {
	return "nav." + string(page[strings.LastIndex(string(page), "/")+1:])
}

// nobodys reports whether the operator doesn't have the shop, for all we know.
func (r *Root) nobodys(shopID int64) bool {
	shops, listed := r.State.Shops()
	_, theirs := r.State.Shop(shopID)
	return !theirs && (listed || len(shops) > 0)
}

// signedInside reports whether the page in the frame is one for somebody
// signed in.
func (r *Root) signedInside() bool { return r.State.Operator() != nil && r.route.Page != routes.SignIn }
