package orders

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// bill is an order's products and fees, as a receipt shows them: each line with
// its total, and sums that what stands above them adds up to. Where the platform's
// own numbers don't, a row of its own says by how much.
type bill struct {
	lines []billLine
	rows  []billRow
	loose bool // prices that can't be read, or in several currencies: nothing is added up
}

// billKind tells what a row does to the sum ([confirm.Row]).
type billKind string

// The kinds.
const (
	billPart billKind = "part"
	billLess billKind = "less" // taken off
	billGap  billKind = "gap"  // what the platform's figures don't explain
	billSum  billKind = "sum"  // of all above it
	billElse billKind = "else" // of no sum that we know
)

// billRow is a fee or a sum. What is taken off has a negative amount.
type billRow struct {
	kind  billKind
	name  string // of the fee, or one of our own below
	money api.Money
}

// Names of rows that aren't fees of the platform's.
const (
	rowGap  = "gap"
	rowKept = "kept"
)

// billOf is the bill of an order.
func billOf(d *api.OrderDetail) bill {
	var products []priced
	for i := range d.Lines {
		l := &d.Lines[i]
		p := priced{count: l.Count, price: l.Price}
		for _, g := range l.Groups {
			for _, o := range g.Options {
				p.options = append(p.options, pricedOption{o.Count, o.Price})
			}
		}
		products = append(products, p)
	}
	fees := map[string]api.Money{}
	var b bill
	currency := ""
	for _, fee := range d.Fees {
		fees[fee.Name] = fee.Money
		if currency == "" {
			currency = fee.Money.Currency
		}
		b.loose = b.loose || fee.Money.Currency != currency || !exact(fee.Money.Amount)
	}
	var sum int64
	want, told := fees[platform.FeeProducts]
	var coin string
	b.lines, sum, coin = billLines(products, want.Amount, told)
	if currency == "" {
		currency = coin
	}
	bare := silent(products)
	b.loose = b.loose || !bare && coin != currency || currency == ""
	b.reckon(d.Fees, fees, sum, !bare, currency)
	return b
}

// reckon lays out the fees: what the order is made up of, its sum, what is taken
// off, and what is paid.
func (b *bill) reckon(all []api.OrderFee, fees map[string]api.Money, lines int64, priced bool, currency string) {
	if b.loose {
		for _, fee := range all {
			b.rows = append(b.rows, billRow{billElse, fee.Name, signed(fee.Name, fee.Money)})
		}
		return
	}
	var sum int64
	open := false // something stands there to be added up
	add := func(kind billKind, name string, amount int64) {
		sum, open = sum+amount, true
		b.rows = append(b.rows, billRow{kind, name, api.Money{Amount: amount, Currency: currency}})
	}
	total := func(name string, amount int64) {
		if open && sum != amount {
			add(billGap, rowGap, amount-sum)
		}
		sum, open = amount, true
		b.rows = append(b.rows, billRow{billSum, name, api.Money{Amount: amount, Currency: currency}})
	}
	known := map[string]bool{}
	given := func(name string) (int64, bool) {
		fee, ok := fees[name]
		known[name] = true
		return fee.Amount, ok
	}
	sum, open = lines, priced
	if products, ok := given(platform.FeeProducts); ok {
		total(platform.FeeProducts, products)
	} else if open && len(all) > 0 {
		total(platform.FeeProducts, sum)
	}
	for _, name := range [...]string{platform.FeePackage, platform.FeeDelivery} {
		if amount, ok := given(name); ok {
			add(billPart, name, amount)
		}
	}
	origin, hasOrigin := given(platform.FeeOrigin)
	reduced, hasReduced := given(platform.FeeReduced)
	paid, hasPaid := given(platform.FeePaid)
	refunded, hasRefunded := given(platform.FeeRefunded)
	reduced, refunded = -max(reduced, -reduced), -max(refunded, -refunded)
	var others []api.OrderFee
	var more int64
	for _, fee := range all {
		if !known[fee.Name] {
			others, more = append(others, fee), more+fee.Money.Amount
		}
	}
	take := func() {
		for _, fee := range others {
			add(billPart, fee.Name, fee.Money.Amount)
		}
		others = nil
	}
	if hasOrigin {
		if sum != origin && sum+more == origin {
			take()
		}
		total(platform.FeeOrigin, origin)
	}
	if hasReduced {
		add(billLess, platform.FeeReduced, reduced)
	}
	if hasPaid {
		if sum != paid && sum+more == paid {
			take()
		}
		total(platform.FeePaid, paid)
	}
	if hasRefunded && refunded != 0 {
		add(billLess, platform.FeeRefunded, refunded)
		total(rowKept, sum)
	}
	for _, fee := range others {
		b.rows = append(b.rows, billRow{billElse, fee.Name, fee.Money})
	}
}

// signed is a fee with its sign where nothing is added up.
func signed(name string, m api.Money) api.Money {
	if (name == platform.FeeReduced || name == platform.FeeRefunded) && m.Amount > 0 {
		m.Amount = -m.Amount
		if m.Text != "" {
			m.Text = "-" + m.Text
		}
	}
	return m
}

// words names a row.
func (r billRow) words() string {
	switch r.name {
	case rowGap, rowKept:
		return text.T("orders.bill." + r.name)
	}
	return feeName(r.name)
}

// each writes how many and the price of one: "2 × HKD 53.00". It stands in an element of figures and has the direction
// of that: in Arabic the count is on the right.
func each(count int, unit int64, currency string) string {
	return strconv.Itoa(count) + " × " + confirm.Money(&api.Money{Amount: unit, Currency: currency})
}
