package orderstest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
)

// Price is the price of one piece of the order's only product, in minor units.
const Price = 4800

// left returns how many pieces of the product aren't refunded.
func left(o *platform.Order) int {
	n := o.Products[0].Count
	for _, r := range o.Refunds {
		for _, p := range r.Products {
			n -= p.RefundCount
		}
	}
	return n
}

// refund previews or applies a partial refund by the merchant (interface 4.3).
func refund(o *platform.Order, lines []platform.RefundLine, apply bool) (data any, code int, message string) {
	count := 0
	for _, line := range lines {
		count += line.RefundCount
	}
	if count > left(o) {
		return nil, 31004, "more than is left"
	}
	price := platform.NewFee(int64(count*Price), "HKD")
	if apply {
		o.Refunds = append(o.Refunds, platform.RefundState{
			AfterSaleOrderID: int64(100 + len(o.Refunds)), Applicant: platform.OpMerchant, Status: platform.RefundAgreed,
			Money: price.Amount, Currency: price.Currency,
			ApplyTime: o.Base.CreatedAt, Products: []platform.RefundedProduct{{OrderProductID: o.Products[0].ID,
				RefundCount: count}},
		})
		return nil, 0, "success"
	}
	return platform.RefundPreview{
		Products: []platform.RefundProduct{{ID: o.Products[0].ID, Name: o.Products[0].Name, Count: o.Products[0].Count,
			Price: fmt.Sprint(o.Products[0].Price), RefundCount: count}},
		RefundPrice: price, Valuation: "as paid",
	}, 0, "success"
}
