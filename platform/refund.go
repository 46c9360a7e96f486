package platform

import "strings"

// Fee is the amount object of interface 2.6. Amount is in the currency's minor
// unit; Text is the currency code, a space and the decimal amount.
type Fee struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Text     string `json:"amountStr"`
	// NoAmount says that no amount could be read: Amount is that of the text, or 0.
	NoAmount bool  `json:"-"`
	Extra    Extra `json:"-"`
}

// feeWire tells an absent amount from 0.
type feeWire struct {
	Amount   *int64 `json:"amount,omitempty" platform:"minor"`
	Currency string `json:"currency"`
	Text     string `json:"amountStr"`
}

// UnmarshalJSON reads an object, a bare text or a bare number, as [Read] does. An
// amount with decimals, which is no number of minor units, is that of the text, else
// one of the currency, and so is a text without an amount.
func (f *Fee) UnmarshalJSON(b []byte) error {
	var wire feeWire
	*f = Fee{}
	err := readRecord(b, &wire, &f.Extra, &wire.Text, &wire.Amount)
	f.Currency, f.Text, f.NoAmount = wire.Currency, wire.Text, wire.Amount == nil
	if !f.NoAmount {
		f.Amount = *wire.Amount
		return err
	}
	if amount, currency, ok := f.worded(); ok {
		f.Amount, f.Currency = amount, currency
	}
	return err
}

// worded is the amount that the fee names in words.
func (f *Fee) worded() (amount int64, currency string, ok bool) {
	for _, written := range [...]string{f.Text, f.Currency + " " + f.Extra.Raw("amount")} {
		if amount, currency, err := ParseAmount(written); err == nil {
			return amount, currency, true
		}
	}
	return 0, "", false
}

// Known reports whether the amount was told. An amount of zero has a currency.
func (f *Fee) Known() bool {
	if f.NoAmount && f.Amount == 0 {
		_, _, ok := f.worded()
		return ok
	}
	return f.Amount != 0 || f.Currency != ""
}

// MarshalJSON gives back what was kept.
func (f Fee) MarshalJSON() ([]byte, error) {
	wire := f.wire()
	return writeRecord(&wire, f.Extra)
}

// wire is what is written. An amount that wasn't read is written only if it was set
// since.
func (f *Fee) wire() feeWire {
	wire := feeWire{Amount: &f.Amount, Currency: f.Currency, Text: f.Text}
	if amount, _, _ := f.worded(); f.NoAmount && f.Amount == amount {
		wire.Amount = nil
	}
	return wire
}

// UnmarshalJSON reads what a Fee of that text writes: [writeRecord] compares with it.
func (w *feeWire) UnmarshalJSON(b []byte) error {
	var fee Fee
	err := fee.UnmarshalJSON(b)
	*w = fee.wire()
	return err
}

// RefundPreview is the data of a partial-refund preview (interface 2.6, 4.3).
type RefundPreview struct {
	Products    []RefundProduct `json:"products"`
	Promotions  []Promotion     `json:"promotionInfoList"`
	RefundPrice Fee             `json:"refundPrice"`
	Valuation   string          `json:"valuationRule"`
	Extra       Extra           `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (r *RefundPreview) UnmarshalJSON(b []byte) error { return readRecord(b, r, &r.Extra) }

// MarshalJSON gives back what was kept.
func (r RefundPreview) MarshalJSON() ([]byte, error) { return writeRecord(&r, r.Extra) }

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

// UnmarshalJSON reads as [Read] does.
func (p *RefundProduct) UnmarshalJSON(b []byte) error { return readRecord(b, p, &p.Extra, &p.Name) }

// MarshalJSON gives back what was kept.
func (p RefundProduct) MarshalJSON() ([]byte, error) { return writeRecord(&p, p.Extra) }

// ChoiceGroup is a group of options of a product (interface 2.6).
type ChoiceGroup struct {
	ID      int64       `json:"id"`
	Name    string      `json:"name"`
	Options []ChoiceSku `json:"choiceGroupSkuList"`
	Extra   Extra       `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (g *ChoiceGroup) UnmarshalJSON(b []byte) error { return readRecord(b, g, &g.Extra, &g.Name) }

// MarshalJSON gives back what was kept.
func (g ChoiceGroup) MarshalJSON() ([]byte, error) { return writeRecord(&g, g.Extra) }

// ChoiceSku is one option of a group (interface 2.6). Unlike a product's, its
// RefundPrice is an integer.
type ChoiceSku struct {
	ID            int64  `json:"id"`
	SpuID         int64  `json:"spuId"`
	Name          string `json:"name"`
	Price         string `json:"price"`
	RefundCount   int    `json:"refundCount"`
	RefundPrice   int64  `json:"refundPrice" platform:"minor"`
	GroupSkuCount int    `json:"groupSkuCount"`
	Extra         Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does. A RefundPrice with decimals is of the currency of Price.
func (c *ChoiceSku) UnmarshalJSON(b []byte) error {
	err := readRecord(b, c, &c.Extra, &c.Name)
	currency, _, _ := strings.Cut(c.Price, " ")
	c.Extra.amount(&c.RefundPrice, "refundPrice", currency)
	return err
}

// MarshalJSON gives back what was kept.
func (c ChoiceSku) MarshalJSON() ([]byte, error) { return writeRecord(&c, c.Extra) }

// AssociatedGroup is a choice group associated with a product (interface 2.6).
type AssociatedGroup struct {
	Name        string `json:"name"`
	AuditStatus int    `json:"auditStatus"`
	Status      int    `json:"status"`
	Extra       Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does.
func (g *AssociatedGroup) UnmarshalJSON(b []byte) error { return readRecord(b, g, &g.Extra, &g.Name) }

// MarshalJSON gives back what was kept.
func (g AssociatedGroup) MarshalJSON() ([]byte, error) { return writeRecord(&g, g.Extra) }

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

// UnmarshalJSON reads as [Read] does.
func (p *Promotion) UnmarshalJSON(b []byte) error { return readRecord(b, p, &p.Extra, &p.Title) }

// MarshalJSON gives back what was kept.
func (p Promotion) MarshalJSON() ([]byte, error) { return writeRecord(&p, p.Extra) }
