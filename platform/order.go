package platform

// Order is the order record (interface 2.1). The interface shows three fields;
// the rest is assumed (assumptions.go), optional when reading, and what we
// don't know is kept.
type Order struct {
	Base       OrderBase       `json:"baseOrder"`
	Products   []OrderProduct  `json:"products,omitempty"`
	Fees       map[string]Fee  `json:"feeDtl,omitempty"`
	Recipient  *Recipient      `json:"recipientInfo,omitempty"`
	Deliveries []DeliveryState `json:"deliveryInfos,omitempty"`
	Refunds    []RefundState   `json:"refundInfos,omitempty"`
	Extra      Extra           `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (o *Order) UnmarshalJSON(b []byte) error {
	type plain Order
	return decodeKeeping(b, (*plain)(o), &o.Extra)
}

// MarshalJSON writes the unknown members back.
func (o Order) MarshalJSON() ([]byte, error) {
	type plain Order
	return encodeKeeping(plain(o), o.Extra)
}

// OrderBase is an order's own facts. Times are milliseconds of Unix time.
type OrderBase struct {
	OrderViewID  int64       `json:"orderViewId"`
	ShopID       int64       `json:"shopId"`
	Status       OrderStatus `json:"status"`
	CreatedAt    int64       `json:"ctime,omitempty"`
	DeliveryTime int64       `json:"deliveryTime,omitempty"`
	Remark       string      `json:"remark,omitempty"`
	Extra        Extra       `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (o *OrderBase) UnmarshalJSON(b []byte) error {
	type plain OrderBase
	return decodeKeeping(b, (*plain)(o), &o.Extra)
}

// MarshalJSON writes the unknown members back.
func (o OrderBase) MarshalJSON() ([]byte, error) {
	type plain OrderBase
	return encodeKeeping(plain(o), o.Extra)
}

// OrderProduct is one line of an order.
type OrderProduct struct {
	ID           int64         `json:"id"`
	SpuID        int64         `json:"spuId"`
	SkuID        int64         `json:"skuId"`
	Name         string        `json:"name"`
	Count        int           `json:"count"`
	Price        string        `json:"price,omitempty"`
	Spec         string        `json:"spec,omitempty"`
	ChoiceGroups []ChoiceGroup `json:"choiceGroupList,omitempty"`
	Extra        Extra         `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (p *OrderProduct) UnmarshalJSON(b []byte) error {
	type plain OrderProduct
	return decodeKeeping(b, (*plain)(p), &p.Extra)
}

// MarshalJSON writes the unknown members back.
func (p OrderProduct) MarshalJSON() ([]byte, error) {
	type plain OrderProduct
	return encodeKeeping(plain(p), p.Extra)
}

// Recipient is who receives the order.
type Recipient struct {
	Name    string `json:"name,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
	Extra   Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (r *Recipient) UnmarshalJSON(b []byte) error {
	type plain Recipient
	return decodeKeeping(b, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the unknown members back.
func (r Recipient) MarshalJSON() ([]byte, error) {
	type plain Recipient
	return encodeKeeping(plain(r), r.Extra)
}

// DeliveryState is what is known of a delivery.
type DeliveryState struct {
	LogisticsStatus int    `json:"logisticsStatus"`
	CourierName     string `json:"courierName,omitempty"`
	CourierPhone    string `json:"courierPhone,omitempty"`
	Extra           Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (d *DeliveryState) UnmarshalJSON(b []byte) error {
	type plain DeliveryState
	return decodeKeeping(b, (*plain)(d), &d.Extra)
}

// MarshalJSON writes the unknown members back.
func (d DeliveryState) MarshalJSON() ([]byte, error) {
	type plain DeliveryState
	return encodeKeeping(plain(d), d.Extra)
}

// RefundState is what is known of a refund request.
type RefundState struct {
	AfterSaleOrderID int64  `json:"afterSaleOrderId,omitempty"`
	ApplyReason      string `json:"applyReason,omitempty"`
	Money            int64  `json:"money,omitempty"`
	Currency         string `json:"currency,omitempty"`
	Extra            Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (r *RefundState) UnmarshalJSON(b []byte) error {
	type plain RefundState
	return decodeKeeping(b, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the unknown members back.
func (r RefundState) MarshalJSON() ([]byte, error) {
	type plain RefundState
	return encodeKeeping(plain(r), r.Extra)
}
