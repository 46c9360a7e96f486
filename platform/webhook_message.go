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

	AfterSaleOrderID int64             `json:"afterSaleOrderId,omitempty"` // 1005, 1007
	ApplyReason      string            `json:"applyReason,omitempty"`      // 1005, 1007
	Money            int64             `json:"money,omitempty"`            // 1005, 1007
	Currency         string            `json:"currency,omitempty"`         // 1005, 1007
	RefundProducts   []RefundedProduct `json:"refundProducts,omitempty"`   // 1007

	LogisticsStatus *LogisticsStatus `json:"logisticsStatus,omitempty"` // 1006; nil when it isn't told
	CourierName     string           `json:"courierName,omitempty"`     // 1006
	CourierPhone    string           `json:"courierPhone,omitempty"`    // 1006

	Extra Extra `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (e *OrderEvent) UnmarshalJSON(b []byte) error {
	type plain OrderEvent
	return decodeKeeping(b, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the unknown members back.
func (e OrderEvent) MarshalJSON() ([]byte, error) {
	type plain OrderEvent
	return encodeKeeping(plain(e), e.Extra)
}

// HoursEvent is the message of 1101: the hours that hold from now on. A nil
// Week or Special isn't told.
type HoursEvent struct {
	OpTime  int64         `json:"opTime,omitempty"`
	ShopID  int64         `json:"shopId"`
	Week    *Week         `json:"businessHourOfTheWeek,omitempty"`
	Special []SpecialDate `json:"specialBusinessHour"`
	Extra   Extra         `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (e *HoursEvent) UnmarshalJSON(b []byte) error {
	type plain HoursEvent
	return decodeKeeping(b, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the unknown members back.
func (e HoursEvent) MarshalJSON() ([]byte, error) {
	type plain HoursEvent
	return encodeKeeping(plain(e), e.Extra)
}

// StatusEvent is the message of 1102.
type StatusEvent struct {
	OpTime     int64      `json:"opTime,omitempty"`
	ShopID     int64      `json:"shopId"`
	FromStatus ShopStatus `json:"fromStatus"`
	ToStatus   ShopStatus `json:"toStatus"`
	Extra      Extra      `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (e *StatusEvent) UnmarshalJSON(b []byte) error {
	type plain StatusEvent
	return decodeKeeping(b, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the unknown members back.
func (e StatusEvent) MarshalJSON() ([]byte, error) {
	type plain StatusEvent
	return encodeKeeping(plain(e), e.Extra)
}

// BindingEvent is the message of 1201: which products' images were taken over.
// No source shows its members: assumed.
type BindingEvent struct {
	OpTime  int64           `json:"opTime,omitempty"`
	ShopID  int64           `json:"shopId"`
	Results []BindingResult `json:"results,omitempty"`
	Extra   Extra           `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (e *BindingEvent) UnmarshalJSON(b []byte) error {
	type plain BindingEvent
	return decodeKeeping(b, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the unknown members back.
func (e BindingEvent) MarshalJSON() ([]byte, error) {
	type plain BindingEvent
	return encodeKeeping(plain(e), e.Extra)
}

// BindingResult is what became of one product's image. Code 0 is success, with
// any other Message says why not.
type BindingResult struct {
	SpuID      int64  `json:"spuId"`
	PictureURL string `json:"pictureUrl,omitempty"`
	Code       int    `json:"code"`
	Message    string `json:"message,omitempty"`
	Extra      Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (r *BindingResult) UnmarshalJSON(b []byte) error {
	type plain BindingResult
	return decodeKeeping(b, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the unknown members back.
func (r BindingResult) MarshalJSON() ([]byte, error) {
	type plain BindingResult
	return encodeKeeping(plain(r), r.Extra)
}
