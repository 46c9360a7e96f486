package orders

import "github.com/shopdesk/shopdesk/platform"

// refundBill is what a preview comes to: each product with what of its price is
// taken off for discounts, and the sum.
type refundBill struct {
	lines []refundLine
	gap   int64 // by which the lines don't come to the platform's sum
	loose bool
}

type refundLine struct {
	billLine
	net  int64 // what goes back
	read bool  // net is known
}

// pricedOf is some of a product of a preview.
func pricedOf(product *platform.RefundProduct, count int) priced {
	p := priced{count: count, price: product.Price}
	for _, g := range product.ChoiceGroups {
		for _, o := range g.Options {
			p.options = append(p.options, pricedOption{o.GroupSkuCount, o.Price})
		}
	}
	return p
}

// refundOf is the bill of a preview.
func refundOf(v *platform.RefundPreview) (b refundBill) {
	var products []priced
	var sum int64
	for i := range v.Products {
		product := &v.Products[i]
		products = append(products, pricedOf(product, product.RefundCount))
		amount, currency, err := platform.ParseAmount(product.RefundPrice)
		ok := err == nil && currency == v.RefundPrice.Currency && exact(amount)
		b.loose = b.loose || !ok
		b.lines = append(b.lines, refundLine{net: amount, read: ok})
		sum += amount
	}
	whole := sum // before discounts
	for _, p := range v.Promotions {
		whole += p.ReduceFee.Amount
	}
	lines, _, coin := billLines(products, whole, true)
	for i, l := range lines {
		l.known = l.known && !b.loose && coin == v.RefundPrice.Currency
		b.lines[i].billLine = l
	}
	if b.loose = b.loose || !exact(v.RefundPrice.Amount); !b.loose {
		b.gap = v.RefundPrice.Amount - sum
	}
	return b
}
