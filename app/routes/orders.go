package routes

import (
	"strconv"
	"strings"
)

// Order is an order's page, opened from r: from a page of all shops the console
// doesn't go into the order's shop.
func (r Route) Order(shopID, orderID int64) Route {
	return Route{Page: Order, ShopID: shopID, OrderID: orderID, Among: !r.InShop()}
}

// Refund is the page for a refund of the order whose page r is.
func (r Route) Refund() Route {
	r.Page = Refund
	return r
}

// Board is the board that r belongs to: the shop's, or that of all shops.
func (r Route) Board() Route { return r.ofOrders(Orders) }

// Past is the history that r belongs to: the shop's, or that of all shops.
func (r Route) Past() Route { return r.ofOrders(Past) }

func (r Route) ofOrders(page Page) Route {
	if !r.InShop() {
		return Route{Page: page}
	}
	return Route{Page: page, ShopID: r.ShopID}
}

// orderPath is the address of a place that is about orders.
func (r Route) orderPath() string {
	path, shop := "/orders", "/"+strconv.FormatInt(r.ShopID, 10)
	switch {
	case r.Among:
		path += shop
	case r.ShopID != 0:
		path = "/shops" + shop + path
	}
	switch r.Page { //nolint:exhaustive // the others ask for nothing
	case Past:
		return path + "/history"
	case Order:
		return path + "/" + strconv.FormatInt(r.OrderID, 10)
	case Refund:
		return path + "/" + strconv.FormatInt(r.OrderID, 10) + "/refund"
	default:
		return path
	}
}

// parseOrders reads what follows "shops/{id}/orders".
func parseOrders(shopID int64, path string) Route {
	switch path {
	case "":
		return Route{Page: Orders, ShopID: shopID}
	case "/history":
		return Route{Page: Past, ShopID: shopID}
	}
	path, slash := strings.CutPrefix(path, "/")
	text, rest, _ := strings.Cut(path, "/")
	id, ok := parseID(text)
	switch {
	case !slash, !ok:
	case rest == "":
		return Route{Page: Order, ShopID: shopID, OrderID: id}
	case rest == "refund":
		return Route{Page: Refund, ShopID: shopID, OrderID: id}
	}
	return Route{Page: NotFound}
}

// parseAmong reads what follows "orders/" in the address of an order that was
// opened from a page of all shops.
func parseAmong(path string) Route {
	shop, rest, _ := strings.Cut(path, "/")
	shopID, ok := parseID(shop)
	route := parseOrders(shopID, "/"+rest)
	if !ok || route.OrderID == 0 {
		return Route{Page: NotFound}
	}
	route.Among = true
	return route
}

// parseID reads a positive decimal number written the only way it can be.
func parseID(text string) (id int64, ok bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && strconv.FormatInt(id, 10) == text
}

// AboutOrders reports whether the place is one of the pages about orders.
func (r Route) AboutOrders() bool {
	return r.Page == Orders || r.Page == Order || r.Page == Refund || r.Page == Past
}
