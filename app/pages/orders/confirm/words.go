package confirm

import (
	"strconv"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
)

// Number is what people call the order by.
func Number(o *api.Order) string {
	if o.Number != "" {
		return "#" + o.Number
	}
	return "#" + strconv.FormatInt(o.OrderID, 10)
}

// Money writes an amount, "" for none, or the platform's own words where it names no
// currency.
func Money(m *api.Money) string {
	switch {
	case m == nil:
		return ""
	case m.Currency == "" && m.Text != "":
		return m.Text
	}
	return text.Money(m.Amount, m.Currency)
}

// Asked says what a customer wants back, and why.
func Asked(r *api.OrderRefund) string {
	words := Money(r.Money)
	if words == "" {
		words = text.T("orders.refund.some")
	}
	if r.Reason != "" {
		return text.T("orders.refund.why", words, r.Reason)
	}
	return words
}

// Word names an act: "Accept".
func Word(act api.Act) string {
	if key := "orders.act." + string(act); text.Has(key) {
		return text.T(key)
	}
	return string(act)
}
