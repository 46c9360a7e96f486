package platform

// OrderEvent is the message of an order event, 1001 to 1007. The first four
// members are the interface's (6.1); the others are assumed and may be missing.
// Times are milliseconds of Unix time, Money is in the currency's minor unit.
// 1001 may carry the members of the order record beside these: the same text
// decodes as an [Order], and here they are in Extra.
type OrderEvent struct {
	OpTime      int64       `json:"opTime"`
	OrderViewID int64       `json:"orderViewId"`
	ShopID      int64       `json:"shopId"`
	Status      OrderStatus `json:"status"`

	CancelReason string  `json:"cancelReason,omitempty"` // 1004
	OpType       *OpType `json:"opType,omitempty"`       // 1004: who cancelled; nil when it isn't told

	AfterSaleOrderID int64             `json:"afterSaleOrderId,omitempty"`       // 1005, 1007
	ApplyReason      string            `json:"applyReason,omitempty"`            // 1005, 1007
	Money            int64             `json:"money,omitempty" platform:"minor"` // 1005, 1007
	Currency         string            `json:"currency,omitempty"`               // 1005, 1007
	RefundProducts   []RefundedProduct `json:"refundProducts,omitempty"`         // 1007

	LogisticsStatus *LogisticsStatus `json:"logisticsStatus,omitempty"` // 1006; nil when it isn't told
	CourierName     string           `json:"courierName,omitempty"`     // 1006
	CourierPhone    string           `json:"courierPhone,omitempty"`    // 1006

	Extra Extra `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (e *OrderEvent) UnmarshalJSON(b []byte) error {
	err := readRecord(b, e, &e.Extra)
	e.Extra.amount(&e.Money, "money", e.Currency)
	return err
}

// MarshalJSON gives back what was kept.
func (e OrderEvent) MarshalJSON() ([]byte, error) { return writeRecord(&e, e.Extra) }

// HoursEvent is the message of 1101: the hours that hold from now on. A nil
// Week or Special isn't told.
type HoursEvent struct {
	OpTime  int64         `json:"opTime,omitempty"`
	ShopID  int64         `json:"shopId"`
	Week    *Week         `json:"businessHourOfTheWeek,omitempty"`
	Special []SpecialDate `json:"specialBusinessHour"`
	Extra   Extra         `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (e *HoursEvent) UnmarshalJSON(b []byte) error { return readRecord(b, e, &e.Extra) }

// MarshalJSON gives back what was kept.
func (e HoursEvent) MarshalJSON() ([]byte, error) { return writeRecord(&e, e.Extra) }

// StatusEvent is the message of 1102.
type StatusEvent struct {
	OpTime     int64      `json:"opTime,omitempty"`
	ShopID     int64      `json:"shopId"`
	FromStatus ShopStatus `json:"fromStatus"`
	ToStatus   ShopStatus `json:"toStatus"`
	Extra      Extra      `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (e *StatusEvent) UnmarshalJSON(b []byte) error { return readRecord(b, e, &e.Extra) }

// MarshalJSON gives back what was kept.
func (e StatusEvent) MarshalJSON() ([]byte, error) { return writeRecord(&e, e.Extra) }

// BindingEvent is the message of 1201: which products' images were taken over.
// No source shows its members: assumed.
type BindingEvent struct {
	OpTime  int64           `json:"opTime,omitempty"`
	ShopID  int64           `json:"shopId"`
	Results []BindingResult `json:"results,omitempty"`
	Extra   Extra           `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (e *BindingEvent) UnmarshalJSON(b []byte) error { return readRecord(b, e, &e.Extra) }

// MarshalJSON gives back what was kept.
func (e BindingEvent) MarshalJSON() ([]byte, error) { return writeRecord(&e, e.Extra) }

// BindingResult is what became of one product's image. Code 0 is success, with
// any other Message says why not.
type BindingResult struct {
	SpuID      int64  `json:"spuId"`
	PictureURL string `json:"pictureUrl,omitempty"`
	Code       int    `json:"code"`
	Message    string `json:"message,omitempty"`
	Extra      Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (r *BindingResult) UnmarshalJSON(b []byte) error { return readRecord(b, r, &r.Extra) }

// MarshalJSON gives back what was kept.
func (r BindingResult) MarshalJSON() ([]byte, error) { return writeRecord(&r, r.Extra) }
