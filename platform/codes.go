package platform

import "strconv"

// ShopStatus is a shop's status (interface 2.2). The values are from
// platform-facts; any other is kept and shown as "Status N".
type ShopStatus int

// Known shop statuses.
const (
	ShopOperating ShopStatus = 3
	ShopSuspended ShopStatus = 4
)

// String names the status, or gives its number.
func (s ShopStatus) String() string {
	return codeName(int(s), map[int]string{3: "Operating", 4: "Suspended"})
}

// RestStatus is a delivery or pickup rest status (interface 2.2). No value is
// documented: all are shown by their number.
type RestStatus int

// String gives the number.
func (s RestStatus) String() string { return codeName(int(s), nil) }

// PictureStatus is the review state of a picture (interface 3.3; values
// assumed).
type PictureStatus int

// The sandbox's picture states.
const (
	PictureEffective PictureStatus = 1
	PicturePending   PictureStatus = 2
	PictureRejected  PictureStatus = 3
)

// String names the state, or gives its number.
func (s PictureStatus) String() string {
	return codeName(int(s), map[int]string{1: "Shown", 2: "In review", 3: "Rejected"})
}

// OrderStatus is an order's status (interface 2.1). Accepted and cancelled are
// from platform-facts, the rest is our sandbox's.
type OrderStatus int

// Known order statuses.
const (
	OrderPlaced    OrderStatus = 10
	OrderAccepted  OrderStatus = 30
	OrderPrepared  OrderStatus = 35
	OrderCompleted OrderStatus = 40
	OrderCancelled OrderStatus = 50
)

// String names the status, or gives its number.
func (s OrderStatus) String() string {
	return codeName(int(s), map[int]string{10: "Placed", 30: "Accepted", 35: "Prepared", 40: "Completed", 50: "Cancelled"})
}

func codeName(code int, names map[int]string) string {
	if name, ok := names[code]; ok {
		return name
	}
	return "Status " + strconv.Itoa(code)
}
