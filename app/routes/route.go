package routes

import (
	"slices"
	"strconv"
	"strings"
)

// Page names a page of the console.
type Page string

// The pages. A page of a shop is named as its address ends, and stands in inShop;
// one of the settings is named by its whole address ("settings/operators", "activity").
const (
	Overview Page = "overview" // "/": sends on to the last shop, or to the list
	SignIn   Page = "signin"   // "/signin"
	Setup    Page = "setup"    // "/setup", the one-time token in the fragment
	Shops    Page = "shops"    // "/shops"
	Shop     Page = "shop"     // "/shops/{id}"
	Hours    Page = "hours"    // "/shops/{id}/hours"
	Dates    Page = "dates"    // "/shops/{id}/dates"
	Phones   Page = "phones"   // "/shops/{id}/phones"
	Activity Page = "activity" // "/activity", and "/shops/{id}/activity" for one shop
	Orders   Page = "orders"   // "/orders", and "/shops/{id}/orders" for one shop
	Order    Page = "order"    // "/shops/{id}/orders/{order}", and "/orders/{id}/{order}" from the pages of all shops
	Refund   Page = "refund"   // the same, with "/refund"
	Past     Page = "past"     // "/orders/history", and "/shops/{id}/orders/history" for one shop
	Photo    Page = "photo"    // "/shops/{id}/photo"
	Share    Page = "share"    // "/share": a picture was shared with the console; sends on to the photo of a shop
	Invite   Page = "invite"   // "/invite", the one-time token in the fragment

	Settings    Page = "settings"           // "/settings"
	Operators   Page = "settings/operators" // and so on
	Devices     Page = "settings/devices"
	Account     Page = "settings/account"
	Connections Page = "settings/connections"
	Hooks       Page = "settings/hooks"
	Profile     Page = "settings/profile"
	About       Page = "settings/about"

	Today     Page = "today" // "/today", and "/shops/{id}/today" for one shop
	Yesterday Page = "today/yesterday"
	Templates Page = "templates" // "/templates" and "/templates/{rest}"
	Runs      Page = "runs"      // "/runs" and "/runs/{rest}"
	Gallery   Page = "gallery"   // "/gallery" and "/gallery/{rest}"
	NotFound  Page = "notfound"
)

// inShop are the pages below "/shops/{id}/".
var inShop = [...]Page{Hours, Dates, Phones, Photo, Today, Activity}

// Route is a place in the console. ShopID is the shop that the page is about, 0
// for none or all; OrderID is 0 outside an order; Rest is what follows in the
// addresses of some pages, without a leading slash: a component's name, a run's id.
type Route struct {
	Page    Page
	ShopID  int64
	OrderID int64
	Rest    string
	Among   bool // an order that was opened from a page of all shops: the console stays with all of them
}

// InShop reports whether the console is in one shop: its pages are in the rail
// and its name is in the bar.
func (r Route) InShop() bool { return r.ShopID != 0 && !r.Among }

// Public reports whether the place can be seen without signing in.
func (r Route) Public() bool {
	return r.Page == SignIn || r.Page == Gallery || r.ByLink()
}

// WithShop is the same place in another shop; from a place outside a shop it
// is that shop's overview.
func (r Route) WithShop(id int64) Route {
	switch {
	case r.Page == Order, r.Page == Refund: // another shop has other orders
		return Route{Page: Orders, ShopID: id}
	case r.Page == Orders, r.Page == Past, r.InShop():
		return Route{Page: r.Page, ShopID: id}
	}
	return Route{Page: Shop, ShopID: id}
}

// Path is the place's address below the mount point. It starts with a slash.
func (r Route) Path() string {
	shop := "/shops/" + strconv.FormatInt(r.ShopID, 10)
	switch {
	case r.Page == Overview, r.Page == NotFound:
		return "/"
	case r.Rest != "":
		return "/" + string(r.Page) + "/" + r.Rest
	case r.AboutOrders():
		return r.orderPath()
	case r.Page == Shop:
		return shop
	case r.InShop():
		return shop + "/" + string(r.Page)
	}
	return "/" + string(r.Page)
}

// parse reads an address below the mount point. A trailing slash is allowed.
func parse(path string) Route {
	path = strings.Trim(path, "/")
	head, rest, _ := strings.Cut(path, "/")
	switch {
	case path == "":
		return Route{Page: Overview}
	case path == "orders":
		return Route{Page: Orders}
	case path == "orders/history":
		return Route{Page: Past}
	case head == "orders":
		return parseAmong(rest)
	case path == "signin", path == "setup", path == "invite", path == "shops", path == "share":
		return Route{Page: Page(path)}
	case head == string(Gallery), head == string(Templates), head == string(Runs):
		return Route{Page: Page(head), Rest: rest}
	case head == "shops":
		return parseShop(rest)
	case head == string(Settings), head == string(Activity), head == string(Today):
		return Route{Page: Page(path)} // which of them there are, the table of pages knows
	}
	return Route{Page: NotFound}
}

// InSettings reports whether the place is one of the settings.
func (r Route) InSettings() bool { return strings.HasPrefix(string(r.Page)+"/", "settings/") }

// ByLink reports whether the place is opened by a one-time link.
func (r Route) ByLink() bool { return r.Page == Setup || r.Page == Invite }

// parseShop reads what follows "shops/". An id is a positive decimal number
// written the only way it can be.
func parseShop(path string) Route {
	text, rest, _ := strings.Cut(path, "/")
	id, ok := parseID(text)
	if !ok {
		return Route{Page: NotFound}
	}
	orders, ok := strings.CutPrefix(rest, "orders")
	switch {
	case ok:
		return parseOrders(id, orders)
	case rest == "":
		return Route{Page: Shop, ShopID: id}
	case slices.Contains(inShop[:], Page(rest)):
		return Route{Page: Page(rest), ShopID: id}
	}
	return Route{Page: NotFound}
}
