package platform

// Cancellation is how an order was cancelled; assumed, as event 1004 tells it.
// CancelCode is the merchant's own reason (CancelOther …), 0 for others.
type Cancellation struct {
	OpType       OpType `json:"opType"`
	CancelCode   int    `json:"cancelCode,omitempty"`
	CancelReason string `json:"cancelReason,omitempty"`
	OpTime       int64  `json:"opTime,omitempty"` // milliseconds of Unix time
	Extra        Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (c *Cancellation) UnmarshalJSON(b []byte) error {
	return readRecord(b, c, &c.Extra, &c.CancelReason)
}

// MarshalJSON gives back what was kept.
func (c Cancellation) MarshalJSON() ([]byte, error) { return writeRecord(&c, c.Extra) }

// RefundState is a refund of an order: asked by the customer and perhaps
// decided, or applied for by the merchant (Applicant OpMerchant), which needs no
// decision. Money is in the currency's minor unit, times are milliseconds of
// Unix time. All but the first four members are assumed.
type RefundState struct {
	AfterSaleOrderID int64             `json:"afterSaleOrderId,omitempty"`
	ApplyReason      string            `json:"applyReason,omitempty"`
	Money            int64             `json:"money,omitempty" platform:"minor"`
	Currency         string            `json:"currency,omitempty"`
	Status           RefundStatus      `json:"status,omitempty"`
	Applicant        OpType            `json:"applyOpType,omitempty"`
	ApplyTime        int64             `json:"applyTime,omitempty"`
	Decider          OpType            `json:"opType,omitempty"` // once decided
	OpTime           int64             `json:"opTime,omitempty"` // of the decision
	RejectCode       int               `json:"rejectCode,omitempty"`
	RejectReason     string            `json:"rejectReason,omitempty"`
	Products         []RefundedProduct `json:"refundProducts,omitempty"` // of a partial one
	Extra            Extra             `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (r *RefundState) UnmarshalJSON(b []byte) error {
	err := readRecord(b, r, &r.Extra, &r.ApplyReason)
	r.Extra.amount(&r.Money, "money", r.Currency)
	return err
}

// MarshalJSON gives back what was kept.
func (r RefundState) MarshalJSON() ([]byte, error) { return writeRecord(&r, r.Extra) }

// RefundedProduct is a product of a partial refund, and how many of it; the
// names are assumed. RefundPrice is formatted with its currency.
type RefundedProduct struct {
	OrderProductID int64  `json:"orderProductId"`
	Name           string `json:"name,omitempty"`
	RefundCount    int    `json:"refundCount"`
	RefundPrice    string `json:"refundPrice,omitempty"`
	Extra          Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (p *RefundedProduct) UnmarshalJSON(b []byte) error { return readRecord(b, p, &p.Extra, &p.Name) }

// MarshalJSON gives back what was kept.
func (p RefundedProduct) MarshalJSON() ([]byte, error) { return writeRecord(&p, p.Extra) }
