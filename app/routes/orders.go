package routes

import (
	"strconv"
	"strings"
)

// OrderRoute is an order's page.
func OrderRoute(shopID, orderID int64) Route {
	return Route{Page: Order, ShopID: shopID, OrderID: orderID}
}

// orderPath is the address of a place that is about orders.
func (r Route) orderPath() string {
	path := "/orders"
	if r.ShopID != 0 {
		path = "/shops/" + strconv.FormatInt(r.ShopID, 10) + path
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
		return OrderRoute(shopID, id)
	case rest == "refund":
		return Route{Page: Refund, ShopID: shopID, OrderID: id}
	}
	return Route{Page: NotFound}
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
