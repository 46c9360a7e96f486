package platform

import "strconv"

// ShopStatus is a shop's status (interface 2.2). The values are a
// public documentation's [K]; any other is kept and shown as "Status N".
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
// a public documentation's [K], the others our sandbox's [A].
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

// OpType tells who did something to an order [K].
type OpType int

// Known values of OpType.
const (
	OpSystem   OpType = 0 // the platform itself, as after 5 minutes unconfirmed
	OpCustomer OpType = 10
	OpMerchant OpType = 20
	OpSupport  OpType = 30 // the platform's customer service
)

// String names who it is, or gives the number.
func (o OpType) String() string {
	return codeName(int(o), map[int]string{0: "System", 10: "Customer", 20: "Merchant", 30: "Customer service"})
}

// LogisticsStatus is how far a delivery is (event 1006; values assumed).
type LogisticsStatus int

// The sandbox's delivery states.
const (
	RiderSought    LogisticsStatus = 10
	RiderAssigned  LogisticsStatus = 20
	RiderAtShop    LogisticsStatus = 30
	RiderPickedUp  LogisticsStatus = 40
	RiderDelivered LogisticsStatus = 50
	RiderCancelled LogisticsStatus = 60 // another one is sought
)

// String names the state, or gives its number.
func (l LogisticsStatus) String() string {
	return codeName(int(l), map[int]string{
		10: "Looking for a rider", 20: "Rider assigned", 30: "Rider at the shop",
		40: "Picked up", 50: "Delivered", 60: "Rider cancelled",
	})
}

// DeliveryType is how an order reaches the customer (values assumed).
type DeliveryType int

// The sandbox's ways of delivery.
const (
	ByRider  DeliveryType = 0
	ByPickup DeliveryType = 1 // the customer collects it (interface 3.2, rule 5)
)

// String names the way, or gives its number.
func (d DeliveryType) String() string {
	return codeName(int(d), map[int]string{0: "Delivery", 1: "Self-pickup"})
}

// RefundStatus is how far a refund is (interface 3.2: not shown; values
// assumed).
type RefundStatus int

// The sandbox's refund states.
const (
	RefundAsked    RefundStatus = 10
	RefundAgreed   RefundStatus = 20 // also one that the merchant applied for
	RefundRejected RefundStatus = 30
)

// String names the state, or gives its number.
func (r RefundStatus) String() string {
	return codeName(int(r), map[int]string{10: "Asked", 20: "Agreed", 30: "Rejected"})
}

func codeName(code int, names map[int]string) string {
	if name, ok := names[code]; ok {
		return name
	}
	return "Status " + strconv.Itoa(code)
}
