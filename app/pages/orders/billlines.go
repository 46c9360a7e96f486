package orders

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// billLine is a product. Amounts are in the currency's minor unit.
type billLine struct {
	count    int
	unit     int64 // of one with its options, where they cost extra
	total    int64
	currency string
	known    bool
}

// priced is the price of one product, with its options or without.
type priced struct {
	count   int
	price   string
	options []pricedOption
}

type pricedOption struct {
	count int
	price string
}

// silent reports whether the platform names no price of any product.
func silent(products []priced) bool {
	return !slices.ContainsFunc(products, func(p priced) bool { return p.price != "" })
}

// billLines reckons the lines. Whether a product's price has its options in it
// isn't told (interface 2.6): they cost extra unless the lines come to want only
// without them. coin is the currency of all prices, "" if there is none.
func billLines(products []priced, want int64, told bool) (lines []billLine, sum int64, coin string) {
	lines, sum, coin = withOptions(products, true)
	if told && sum != want {
		if bare, bareSum, bareCoin := withOptions(products, false); bareSum == want && bareCoin != "" {
			return bare, bareSum, bareCoin
		}
	}
	return lines, sum, coin
}

func withOptions(products []priced, extra bool) (lines []billLine, sum int64, coin string) {
	same := true
	for _, p := range products {
		unit, currency, err := platform.ParseAmount(p.price)
		known := err == nil
		if extra {
			for _, o := range p.options {
				if o.price == "" {
					continue
				}
				price, of, err := platform.ParseAmount(o.price)
				known = known && err == nil && of == currency
				unit += price * int64(max(o.count, 1))
			}
		}
		known = known && exact(unit) && p.count >= 0 && p.count <= 1_000_000 && exact(unit*int64(p.count))
		if coin == "" {
			coin = currency
		}
		same = same && known && currency == coin
		line := billLine{count: p.count, known: known}
		if known {
			line.unit, line.total, line.currency = unit, unit*int64(p.count), currency
		}
		lines = append(lines, line)
		sum += line.total
	}
	if !same {
		coin = ""
	}
	return lines, sum, coin
}

// exact reports whether amounts of this size can be multiplied and added up.
func exact(amount int64) bool { return amount < 1e12 && amount > -1e12 }
