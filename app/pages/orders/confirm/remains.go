package confirm

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// remains is what stays of an order's price after a refund: paid - before - now. Amounts are in minor units of
// currency.
type remains struct {
	earlier           []api.OrderRefund // all other refunds, also rejected ones
	paid, before, now int64
	currency          string
	known             bool // no amount is missing
}

func (r *remains) left() int64 { return r.paid - r.before - r.now }

// remainsOf reckons what stays after the refund that was asked for. The platform's own figure for earlier refunds
// counts where it is larger than the sum of those it names, unless it has this refund in it.
func remainsOf(d *api.OrderDetail, asked *api.OrderRefund) (r remains) {
	var told *api.Money
	paid := d.Order.Total
	for i := range d.Fees {
		switch fee := &d.Fees[i]; fee.Name {
		case platform.FeePaid:
			paid = &fee.Money
		case platform.FeeRefunded:
			told = &fee.Money
		}
	}
	if told != nil && (paid == nil || told.Currency != paid.Currency) {
		told = nil
	}
	own := false // the refund itself was met
	r.known = asked.Money != nil && paid != nil && paid.Currency != "" && asked.Money.Currency == paid.Currency
	for _, earlier := range d.Refunds {
		if !own && earlier.Standing == api.RefundAsked && earlier.ID == asked.ID {
			own = true
			continue
		}
		r.earlier = append(r.earlier, earlier)
		switch counts := earlier.Standing; {
		case counts != api.RefundAgreed && counts != api.RefundApplied && counts != api.RefundDecided:
		case counts == api.RefundDecided || earlier.Money == nil || paid == nil || earlier.Money.Currency != paid.Currency:
			r.known = r.known && told != nil
		default:
			r.before += earlier.Money.Amount
		}
	}
	if !r.known {
		return r
	}
	r.paid, r.now, r.currency = paid.Amount, asked.Money.Amount, paid.Currency
	if told != nil {
		if sum := max(told.Amount, -told.Amount); sum != r.before+r.now {
			r.before = max(r.before, sum)
		}
	}
	return r
}

// Earlier lists the refunds of an order before the one that is asked about.
func Earlier(list []api.OrderRefund) app.UI {
	return components.Only(len(list) > 0, app.Div().ID("ask-earlier").Body(
		pages.SoftSmall(text.T("orders.decide.earlier")),
		app.Ul().Class("small").Body(pages.Each(list, func(one api.OrderRefund) app.UI {
			words := Standing(&one)
			if one.Reason != "" {
				words = text.T("orders.refund.why", words, text.Isolate(one.Reason))
			}
			return app.Li().Text(words)
		})),
	))
}

// draw shows the earlier refunds, and the sum before one's eyes.
func (r *remains) draw() app.UI {
	row := func(kind, words string, amount int64) app.UI { return Row(kind, words, text.Money(amount, r.currency)) }
	return pages.Stack(
		Earlier(r.earlier),
		components.Only(!r.known, pages.SoftSmall(text.T("orders.decide.unknown"))),
		app.If(r.known, func() app.UI {
			return app.Dl().ID("ask-left").Class("fees").Body(
				row("part", text.T("orders.fee.realPayFee"), r.paid),
				components.Only(r.before != 0, row("less", text.T("orders.fee.refundFee"), -r.before)),
				row("less", text.T("orders.decide.this"), -r.now),
				row("sum", text.T("orders.decide.left"), r.left()),
			)
		}),
	)
}

// wanted names the items of a refund and the customer's reason.
func wanted(o *api.Order) app.UI {
	r := o.Refund
	return pages.Stack(
		app.P().Body(app.B().Text(Asked(r))),
		components.Only(r.Reason == "", pages.SoftSmall(text.T("orders.decide.noreason"))),
		components.Only(len(r.Items) > 0, app.Ul().ID("ask-items").Body(
			pages.Each(r.Items, func(item api.OrderItem) app.UI {
				return app.Li().Body(pages.Name(strconv.Itoa(item.Count) + "× " + item.Name))
			}),
		)),
		app.If(len(r.Items) == 0, func() app.UI {
			words := text.T("orders.decide.items.none")
			if o.Total != nil && r.Money != nil && o.Total.Amount == r.Money.Amount && o.Total.Currency == r.Money.Currency {
				words = text.T("orders.decide.items.all")
			}
			return pages.SoftSmall(words)
		}),
	)
}
