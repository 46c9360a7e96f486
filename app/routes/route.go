package routes

import (
	"strconv"
	"strings"
)

// Page names a page of the console.
type Page string

// The pages.
const (
	Overview Page = "overview" // "/": sends on to the last shop, or to the list
	SignIn   Page = "signin"   // "/signin"
	Setup    Page = "setup"    // "/setup", the one-time token in the fragment
	Shops    Page = "shops"    // "/shops"
	Shop     Page = "shop"     // "/shops/{id}"
	Hours    Page = "hours"    // "/shops/{id}/hours"
	Dates    Page = "dates"    // "/shops/{id}/dates"
	Phones   Page = "phones"   // "/shops/{id}/phones"
	Orders   Page = "orders"   // "/orders", and "/shops/{id}/orders" for one shop
	Order    Page = "order"    // "/shops/{id}/orders/{order}"
	Refund   Page = "refund"   // "/shops/{id}/orders/{order}/refund"
	Past     Page = "past"     // "/orders/history", and "/shops/{id}/orders/history" for one shop
	Gallery  Page = "gallery"  // "/gallery" and "/gallery/{rest}"
	NotFound Page = "notfound"
)

// Route is a place in the console. ShopID is 0 outside a shop, OrderID outside
// an order; Rest is the gallery's own path, without a leading slash.
type Route struct {
	Page    Page
	ShopID  int64
	OrderID int64
	Rest    string
}

// InShop reports whether the place belongs to one shop.
func (r Route) InShop() bool { return r.ShopID != 0 }

// Public reports whether the place can be seen without signing in.
func (r Route) Public() bool {
	return r.Page == SignIn || r.Page == Setup || r.Page == Gallery
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
	switch r.Page {
	case SignIn, Setup, Shops:
		return "/" + string(r.Page)
	case Shop:
		return "/shops/" + strconv.FormatInt(r.ShopID, 10)
	case Hours:
		return "/shops/" + strconv.FormatInt(r.ShopID, 10) + "/hours"
	case Dates:
		return "/shops/" + strconv.FormatInt(r.ShopID, 10) + "/dates"
	case Phones:
		return "/shops/" + strconv.FormatInt(r.ShopID, 10) + "/phones"
	case Orders, Past, Order, Refund:
		return r.orderPath()
	case Gallery:
		if r.Rest == "" {
			return "/gallery"
		}
		return "/gallery/" + r.Rest
	case Overview, NotFound:
	}
	return "/"
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
	case path == "signin", path == "setup", path == "shops":
		return Route{Page: Page(path)}
	case head == "gallery":
		return Route{Page: Gallery, Rest: rest}
	case head == "shops":
		return parseShop(rest)
	}
	return Route{Page: NotFound}
}

// parseShop reads what follows "shops/". An id is a positive decimal number
// written the only way it can be.
func parseShop(path string) Route {
	text, rest, _ := strings.Cut(path, "/")
	id, ok := parseID(text)
	if !ok {
		return Route{Page: NotFound}
	}
	if orders, ok := strings.CutPrefix(rest, "orders"); ok {
		return parseOrders(id, orders)
	}
	switch rest {
	case "":
		return Route{Page: Shop, ShopID: id}
	case "hours":
		return Route{Page: Hours, ShopID: id}
	case "dates":
		return Route{Page: Dates, ShopID: id}
	case "phones":
		return Route{Page: Phones, ShopID: id}
	}
	return Route{Page: NotFound}
}
