package platform

// Fee is the amount object of interface 2.6. Amount is in the currency's minor
// unit; Text is the currency code, a space and the decimal amount.
type Fee struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Text     string `json:"amountStr"`
	Extra    Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (f *Fee) UnmarshalJSON(b []byte) error {
	type plain Fee
	return decodeKeeping(b, (*plain)(f), &f.Extra)
}

// MarshalJSON writes the unknown members back.
func (f Fee) MarshalJSON() ([]byte, error) {
	type plain Fee
	return encodeKeeping(plain(f), f.Extra)
}

// RefundPreview is the data of a partial-refund preview (interface 2.6, 4.3).
type RefundPreview struct {
	Products    []RefundProduct `json:"products"`
	Promotions  []Promotion     `json:"promotionInfoList"`
	RefundPrice Fee             `json:"refundPrice"`
	Valuation   string          `json:"valuationRule"`
	Extra       Extra           `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (r *RefundPreview) UnmarshalJSON(b []byte) error {
	type plain RefundPreview
	return decodeKeeping(b, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the unknown members back.
func (r RefundPreview) MarshalJSON() ([]byte, error) {
	type plain RefundPreview
	return encodeKeeping(plain(r), r.Extra)
}

// RefundProduct is a product of the preview (interface 2.6). Prices are
// currency-formatted strings. ID is what a [RefundLine] calls OrderProductID.
type RefundProduct struct {
	ID           int64             `json:"id"`
	SpuID        int64             `json:"spuId"`
	SkuID        int64             `json:"skuId"`
	Count        int               `json:"count"`
	Price        string            `json:"price"`
	Name         string            `json:"name"`
	RefundType   int               `json:"refundType"`
	RefundCount  int               `json:"refundCount"`
	RefundPrice  string            `json:"refundPrice"`
	Spec         string            `json:"spec"`
	ChoiceGroups []ChoiceGroup     `json:"choiceGroupList"`
	Associated   []AssociatedGroup `json:"associatedChoiceGroupList"`
	Left         *int              `json:"refundableCount,omitempty"` // of Count; assumed, nil when it isn't told
	Extra        Extra             `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (p *RefundProduct) UnmarshalJSON(b []byte) error {
	type plain RefundProduct
	return decodeKeeping(b, (*plain)(p), &p.Extra)
}

// MarshalJSON writes the unknown members back.
func (p RefundProduct) MarshalJSON() ([]byte, error) {
	type plain RefundProduct
	return encodeKeeping(plain(p), p.Extra)
}

// ChoiceGroup is a group of options of a product (interface 2.6).
type ChoiceGroup struct {
	ID      int64       `json:"id"`
	Name    string      `json:"name"`
	Options []ChoiceSku `json:"choiceGroupSkuList"`
	Extra   Extra       `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (g *ChoiceGroup) UnmarshalJSON(b []byte) error {
	type plain ChoiceGroup
	return decodeKeeping(b, (*plain)(g), &g.Extra)
}

// MarshalJSON writes the unknown members back.
func (g ChoiceGroup) MarshalJSON() ([]byte, error) {
	type plain ChoiceGroup
	return encodeKeeping(plain(g), g.Extra)
}

// ChoiceSku is one option of a group (interface 2.6). Unlike a product's, its
// RefundPrice is an integer.
type ChoiceSku struct {
	ID            int64  `json:"id"`
	SpuID         int64  `json:"spuId"`
	Name          string `json:"name"`
	Price         string `json:"price"`
	RefundCount   int    `json:"refundCount"`
	RefundPrice   int64  `json:"refundPrice"`
	GroupSkuCount int    `json:"groupSkuCount"`
	Extra         Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (c *ChoiceSku) UnmarshalJSON(b []byte) error {
	type plain ChoiceSku
	return decodeKeeping(b, (*plain)(c), &c.Extra)
}

// MarshalJSON writes the unknown members back.
func (c ChoiceSku) MarshalJSON() ([]byte, error) {
	type plain ChoiceSku
	return encodeKeeping(plain(c), c.Extra)
}

// AssociatedGroup is a choice group associated with a product (interface 2.6).
type AssociatedGroup struct {
	Name        string `json:"name"`
	AuditStatus int    `json:"auditStatus"`
	Status      int    `json:"status"`
	Extra       Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (g *AssociatedGroup) UnmarshalJSON(b []byte) error {
	type plain AssociatedGroup
	return decodeKeeping(b, (*plain)(g), &g.Extra)
}

// MarshalJSON writes the unknown members back.
func (g AssociatedGroup) MarshalJSON() ([]byte, error) {
	type plain AssociatedGroup
	return encodeKeeping(plain(g), g.Extra)
}

// Promotion is a discount that applied to the order (interface 2.6):
// OriginFee = RealPayFee + ReduceFee.
type Promotion struct {
	Type       int    `json:"type"`
	Title      string `json:"title"`
	OriginFee  Fee    `json:"originFee"`
	RealPayFee Fee    `json:"realPayFee"`
	ReduceFee  Fee    `json:"reduceFee"`
	Extra      Extra  `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (p *Promotion) UnmarshalJSON(b []byte) error {
	type plain Promotion
	return decodeKeeping(b, (*plain)(p), &p.Extra)
}

// MarshalJSON writes the unknown members back.
func (p Promotion) MarshalJSON() ([]byte, error) {
	type plain Promotion
	return encodeKeeping(plain(p), p.Extra)
}
