package platform

// Order is the order record (interface 2.1). The interface shows three fields;
// the rest is assumed (assumptions.go), optional when reading, and what we
// don't know is kept. A flat record has the members of baseOrder at its top.
type Order struct {
	Base       OrderBase       `json:"baseOrder" platform:"flat"`
	Products   []OrderProduct  `json:"products,omitempty"`
	Fees       map[string]Fee  `json:"feeDtl,omitempty"` // by FeeProducts …
	Recipient  *Recipient      `json:"recipientInfo,omitempty"`
	Deliveries []DeliveryState `json:"deliveryInfos,omitempty"` // the last one is how it stands
	Refunds    []RefundState   `json:"refundInfos,omitempty"`   // oldest first
	Cancelled  *Cancellation   `json:"cancelInfo,omitempty"`    // once cancelled; assumed
	Extra      Extra           `json:"-"`
}

// Names in [Order.Fees]; assumed. FeeProducts + FeePackage + FeeDelivery =
// FeeOrigin = FeePaid + FeeReduced, as in interface 2.6. FeeRefunded is what of
// FeePaid went back.
const (
	FeeProducts = "productFee"
	FeePackage  = "packageFee"
	FeeDelivery = "deliveryFee"
	FeeOrigin   = "originFee"
	FeeReduced  = "reduceFee"
	FeePaid     = "realPayFee"
	FeeRefunded = "refundFee"
)

// UnmarshalJSON reads as [Read] does. The shape of an order isn't shown
// (interface 2.1, 4.2): one of which nothing can be used is kept whole.
func (o *Order) UnmarshalJSON(b []byte) error {
	_ = readRecord(b, o, &o.Extra)
	return nil
}

// MarshalJSON gives back what was kept.
func (o Order) MarshalJSON() ([]byte, error) { return writeRecord(&o, o.Extra) }

// OrderBase is an order's own facts. Times are milliseconds of Unix time.
type OrderBase struct {
	OrderViewID  int64       `json:"orderViewId"`
	ShopID       int64       `json:"shopId"`
	Status       OrderStatus `json:"status"`
	CreatedAt    int64       `json:"ctime,omitempty"`
	ChangedAt    int64       `json:"utime,omitempty"`        // of the last change of Status; assumed
	DeliveryTime int64       `json:"deliveryTime,omitempty"` // when the customer expects it
	Remark       string      `json:"remark,omitempty"`       // the customer's note
	// the shop's count of the day, as people call it out; assumed
	Number       int           `json:"daySeq,omitempty"`
	DeliveryType *DeliveryType `json:"deliveryType,omitempty"` // assumed
	Scheduled    bool          `json:"scheduled,omitempty"`    // for DeliveryTime, not as soon as possible; assumed
	Extra        Extra         `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (o *OrderBase) UnmarshalJSON(b []byte) error { return readRecord(b, o, &o.Extra) }

// MarshalJSON gives back what was kept.
func (o OrderBase) MarshalJSON() ([]byte, error) { return writeRecord(&o, o.Extra) }

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

// UnmarshalJSON reads as [Read] does.
func (p *OrderProduct) UnmarshalJSON(b []byte) error { return readRecord(b, p, &p.Extra, &p.Name) }

// MarshalJSON gives back what was kept.
func (p OrderProduct) MarshalJSON() ([]byte, error) { return writeRecord(&p, p.Extra) }

// Recipient is who receives the order.
type Recipient struct {
	Name    string `json:"name,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
	Extra   Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (r *Recipient) UnmarshalJSON(b []byte) error { return readRecord(b, r, &r.Extra, &r.Name) }

// MarshalJSON gives back what was kept.
func (r Recipient) MarshalJSON() ([]byte, error) { return writeRecord(&r, r.Extra) }

// DeliveryState is what is known of a delivery.
type DeliveryState struct {
	LogisticsStatus LogisticsStatus `json:"logisticsStatus"`
	CourierName     string          `json:"courierName,omitempty"`
	CourierPhone    string          `json:"courierPhone,omitempty"`
	OpTime          int64           `json:"opTime,omitempty"` // milliseconds of Unix time; assumed
	Extra           Extra           `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (d *DeliveryState) UnmarshalJSON(b []byte) error { return readRecord(b, d, &d.Extra) }

// MarshalJSON gives back what was kept.
func (d DeliveryState) MarshalJSON() ([]byte, error) { return writeRecord(&d, d.Extra) }
