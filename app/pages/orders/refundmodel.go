package orders

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// choice is what is to be refunded: how many of which product.
type choice struct {
	products []platform.RefundProduct // all that can be refunded
	counts   map[int64]int            // by the product's id
	bySpu    bool                     // the platform names products by their spuId
}

// left is how many of a product can still be refunded: all that was bought
// where the platform doesn't tell; it then refuses what is too much.
func left(p *platform.RefundProduct) int {
	if p.Left != nil {
		return min(max(*p.Left, 0), p.Count)
	}
	return max(p.Count, 0)
}

// set chooses a count, within what is left.
func (c *choice) set(id int64, n int) {
	for i := range c.products {
		if p := &c.products[i]; p.ID == id {
			c.counts[id] = min(max(n, 0), left(p))
		}
	}
}

// all chooses everything that is left.
func (c *choice) all() {
	for i := range c.products {
		c.set(c.products[i].ID, left(&c.products[i]))
	}
}

// clip keeps what was chosen within a newer list. It reports whether that is less.
func (c *choice) clip(products []platform.RefundProduct) (fewer bool) {
	before := c.counts
	c.products, c.counts = products, map[int64]int{}
	for id, n := range before {
		c.set(id, n)
		fewer = fewer || c.counts[id] < n
	}
	return fewer
}

// costs writes the price of one with its options, and of as many as are chosen.
func (c *choice) costs(p *platform.RefundProduct) string {
	lines, _, _ := withOptions([]priced{pricedOf(p, max(c.counts[p.ID], 1))}, true)
	switch l := lines[0]; {
	case !l.known:
		return priceWords(p.Price)
	case l.count == 1:
		return text.Money(l.unit, l.currency)
	default:
		return text.T("orders.bill.equals", each(l.count, l.unit, l.currency), text.Money(l.total, l.currency))
	}
}

// empty reports whether nothing is chosen.
func (c *choice) empty() bool { return len(c.ones()) == 0 }

// ones is the choice as an act names it, in the list's order.
func (c *choice) ones() []api.RefundOne {
	var ones []api.RefundOne
	for _, p := range c.products {
		name, n := p.ID, c.counts[p.ID]
		if c.bySpu {
			name = p.SpuID
		}
		at := slices.IndexFunc(ones, func(one api.RefundOne) bool { return one.OrderProductID == name })
		switch {
		case n == 0:
		case at >= 0: // two lines of one spuId
			ones[at].RefundCount += n
		default:
			ones = append(ones, api.RefundOne{OrderProductID: name, RefundCount: n})
		}
	}
	return ones
}

// lines is the choice as the preview names it.
func (c *choice) lines() []platform.RefundLine {
	var lines []platform.RefundLine
	for _, one := range c.ones() {
		lines = append(lines, platform.RefundLine(one))
	}
	return lines
}

// addsUp reports whether a promotion is the sum that the interface says it is
// (2.6), or has an amount that can't be read.
func addsUp(p *platform.Promotion) bool {
	return !p.OriginFee.Known() || !p.RealPayFee.Known() || !p.ReduceFee.Known() ||
		p.OriginFee.Amount == p.RealPayFee.Amount+p.ReduceFee.Amount
}
